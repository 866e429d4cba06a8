import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  acceptApplication,
  closeServerCase,
  declineApplication,
  declineHeldMessage,
  getServerCase,
  handOnServerCase,
  listQueue,
  LOOK_MS,
  type QueueEntry,
  releaseHeldMessage,
  type ServerCaseDetail,
} from '@oniverse/contracts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useConnection } from '../../../live/connection.store.js';
import { startLive } from '../../../live/live.js';
import { attachment } from '../../../testing/attachments.js';
import { problem } from '../../../testing/call-handler.js';
import { installLayout } from '../../../testing/layout.js';
import { LiveServer } from '../../../testing/live-server.js';
import { signIn } from '../../../testing/members.js';
import { mock } from '../../../testing/mock.js';
import { renderWithLinks } from '../../../testing/render.js';
import { useToast } from '../../../ui/toast-store.js';
import { lookStore } from './looks.store.js';
import ModerationDialog from './moderation-dialog.js';

const AT = '2026-01-01T00:00:00.000Z';
const SERVER = { id: 's-own', isPublic: true };
const close = jest.fn();

beforeEach(installLayout);
beforeEach(() => {
  signIn();
  close.mockReset();
});

const detail = (n: number): ServerCaseDetail => ({
  id: `case-${n}`,
  number: n,
  kind: 'message',
  title: 'Fog Signals',
  channelName: 'harbour',
  username: `member_${n}`,
  reason: 'harassment',
  reports: 1,
  openedAt: AT,
  closing: null,
  isHandedOn: false,
  isDeleted: false,
  isMember: true,
  snapshot: {
    takenAt: AT,
    title: 'Fog Signals',
    username: `member_${n}`,
    text: `reported text ${n}`,
    createdAt: AT,
    channelName: 'harbour',
    before: null,
    after: null,
  },
  given: [{ id: `r-${n}`, reason: 'harassment', note: null, createdAt: AT, snapshot: null }],
});
const report = (n: number): QueueEntry => ({ id: `case-${n}`, kind: 'report', report: detail(n) });
const held = (n: number): QueueEntry => ({
  id: `held-${n}`,
  kind: 'held',
  held: {
    id: `held-${n}`,
    channelId: 'c-general',
    channelName: 'general',
    content: `Free nitro ${n}`,
    userId: `u-${n}`,
    username: `member_${n}`,
    displayName: null,
    profileImageUrl: null,
    createdAt: AT,
  },
});

const application = (n: number): QueueEntry => ({
  id: `application-${n}`,
  kind: 'application',
  application: {
    id: `application-${n}`,
    userId: `u-${n}`,
    username: `member_${n}`,
    displayName: null,
    profileImageUrl: null,
    answers: [
      { question: 'What do you look for?', answer: `Faint things ${n}` },
      { question: 'Where from?', answer: 'A roof.' },
    ],
    createdAt: AT,
  },
});

/** Serves a queue that decisions change. */
function serve(entries: readonly QueueEntry[]) {
  const api = { entries: [...entries], decisions: [] as unknown[] };
  const decide = (id: string, decision: unknown) => {
    api.entries = api.entries.filter((entry) => entry.id !== id);
    api.decisions.push(decision);
  };
  const listed = mock(listQueue, ({ query: { kind = 'all' } }) =>
    api.entries.filter((entry) => kind === 'all' || entry.kind === kind),
  );
  mock(getServerCase, ({ caseId }) => detail(Number(caseId.slice('case-'.length))));
  mock(closeServerCase, ({ caseId, body }) => {
    decide(caseId, [caseId, body?.outcome]);
    return detail(1);
  });
  mock(handOnServerCase, ({ caseId }) => {
    decide(caseId, [caseId, 'hand-on']);
    return detail(1);
  });
  mock(releaseHeldMessage, ({ heldId }) => {
    decide(heldId, [heldId, 'release']);
    return { ok: true };
  });
  mock(declineHeldMessage, ({ heldId, body }) => {
    decide(heldId, [heldId, 'decline', body?.word]);
    return { ok: true };
  });
  mock(acceptApplication, ({ applicationId }) => {
    decide(applicationId, [applicationId, 'accept']);
    return { ok: true };
  });
  mock(declineApplication, ({ applicationId, body }) => {
    decide(applicationId, [applicationId, 'decline', body?.word]);
    return { ok: true };
  });
  return Object.assign(api, { listed });
}
async function open(entries: readonly QueueEntry[]) {
  const api = serve(entries);
  const view = renderWithLinks(<ModerationDialog server={SERVER} onClose={close} />);
  await screen.findByRole('tab', { name: 'Queue' });
  await waitFor(() => expect(api.listed).not.toHaveLength(0));
  return { ...view, api };
}
const rows = () =>
  within(screen.getByRole('list', { name: 'Queue' }))
    .getAllByRole('button')
    .filter((button) => button.hasAttribute('aria-expanded'));
