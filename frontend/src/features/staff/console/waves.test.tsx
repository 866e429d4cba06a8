import { describe, expect, it } from '@jest/globals';
import {
  dismissWave,
  getWave,
  listWaveAccounts,
  listWaves,
  removeWave,
  undoWave,
  WAVE_MESSAGES,
  type WaveView,
} from '@oniverse/contracts';
import { screen, within } from '@testing-library/react';
import { problem } from '../../../testing/call-handler.js';
import { signIn } from '../../../testing/members.js';
import { mock } from '../../../testing/mock.js';
import { renderApp } from '../../../testing/render.js';

const ID = '0193a000-0000-7000-8000-000000000001';
const wave = (given: Partial<WaveView> = {}): WaveView => ({
  id: ID,
  state: 'open',
  sample: 'Free nitro for everyone who joins tonight at nitro.example!',
  accounts: 34,
  texts: 212,
  removed: 0,
  createdAt: '2026-11-30T08:00:00.000Z',
  decidedAt: null,
  decidedBy: null,
  undoUntil: null,
  ...given,
});
const REMOVED = {
  state: 'removed',
  removed: 198,
  decidedAt: '2026-11-30T09:00:00.000Z',
  decidedBy: { username: 'otto', displayName: null, profileImageUrl: null },
  undoUntil: '2026-12-07T09:00:00.000Z',
} as const;
const ACCOUNTS = ['nova', 'lyra'].map((username, index) => ({
  userId: `0193a000-0000-7000-8000-00000000001${index}`,
  username,
  displayName: null,
  profileImageUrl: null,
  texts: 7,
  joinedAt: '2026-11-30T07:00:00.000Z',
}));

/** What the server has. */
let stored = wave();
/** Answers a decision with the wave that follows from it. */
const decided = (next: WaveView) => (): WaveView => {
  stored = next;
  return next;
};

/** Opens a wave in the console, from the list. */
async function open(found: WaveView) {
  signIn({ staffRole: 'moderator' });
  stored = found;
  mock(listWaves, () => [stored]);
  mock(getWave, () => stored);
  mock(listWaveAccounts, ACCOUNTS);
  const { user } = renderApp('/console/spam');
  await user.click(await screen.findByRole('button', { name: /34 accounts, 212 texts/ }));
  await screen.findByRole('heading', { name: '34 accounts, 212 texts' });
  return user;
}

describe('waves of spam in the console', () => {
  it('STF-097 are removed by one decision with a reason, without the spared accounts', async () => {
    const user = await open(wave());
    expect(screen.getByText(/^Free nitro/)).toBeInTheDocument();
    await user.click(await screen.findByRole('switch', { name: 'Leave @lyra as it is' }));
    await user.click(screen.getByRole('button', { name: 'Suspend 33 accounts, remove their messages' }));
    const dialog = screen.getByRole('dialog', { name: 'Suspend 33 accounts?' });
    const submit = within(dialog).getByRole('button', { name: 'Suspend and remove' });
    await user.click(submit);
    const field = within(dialog).getByRole('textbox', { name: /Reason/ });
    expect(field).toBeInvalid();
    await user.type(field, 'Advertising.');
    const sent = mock(removeWave, decided(wave({ ...REMOVED, state: 'removing', removed: 12 })));
    await user.click(submit);
    expect((await screen.findAllByText('is being removed')).length).toBeGreaterThan(0);
    expect(sent).toMatchObject([
      { id: ID, body: { reason: 'Advertising.', sparedIds: [ACCOUNTS[1]!.userId] } },
    ]);
    expect(screen.getByText('12')).toBeInTheDocument();
    expect(screen.queryByRole('switch')).not.toBeInTheDocument();
  });

  it('STF-097 shows the progress of a removal until it is done', async () => {
    signIn({ staffRole: 'moderator' });
    const removing = wave({ ...REMOVED, state: 'removing', removed: 20 });
    mock(listWaves, [removing]);
    mock(listWaveAccounts, ACCOUNTS);
    const answers = [removing, wave({ ...REMOVED, state: 'removing', removed: 110 }), wave(REMOVED)];
    mock(getWave, () => (answers.length > 1 ? answers.shift() : answers[0]));
    renderApp(`/console/spam?id=${ID}`);
    expect(await screen.findByText('20')).toBeInTheDocument();
    expect(await screen.findByText('198', undefined, { timeout: 5_000 })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Undo the removal' })).toBeInTheDocument();
  });

  it('STF-097 can be undone, and dismissed', async () => {
    const user = await open(wave(REMOVED));
    await user.click(screen.getByRole('button', { name: 'Undo the removal' }));
    const undone = mock(undoWave, decided(wave()));
    const ask = screen.getByRole('alertdialog', { name: 'Undo the removal?' });
    await user.click(within(ask).getByRole('button', { name: 'Undo the removal' }));
    await user.click(await screen.findByRole('button', { name: 'No spam' }));
    expect(undone).toHaveLength(1);
    const refusal = WAVE_MESSAGES.waveDecided.message;
    mock(dismissWave, () => problem('already_used', refusal));
    const dismissal = screen.getByRole('alertdialog', { name: 'Is this no spam?' });
    await user.click(within(dismissal).getByRole('button', { name: 'No spam' }));
    expect(await within(dismissal).findByText(refusal)).toBeInTheDocument();
    const sent = mock(dismissWave, decided(wave({ state: 'dismissed', decidedAt: REMOVED.decidedAt })));
    await user.click(within(dismissal).getByRole('button', { name: 'No spam' }));
    expect((await screen.findAllByText('no spam')).length).toBeGreaterThan(0);
    expect(sent).toHaveLength(1);
  });

  it('STF-097 releases the rest after an interruption', async () => {
    const dismissed = { state: 'dismissed', decidedAt: REMOVED.decidedAt } as const;
    const user = await open(wave({ ...dismissed, isReleasing: true }));
    const sent = mock(dismissWave, decided(wave(dismissed)));
    await user.click(screen.getByRole('button', { name: 'Show the rest' }));
    expect(await screen.findByText('What was held is shown')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Show the rest' })).not.toBeInTheDocument();
    expect(sent).toHaveLength(1);
  });

  it('STF-097 says that texts in private channels are not shown', async () => {
    await open(wave({ sample: null }));
    expect(screen.getByText(/^All of it is in private channels/)).toBeInTheDocument();
  });
});
