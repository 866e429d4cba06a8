import { describe, expect, it } from '@jest/globals';
import { decideAppeal, listAppeals, type StaffAppealView } from '@oniverse/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { problem } from '../../../testing/call-handler.js';
import { appeal } from '../../../testing/measures.js';
import { signIn } from '../../../testing/members.js';
import { mock } from '../../../testing/mock.js';
import { renderApp } from '../../../testing/render.js';

const author = (username: string) => ({ username, displayName: null, profileImageUrl: null });
const AT = '2026-01-01T00:00:00.000Z';

const found = (given: Partial<StaffAppealView> = {}): StaffAppealView => ({
  id: 'measure-1',
  member: author('lev_k'),
  rule: 'threat',
  reason: 'You threatened someone.',
  until: null,
  suspendedAt: AT,
  suspendedBy: author('harbour_k'),
  endedAt: null,
  appeal: appeal(),
  decidedBy: null,
  canDecide: true,
  ...given,
});

async function open(appeals: StaffAppealView[]) {
  signIn({ staffRole: 'moderator' });
  const lists = mock(listAppeals, ({ query }) => (query.state === 'closed' ? [] : appeals));
  const view = renderApp('/console/appeals');
  const item = await screen.findByRole('article', { name: /lev_k/ });
  return { ...view, item: within(item), lists };
}

describe('the appeals in the console', () => {
  it('STF-023 are shown with the suspension, and decided with a reason', async () => {
    const { user, item, lists } = await open([found()]);
    expect(item.getByText('You threatened someone.')).toBeInTheDocument();
    expect(item.getByText('The address was my own.')).toBeInTheDocument();
    expect(item.getByText('no end is set')).toBeInTheDocument();
    expect(item.getByText(/harbour_k/)).toBeInTheDocument();
    const sent = mock(decideAppeal, () => found({ canDecide: false }));
    await user.click(item.getByRole('button', { name: 'End the suspension' }));
    const field = item.getByRole('textbox', { name: 'Reason, shown to the member' });
    await waitFor(() => expect(field).toBeInvalid());
    expect(sent).toEqual([]);
    await user.type(field, 'It was somebody else.');
    const before = lists.length;
    await user.click(item.getByRole('button', { name: 'End the suspension' }));
    expect(await screen.findByText('The suspension has ended')).toBeInTheDocument();
    expect(sent).toMatchObject([
      { id: 'measure-1', body: { decision: 'lifted', reason: 'It was somebody else.' } },
    ]);
    await waitFor(() => expect(lists.length).toBeGreaterThan(before));
  });

  it('STF-023 say why a decision failed', async () => {
    const { user, item } = await open([found()]);
    mock(decideAppeal, () => problem('already_used', 'This appeal was decided already.'));
    const field = item.getByRole('textbox', { name: 'Reason, shown to the member' });
    await user.type(field, 'No.');
    await user.click(item.getByRole('button', { name: 'Keep the suspension' }));
    await waitFor(() => expect(field).toHaveAccessibleDescription(/This appeal was decided already\./u));
  });

  it('STF-023 say that somebody else has to decide', async () => {
    const { item } = await open([found({ canDecide: false })]);
    expect(item.getByText('Another member of staff decides this appeal.')).toBeInTheDocument();
    expect(item.queryByRole('button', { name: 'End the suspension' })).not.toBeInTheDocument();
  });

  it('STF-023 are listed as closed with who decided', async () => {
    const { user } = await open([found()]);
    const closed = found({
      canDecide: false,
      decidedBy: author('otto_n'),
      appeal: appeal({ decision: 'upheld', reason: 'It names a street.', decidedAt: AT }),
    });
    mock(listAppeals, [closed]);
    await user.click(screen.getByRole('radio', { name: 'Closed' }));
    expect(await screen.findByText(/otto_n.* kept the suspension\./)).toBeInTheDocument();
    expect(screen.getByText('It names a street.')).toBeInTheDocument();
  });

  it('STF-023 say that none waits', async () => {
    signIn({ staffRole: 'admin' });
    mock(listAppeals, []);
    renderApp('/console/appeals');
    expect(await screen.findByText('No appeal waits.')).toBeInTheDocument();
  });
});