const opened = () => rows().find((row) => row.getAttribute('aria-expanded') === 'true');
const row = async (text: string) => {
  const found = await screen.findByText(text);
  const button = found.closest('button');
  if (!button) throw new Error(`No row shows ${text}.`);
  return button;
};

describe('the queue of a dimension', () => {
  it('TLK-290 TLK-293 shows reports, held messages and applications as one list, and each kind alone', async () => {
    const { user, api } = await open([report(3), held(2), application(4), report(1)]);
    await row('Free nitro 2');
    expect(rows().map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('@member_3'),
      expect.stringContaining('@member_2'),
      expect.stringContaining('Faint things 4'),
      expect.stringContaining('@member_1'),
    ]);
    await user.click(screen.getByRole('radio', { name: 'Held' }));
    await waitFor(() => expect(rows()).toHaveLength(1));
    await user.click(screen.getByRole('radio', { name: 'Applicants' }));
    await row('Faint things 4');
    await user.click(screen.getByRole('radio', { name: 'Reports' }));
    await waitFor(() => expect(rows()).toHaveLength(2));
    api.entries = [];
    await user.click(screen.getByRole('radio', { name: 'All' }));
    expect(await screen.findByText('Nothing waits for you.')).toBeInTheDocument();
  });

  it('TLK-293 has no applicants in a private dimension, which asks no questions', async () => {
    serve([held(1)]);
    renderWithLinks(<ModerationDialog server={{ ...SERVER, isPublic: false }} onClose={close} />);
    await row('Free nitro 1');
    expect(screen.getAllByRole('radio').map(({ textContent }) => textContent)).toEqual([
      'All',
      'Reports',
      'Held',
    ]);
  });

  it('TLK-289 shows the files of a held message to staff', async () => {
    const entry = held(1);
    if (entry.kind !== 'held') throw new Error('Not a held message.');
    const attachments = [attachment({ name: 'notes.pdf' })];
    const { user } = await open([{ ...entry, held: { ...entry.held, content: '', attachments } }]);
    await user.click(await row('A file'));
    expect(await screen.findByText('notes.pdf')).toBeInTheDocument();
  });

  it('TLK-293 says that the queue could not be loaded, and loads it again', async () => {
    mock(listQueue, () => problem('internal_error', 'Something broke.'));
    const { user } = renderWithLinks(<ModerationDialog server={SERVER} onClose={close} />);
    const retry = await screen.findByRole('button', { name: /again/iu });
    mock(listQueue, [held(1)]);
    await user.click(retry);
    expect(await row('Free nitro 1')).toBeInTheDocument();
  });

  it('TLK-293 goes through the list by J, K and the arrow keys, and opens one entry at a time', async () => {
    const { user } = await open([report(3), held(2), held(1)]);
    await row('Free nitro 2');
    await user.keyboard('j');
    expect(await screen.findByText('reported text 3')).toBeInTheDocument();
    expect(rows()[0]).toHaveFocus();
    await user.keyboard('k');
    expect(opened()).toBe(rows()[0]);
    await user.keyboard('j{ArrowDown}');
    expect(screen.queryByText('reported text 3')).toBeNull();
    expect(rows()[2]).toHaveFocus();
    expect(opened()).toBe(rows()[2]);
    await user.keyboard('j{ArrowUp}');
    expect(opened()).toBe(rows()[1]);
    await user.keyboard('{Enter}');
    expect(opened()).toBeUndefined();
    await user.keyboard('K');
    expect(opened()).toBe(rows()[1]);
    // A field keeps its letters, and so do the browser's shortcuts.
    await user.keyboard('k');
    const note = await screen.findByRole('textbox', { name: /A note for the other staff/ });
    await user.type(note, 'jkd');
    expect(note).toHaveValue('jkd');
    expect(opened()).toBe(rows()[0]);
    await user.click(rows()[0]!);
    await user.keyboard('{Control>}j{/Control}');
    expect(opened()).toBeUndefined();
  });

  it('TLK-293 decides about the open entry by one key, and leaves the next one closed', async () => {
    const { user, api } = await open([held(3), held(2), report(1)]);
    await row('Free nitro 3');
    await user.keyboard('r');
    expect(api.decisions).toEqual([]);
    await user.keyboard('jr');
    await waitFor(() => expect(rows()).toHaveLength(2));
    expect(rows()[0]).toHaveFocus();
    expect(opened()).toBeUndefined();
    await user.keyboard('r');
    expect(api.decisions).toEqual([['held-3', 'release']]);
    expect(useToast.getState().toast?.title).toBe('The message by @member_3 is released');

    await user.keyboard('jd');
    const dialog = within(await screen.findByRole('dialog', { name: 'Decline the message by @member_2' }));
    expect(dialog.getByText('Free nitro 2')).toBeInTheDocument();
    await user.type(dialog.getByRole('textbox'), 'No jokes, please.');
    await user.tab();
    await user.keyboard('j');
    await user.click(dialog.getByRole('button', { name: 'Decline' }));
    await waitFor(() => expect(rows()).toHaveLength(1));
    expect(api.decisions.at(-1)).toEqual(['held-2', 'decline', 'No jokes, please.']);

    await user.keyboard('j');
    await screen.findByText('reported text 1');
    await user.keyboard('b');
    const question = within(await screen.findByRole('alertdialog', { name: 'Ban @member_1' }));
    await user.keyboard('d');
    expect(api.decisions).toHaveLength(2);
    await user.click(question.getByRole('button', { name: 'Delete and ban' }));
    expect(await screen.findByText('Nothing waits for you.')).toBeInTheDocument();
    expect(api.decisions.at(-1)).toEqual(['case-1', 'member_banned']);
  });

  it.each([
    ['d', 'none'],
    ['x', 'removed'],
    ['h', 'hand-on'],
  ])('TLK-293 decides about a report by %s', async (key, decision) => {
    const { user, api } = await open([report(1)]);
    await row('@member_1');
    await user.keyboard('j');
    await screen.findByText('reported text 1');
    await user.keyboard(key);
    expect(await screen.findByText('Nothing waits for you.')).toBeInTheDocument();
    expect(api.decisions).toEqual([['case-1', decision]]);
  });

  it('TLK-231 TLK-293 accepts an application, or declines it with a word, by one key', async () => {
    const { user, api } = await open([application(2), application(1)]);
    await row('Faint things 2');
    await user.keyboard('j');
    expect(await screen.findByText('Where from?')).toBeInTheDocument();
    await user.keyboard('a');
    await waitFor(() => expect(rows()).toHaveLength(1));
    expect(useToast.getState().toast?.title).toBe('@member_2 is a member');
    await user.keyboard('jd');
    const dialog = within(await screen.findByRole('dialog', { name: 'Decline @member_1' }));
    expect(dialog.getByText('Faint things 1')).toBeInTheDocument();
    await user.type(dialog.getByRole('textbox'), 'Tell us more.{Tab}');
    await user.click(dialog.getByRole('button', { name: 'Decline' }));
    expect(await screen.findByText('Nothing waits for you.')).toBeInTheDocument();
    expect(api.decisions).toEqual([
      ['application-2', 'accept'],
      ['application-1', 'decline', 'Tell us more.'],
    ]);
  });

  it('TLK-293 ignores a key that is held, which would decide about what follows', async () => {
    const { user } = await open([held(1)]);
    await user.click(await row('Free nitro 1'));
    const dialog = () => screen.queryByRole('dialog', { name: 'Decline the message by @member_1' });
    fireEvent.keyDown(document.body, { key: 'd', repeat: true });
    expect(dialog()).toBeNull();
    fireEvent.keyDown(document.body, { key: 'd' });
    expect(dialog()).toBeInTheDocument();
  });

  it('TLK-280 keeps a held message if its author can no longer write', async () => {
    const { user } = await open([held(1)]);
    mock(releaseHeldMessage, () => problem('forbidden', 'Its author can no longer write in this channel.'));
    await user.click(await row('Free nitro 1'));
    await user.click(screen.getByRole('button', { name: 'Release the message by @member_1' }));
    await waitFor(() =>
      expect(useToast.getState().toast?.description).toBe('Its author can no longer write in this channel.'),
    );
    expect(screen.getByText('Free nitro 1')).toBeInTheDocument();
  });

  describe('with a live connection', () => {
    let live: LiveServer;

    beforeEach(() => {
      live = new LiveServer();
      live.io.on('connection', (socket) => {
        for (const name of ['queue:look', 'queue:leave'] as const) {
          socket.on(name, (_request: object, answer: (ack: object) => void) => answer({ ok: true }));
        }
      });
      live.start();
    });

    async function openLive(entries: readonly QueueEntry[]) {
      const view = await open(entries);
      act(() => {
        useConnection.setState({ status: 'idle' }, true);
        startLive();
      });
      await waitFor(() => expect(useConnection.getState().status).toBe('live'));
      return view;
    }
    const sent = () =>
      live.requests
        .filter(({ name }) => name.startsWith('queue:'))
        .map(({ name, payload }) => [name, payload]);
    const place = (entryId: string) => ({ serverId: 's-own', entryId });
    const look = (entryId: string, username: string, lastsMs = LOOK_MS) =>
      live.io.emit('queue:looked', {
        ...place(entryId),
        userId: `u-${username}`,
        username,
        until: new Date(Date.now() + lastsMs).toISOString(),
      });

    it('TLK-292 says at an entry who looks at it, until they leave or their time expires', async () => {
      const { user } = await openLive([held(2), held(1)]);
      await user.click(await row('Free nitro 1'));
      look('held-1', 'mira');
      expect(await screen.findByText('@mira is looking at this')).toBe(screen.getByRole('status'));
      look('held-1', 'otto_n');
      await screen.findByText('@mira and @otto_n are looking at this');
      expect(rows()[1]).toHaveAccessibleDescription('@mira and @otto_n are looking at this');
      look('held-1', 'mira', -1);
      await screen.findByText('@otto_n is looking at this');
      look('held-1', 'otto_n', 300);
      await waitFor(() => expect(screen.queryByText(/looking at this/u)).toBeNull());
      expect(lookStore.getState()['held-1']).toEqual([]);
    });

    it('TLK-292 says what this member looks at, again and again, until they move on or close the dialog', async () => {
      const { user, unmount } = await openLive([held(2), held(1)]);
      await row('Free nitro 2');
      expect(sent()).toEqual([]);
      jest.useFakeTimers({ advanceTimers: true });
      await user.keyboard('j');
      await waitFor(() => expect(sent()).toEqual([['queue:look', place('held-2')]]));
      await act(async () => jest.advanceTimersByTimeAsync(LOOK_MS));
      await waitFor(() => expect(live.countRequests('queue:look')).toBeGreaterThan(2));
      await user.keyboard('j');
      await waitFor(() =>
        expect(sent().slice(-2)).toEqual([
          ['queue:leave', place('held-2')],
          ['queue:look', place('held-1')],
        ]),
      );
      unmount();
      await waitFor(() => expect(sent().at(-1)).toEqual(['queue:leave', place('held-1')]));
    });

    it('TLK-291 shows what others add and decide, without taking the place of what was open', async () => {
      const { user, api } = await openLive([held(2), held(1)]);
      await user.click(await row('Free nitro 2'));
      api.entries = [held(3), held(1)];
      live.io.emit('queue:changed', { serverId: 's-own' });
      await row('Free nitro 3');
      await waitFor(() => expect(rows()).toHaveLength(2));
      expect(opened()).toBeUndefined();
      expect(rows()[0]).toHaveFocus();
      await user.keyboard('r');
      expect(api.decisions).toEqual([]);
    });
  });
});
