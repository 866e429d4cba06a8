import { describe, expect, it } from '@jest/globals';
import {
  getStatus,
  type IncidentView,
  type MaintenanceView,
  type ServicePartView,
} from '@oniverse/contracts';
import { screen, within } from '@testing-library/react';
import { problem } from '../../../testing/call-handler.js';
import { mock } from '../../../testing/mock.js';
import { renderApp } from '../../../testing/render.js';

const part = (name: ServicePartView['part'], state: ServicePartView['state'] = 'working') => ({
  part: name,
  state,
  since: null,
});
const incident = (given: Partial<IncidentView> = {}): IncidentView => ({
  id: 'i-1',
  title: 'Pictures are slow',
  part: 'pictures',
  state: 'slow',
  startedAt: new Date(Date.now() - 3_600_000).toISOString(),
  endedAt: null,
  notes: [{ id: 'n-1', text: 'Sizes are late.', createdAt: new Date().toISOString() }],
  ...given,
});
const show = (
  parts: ServicePartView[],
  incidents: IncidentView[] = [],
  maintenance: MaintenanceView | null = null,
) => {
  mock(getStatus, { checkedAt: new Date().toISOString(), parts, incidents, maintenance });
  renderApp('/status');
  return screen.findByRole('heading', { level: 1 });
};

describe('the page of the status', () => {
  it('STF-112 says in one sentence that everything works', async () => {
    expect(await show([part('web'), part('live')])).toHaveTextContent('Everything works.');
    expect(screen.getByText('No incidents in this time')).toBeInTheDocument();
  });

  it.each([
    [[part('web'), part('pictures', 'slow')], 'Pictures are slow. The rest works.'],
    [[part('web'), part('mail', 'slow')], 'Mail is slow. The rest works.'],
    [[part('web', 'down'), part('live', 'down')], 'Pages and live updates do not work.'],
    [
      [part('web'), part('push', 'down'), part('live', 'slow')],
      'Push does not work. Live updates are slow. The rest works.',
    ],
  ])('STF-112 says in one sentence what does not work', async (parts, sentence) => {
    expect(await show(parts)).toHaveTextContent(sentence);
  });

  it('OPS-056 shows a planned maintenance, in the time of the reader', async () => {
    const startsAt = new Date(2099, 2, 9, 3).toISOString();
    const endsAt = new Date(2099, 2, 9, 3, 20).toISOString();
    await show([part('web')], [], { startsAt, endsAt, text: 'A database upgrade.' });
    expect(screen.getByRole('heading', { name: 'Planned' })).toBeInTheDocument();
    expect(screen.getByText('On 9 March, 03:00 to 03:20')).toBeInTheDocument();
    expect(screen.getByText('A database upgrade.')).toBeInTheDocument();
  });

  it('STF-112 shows the parts, and incidents with what staff wrote', async () => {
    await show([part('web'), part('pictures', 'slow')], [incident()]);
    const parts = within(screen.getByRole('list', { name: 'Parts of the service' }));
    expect(parts.getByText('Pictures').closest('li')).toHaveTextContent('slow');
    expect(screen.getByText('1 incident in this time')).toBeInTheDocument();
    const incidents = within(screen.getByRole('list', { name: 'Incidents' }));
    expect(incidents.getByText('Pictures are slow').closest('li')).toHaveTextContent('open');
    expect(incidents.getByText('Sizes are late.')).toBeInTheDocument();
  });

  it('STF-112 says that the service does not answer', async () => {
    mock(getStatus, () => problem('unavailable'));
    renderApp('/status');
    expect(await screen.findByRole('alert')).toHaveTextContent('Oniverse does not answer.');
  });
});
