import { describe, expect, it } from '@jest/globals';
import { listMeasures } from '@oniverse/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { useConnection } from '../../../live/connection.store.js';
import { startLive } from '../../../live/live.js';
import { LiveServer } from '../../../testing/live-server.js';
import { appeal, measure } from '../../../testing/measures.js';
import { signIn } from '../../../testing/members.js';
import { mock } from '../../../testing/mock.js';
import { renderApp } from '../../../testing/render.js';

const open = () => renderApp('/settings?tab=privacy');
const find = () => screen.findByRole('list', { name: 'Measures against you' });

describe('the measures in Settings > Privacy', () => {
  it('STF-024 are listed with their reasons, what was hidden, and the appeal', async () => {
    signIn();
    mock(listMeasures, [
      measure({
        endedAt: '2026-01-03T00:00:00.000Z',
        appeal: appeal({ decision: 'lifted', reason: 'It was somebody else.' }),
      }),
      measure({
        id: 'measure-2',
        kind: 'content_hidden',
        rule: 'explicit',
        reason: 'Label it.',
        subject: { kind: 'post', title: 'Night walks' },
      }),
      measure({ id: 'measure-3', kind: 'warned', rule: 'spam', reason: 'Less of it.' }),
    ]);
    open();
    const [suspension, hidden, warning] = within(await find()).getAllByRole('listitem');
    const texts = (item: HTMLElement | undefined, ...expected: readonly (string | RegExp)[]) => {
      for (const text of expected) expect(within(item!).getByText(text)).toBeInTheDocument();
    };
    texts(
      suspension,
      'Your account was suspended',
      'You threatened to publish where another member walks.',
      /^Ended 3 January 2026/,
      'Your appeal: “The address was my own.”',
      'The suspension was ended.',
      'It was somebody else.',
    );
    texts(hidden, 'Something of yours was hidden', 'Hidden: the post “Night walks”', 'Label it.');
    texts(warning, 'You were warned', 'Less of it.', /^Spam/);
  });

  it('STF-024 say that there are none', async () => {
    signIn();
    open();
    expect(await screen.findByText(/^None\. The staff of this site did nothing/)).toBeInTheDocument();
  });

  it('STF-024 change live', async () => {
    const { id } = signIn();
    const live = new LiveServer();
    live.sessions.set('known-session', id);
    live.start();
    open();
    await screen.findByText(/^None\. The staff of this site did nothing/);
    act(() => {
      useConnection.setState({ status: 'idle' }, true);
      startLive();
    });
    await waitFor(() => expect(useConnection.getState().status).toBe('live'));
    mock(listMeasures, [measure({ kind: 'warned', reason: 'Less of it.' })]);
    live.io.emit('account:changed', {});
    expect(within(await find()).getByText('Less of it.')).toBeInTheDocument();
  });
});
