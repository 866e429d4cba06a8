import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  advanceReadMark,
  deleteThread,
  followThread,
  getHiddenMembers,
  getServer,
  getThread,
  joinServer,
  listChannels,
  listFollowedThreads,
  listMembers,
  listMessages,
  listOwnHeldMessages,
  listServers,
  type MessageView,
  type OwnHeldMessage,
  type ServerView,
  saveDraft,
  startThread,
  type ThreadView,
  unfollowThread,
} from '@oniverse/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { queryOf } from '../../../api/calls.js';
import { useConnection } from '../../../live/connection.store.js';
import { OPEN_CHANNEL } from '../../../testing/channels.js';
import { setMedia } from '../../../testing/browser.js';
import { problem } from '../../../testing/call-handler.js';
import { installLayout } from '../../../testing/layout.js';
import { LiveServer } from '../../../testing/live-server.js';
import { signIn } from '../../../testing/members.js';
import { mock } from '../../../testing/mock.js';
import { renderApp } from '../../../testing/render.js';
import { thread, threadSummary } from '../../../testing/threads.js';
import { useToast } from '../../../ui/toast-store.js';

const at = '2026-01-01T00:00:00.000Z';
const times = { createdAt: at, updatedAt: at };
const ME = '0193a000-0000-7000-8000-000000000001';
const ROOM = '/dimensions/public?server=s-obs&channel=general';
const observatory: ServerView = {
  id: 's-obs',
  ownerId: 'system',
  name: 'Observatory',
  description: null,
  isPublic: true,
  memberCount: 3,
  membership: { role: 'member' },
  unreadCount: 0,
  mentionCount: 0,
  isBanned: false,
  archivedAt: null,
  timeOut: null,
  questions: [],
  hasLinkPreviews: true,
  messageDays: 0,
  formerMessageDays: null,
  formerMessageDaysUntil: null,
  application: null,
  ...times,
};
const PELL = { userId: 'u-pell', author: { username: 'pell', displayName: null, profileImageUrl: null } };
let live: LiveServer;
/** The thread and its address. The page remembers what it read, so that each test has its own. */
let T = 't-0';
let THREAD = ROOM;
/** What the server answers to the calls of threads. */
let stored: ThreadView;
let followed: ThreadView[];
let marks: readonly { id: string }[];

beforeEach(installLayout);
beforeEach(() => {
  T = `t-${Number(T.slice(2)) + 1}`;
  THREAD = `${ROOM}&thread=${T}`;
  signIn();
  jest.spyOn(document, 'hasFocus').mockReturnValue(true);
  live = new LiveServer();
  live.sessions.set('known-session', ME);
  live.start();
  live.io.on('connection', (socket) => {
    socket.on('presence:list', (_request: object, answer: (ack: object) => void) =>
      answer({ ok: true, online: [] }),
    );
    for (const name of ['typing:start', 'typing:stop']) {
      socket.on(name, (_request: object, answer: (ack: object) => void) => answer({ ok: true }));
    }
  });
  stored = thread({ id: T });
  followed = [];
  mock(listServers, [observatory]);
  mock(listChannels, [channel('general'), channel('tonight')]);
  mock(listMembers, []);
  mock(getThread, ({ id }) => (id === T ? stored : problem('not_found')));
  mock(listFollowedThreads, () => followed);
  mock(listMessages, ({ id, query }) =>
    live.channelLog(id).messages.filter(({ seq }) => seq === Number(query.before) - 1),
  );
  marks = mock(advanceReadMark, { ok: true });
});

function channel(name: string) {
  const counts = { lastSeq: 0, readSeq: 0, unreadCount: 0, mentionCount: 0 };
  return {
    id: name,
    serverId: 's-obs',
    name,
    description: null,
    isDefault: name === 'general',
    ...counts,
    ...OPEN_CHANNEL,
    ...times,
  };
}

/** Stores a message in #general, the message of the thread `t-1` unless said otherwise, and its replies. */
function storeStart(
  given: Partial<MessageView> = {},
  replies: readonly string[] = ['Which sock?', 'Wool.'],
): void {
  const start = live.channelLog('general').append({
    id: 'root',
    channelId: 'general',
    content: 'Cardboard and a dark sock.',
    ...(replies.length > 0 && {
      thread: threadSummary({ channelId: T, replyCount: replies.length, lastSeq: replies.length }),
    }),
    ...given,
  });
  stored = thread({ ...stored, message: start });
  for (const [index, content] of replies.entries()) {
    live.channelLog(T).append({ id: `reply-${index}`, channelId: T, content, ...PELL });
  }
}

const findPanel = () => screen.findByRole('complementary', { name: 'Thread' });

async function open(address: string) {
  const view = renderApp(address);
  // The router's test harness disables the socket; these tests need it.
  act(() => useConnection.setState({ status: 'idle' }, true));
  await screen.findByRole('region', { name: 'Conversation in general' });
  if (address !== ROOM) await findPanel();
  return view;
}
const broadcast = (name: string, payload: object) => live.io.emit(name, payload);
const panel = () => within(screen.getByRole('complementary', { name: 'Thread' }));
const room = () => within(screen.getByRole('region', { name: 'Conversation in general' }));
const isClosed = () => expect(screen.queryByRole('complementary', { name: 'Thread' })).toBeNull();
/** A stored message replaces the pending one. */
const isStored = (text: string) =>
  waitFor(() => expect(panel().getByText(text).closest('.message')).toHaveAttribute('data-seq'));
const field = () => panel().findByRole('textbox', { name: 'Reply in thread' });

describe('the summary of a thread', () => {
  it('TLK-061 shows the number of replies, the last faces and the time, and follows live changes', async () => {
    storeStart();
    await open(ROOM);
    const summary = await room().findByRole('link', {
      name: /^2 replies\s*, last by pell,\s*last on 5 Mar/u,
    });
    expect(summary).toHaveAttribute('href', THREAD);
    const start = live.channelLog('general').messages[0];
    broadcast('message:edited', { ...start, rev: 2, thread: threadSummary({ channelId: T, replyCount: 3 }) });
    expect(await room().findByRole('link', { name: /3 replies/u })).toBeInTheDocument();
    const { id, seq } = { id: 'root', seq: 1 };
    broadcast('message:deleted', {
      id,
      channelId: 'general',
      seq,
      rev: 3,
      thread: threadSummary({ channelId: T, replyCount: 4 }),
    });
    expect(await room().findByText('This message was deleted.')).toBeInTheDocument();
    expect(room().getByRole('link', { name: /4 replies/u })).toBeInTheDocument();
  });

  it('TLK-061 leaves out the faces of hidden members', async () => {
    mock(getHiddenMembers, { blocked: ['u-pell'], muted: [] });
    storeStart();
    await open(ROOM);
    expect(await room().findByRole('link', { name: /^2 replies\s*,\s*last on/u })).toBeInTheDocument();
  });

  it('TLK-061 has an unread mark if the member follows the thread', async () => {
    storeStart();
    followed = [thread({ id: T, unreadCount: 2, readSeq: 0 })];
    await open(ROOM);
    expect(await room().findByRole('link', { name: /2 replies.*2 unread/u })).toBeInTheDocument();
  });
});

describe('a thread', () => {
  it('TLK-060 opens beside the messages at its own address, and Back leaves it', async () => {
    storeStart();
    const { user, query, goBack } = await open(ROOM);
    await user.click(await room().findByRole('link', { name: /2 replies/u }));
    await findPanel();
    expect(await panel().findByText('Wool.')).toBeInTheDocument();
    expect(panel().getByText('Cardboard and a dark sock.')).toBeInTheDocument();
    expect(room().getByText('Cardboard and a dark sock.')).toBeInTheDocument();
    expect(screen.queryByRole('complementary', { name: 'Users Online' })).toBeNull();
    expect(query()).toEqual({ server: 's-obs', channel: 'general', thread: T });
    expect(await field()).toHaveFocus();
    goBack();
    await waitFor(isClosed);
    expect(room().getByText('Cardboard and a dark sock.').closest('.message')).toHaveFocus();
  });

  it('TLK-060 closes with Escape from its field, and returns the focus to the message', async () => {
    storeStart();
    const { user, query } = await open(THREAD);
    await room().findByText('Cardboard and a dark sock.');
    await user.type(await field(), 'not yet{Escape}');
    await waitFor(isClosed);
    expect(query()).toEqual({ server: 's-obs', channel: 'general' });
    expect(room().getByText('Cardboard and a dark sock.').closest('.message')).toHaveFocus();
  });

  it('TLK-060 leaves Escape to a list of its field', async () => {
    storeStart();
    const { user } = await open(THREAD);
    await user.type(await field(), ':teles');
    await panel().findByRole('option', { name: /telescope/u });
    await user.keyboard('{Escape}');
    expect(panel().queryByRole('option')).toBeNull();
    await user.keyboard('{Escape}');
    await waitFor(isClosed);
  });

  it('TLK-042 sends, receives and reads its messages as a channel does', async () => {
    storeStart();
    stored = thread({ ...stored, readSeq: 1, unreadCount: 1 });
    const { user } = await open(THREAD);
    await user.type(await field(), 'It works.{Enter}');
    await isStored('It works.');
    expect(live.requests.findLast(({ name }) => name === 'message:send')?.payload).toMatchObject({
      channelId: T,
      content: 'It works.',
    });
    live.postMessage(T, { id: 'late', content: 'Item 9.', ...PELL });
    expect(await panel().findByText('Item 9.')).toBeInTheDocument();
    await waitFor(() => expect(marks).toContainEqual(expect.objectContaining({ id: T, body: { seq: 4 } })), {
      timeout: 3_000,
    });
  });

  it('TLK-063 keeps a draft of its own', async () => {
    storeStart();
    const { user } = await open(THREAD);
    await user.type(await field(), 'half a thought');
    expect(screen.getByRole('textbox', { name: 'Message #general' })).toHaveValue('');
    await user.click(panel().getByRole('button', { name: 'Close thread' }));
    await waitFor(isClosed);
    await user.click(await room().findByRole('link', { name: /2 replies/u }));
    await findPanel();
    expect(await field()).toHaveValue('half a thought');
  });

  it('TLK-062 keeps the place of its deleted message, live too', async () => {
    storeStart();
    await open(THREAD);
    await panel().findByText('Wool.');
    live.delete('general', 1);
    expect(await panel().findByText('This message was deleted.')).toBeInTheDocument();
    expect(await field()).toBeEnabled();
  });

  it('TLK-062 folds messages of hidden members, the first one too', async () => {
    mock(getHiddenMembers, { blocked: ['u-juno', 'u-pell'], muted: [] });
    storeStart();
    const { user } = await open(THREAD);
    expect(await panel().findByText('2 messages hidden')).toBeInTheDocument();
    const first = panel().getByRole('region', { name: 'The message that starts the thread' });
    expect(first).toHaveTextContent('1 message hidden');
    await user.click(within(first).getByRole('button', { name: 'Show' }));
    expect(first).toHaveTextContent('Cardboard and a dark sock.');
    expect(panel().queryByText('Wool.')).toBeNull();
  });

  it('TLK-044 is followed and left at once; a refusal is taken back with its reason', async () => {
    storeStart();
    const { user } = await open(THREAD);
    const left = mock(unfollowThread, () => {
      stored = { ...stored, isFollowed: false };
      return { ok: true };
    });
    await user.click(await panel().findByRole('button', { name: 'Following', pressed: true }));
    expect(await panel().findByRole('button', { name: 'Follow', pressed: false })).toBeInTheDocument();
    await waitFor(() =>
      expect(panel().getByRole('button', { name: 'Follow' })).toHaveAttribute('aria-disabled', 'false'),
    );
    expect(left).toMatchObject([{ id: T }]);
    mock(followThread, () => problem('quota_reached', 'You can follow up to 200 threads.'));
    await user.click(panel().getByRole('button', { name: 'Follow' }));
    await waitFor(() =>
      expect(useToast.getState().toast).toMatchObject({ description: 'You can follow up to 200 threads.' }),
    );
    expect(panel().getByRole('button', { name: 'Follow', pressed: false })).toBeInTheDocument();
  });

  it('TLK-065 can be read but not written in or followed by visitors, until they join', async () => {
    storeStart();
    mock(listServers, [{ ...observatory, membership: null }]);
    mock(joinServer, observatory);
    const { user } = await open(THREAD);
    expect(await panel().findByText('Wool.')).toBeInTheDocument();
    expect(panel().queryByRole('textbox')).toBeNull();
    expect(panel().queryByRole('button', { name: /Follow/u })).toBeNull();
    mock(listServers, [observatory]);
    await user.click(panel().getByRole('button', { name: 'Join' }));
    expect(await field()).toBeEnabled();
  });

  it('TLK-179 has the end of a time-out in place of its field, and can still be followed and read', async () => {
    storeStart();
    const timeOut = { until: new Date(Date.now() + 3_600_000).toISOString(), reason: 'Spoilers.' };
    mock(listServers, [{ ...observatory, timeOut }]);
    await open(THREAD);
    expect(await panel().findByText(/^You are timed out until/u)).toHaveTextContent('Reason: Spoilers.');
    expect(panel().queryByRole('textbox')).toBeNull();
    expect(await panel().findByRole('button', { name: /Follow/u })).toBeEnabled();
  });

  it('TLK-202 TLK-204 follows the lock and the slow mode of its channel', async () => {
    storeStart();
    const until = new Date(Date.now() + 60_000).toISOString();
    const general = { ...channel('general'), slowModeSeconds: 60, slowModeUntil: until };
    mock(listChannels, [general]);
    const { unmount } = await open(THREAD);
    expect(await field()).toHaveAccessibleDescription(/^Slow mode: you can write again in/u);
    expect(panel().getByRole('button', { name: 'SEND' })).toBeDisabled();
    unmount();
    mock(listChannels, [{ ...general, isLocked: true }]);
    await open(THREAD);
    expect(await panel().findByText('This channel is locked. You can read and react.')).toBeInTheDocument();
    expect(panel().queryByRole('textbox')).toBeNull();
  });

  it('TLK-065 says so if it cannot be found, or its channel is deleted while it is open', async () => {
    storeStart();
    const { navigate } = await open(`${ROOM}&thread=t-unknown`);
    expect(await panel().findByText('This thread cannot be found.')).toBeInTheDocument();
    navigate(THREAD);
    await panel().findByText('Wool.');
    mock(listChannels, [channel('tonight')]);
    const { membership: _m, unreadCount: _u, mentionCount: _n, ...shared } = observatory;
    broadcast('server:changed', shared);
    expect(await panel().findByText('This thread cannot be found.')).toBeInTheDocument();
    expect(panel().queryByText('Wool.')).toBeNull();
  });

  describe('when staff delete it', () => {
    /** What the server does. */
    const remove = () => {
      const { thread: _thread, ...start } = live.channelLog('general').messages[0]!;
      stored = thread({ id: 't-none' });
      followed = [];
      broadcast('message:edited', { ...start, rev: 2 });
      broadcast('thread:deleted', { serverId: 's-obs', parentId: 'general', channelId: T });
    };

    it('TLK-226 asks first and says how many replies go, then closes with a sentence', async () => {
      storeStart();
      mock(listServers, [{ ...observatory, membership: { role: 'moderator' } }]);
      const deletions = mock(deleteThread, () => {
        remove();
        return { ok: true } as const;
      });
      const { user } = await open(THREAD);
      await panel().findByText('Wool.');
      await user.click(panel().getByRole('button', { name: 'Options of the thread' }));
      await user.click(screen.getByRole('menuitem', { name: 'Delete thread' }));
      const dialog = screen.getByRole('alertdialog', { name: 'Delete thread' });
      expect(dialog).toHaveTextContent('This deletes 2 replies for everyone');
      expect(deletions).toHaveLength(0);
      await user.click(within(dialog).getByRole('button', { name: 'Delete thread' }));
      await waitFor(isClosed);
      expect(deletions).toEqual([expect.objectContaining({ id: T })]);
      expect(useToast.getState().toast?.title).toBe('The thread was deleted.');
      await waitFor(() => expect(room().queryByRole('link', { name: /replies/u })).toBeNull());
    });

    it('TLK-226 closes for its other readers, no longer counts, and the message can start another one', async () => {
      followed = [thread({ id: T, isFollowed: true, unreadCount: 2 })];
      mock(listServers, [{ ...observatory, mentionCount: 2 }]);
      storeStart();
      const { user, queryClient } = await open(THREAD);
      const serversKey = queryOf(listServers).queryKey;
      await panel().findByText('Wool.');
      expect(panel().queryByRole('button', { name: 'Options of the thread' })).toBeNull();
      remove();
      await waitFor(isClosed);
      expect(useToast.getState().toast?.title).toBe('The thread was deleted.');
      await waitFor(() => expect(queryClient.getQueryData(serversKey)?.[0]?.mentionCount).toBe(0));
      await user.click(room().getByRole('button', { name: 'Actions for the message by juno_9' }));
      await user.click(screen.getByRole('menuitem', { name: 'Reply in thread' }));
      await findPanel();
      expect(await panel().findByText('No replies yet.')).toBeInTheDocument();
    });
  });

  it('TLK-065 ends with the membership of its private dimension', async () => {
    storeStart();
    await open(THREAD);
    await panel().findByText('Wool.');
    mock(getServer, () => problem('not_found', 'Gone.'));
    broadcast('server:removed', { serverId: 's-obs' });
    expect(await screen.findByText('This dimension cannot be found.')).toBeInTheDocument();
    isClosed();
  });

  it('TLK-066 covers the messages of its channel on phones, and keeps them unread', async () => {
    setMedia('(max-width: 900px)');
    mock(listChannels, [{ ...channel('general'), lastSeq: 2, readSeq: 1, unreadCount: 1 }]);
    storeStart();
    live.channelLog('general').append({ id: 'covered', channelId: 'general', content: 'Meteor!' });
    stored = thread({ ...stored, readSeq: 1, unreadCount: 1 });
    const { user } = await open(THREAD);
    await panel().findByText('Wool.');
    await waitFor(() => expect(marks.map(({ id }) => id)).toEqual([T]), { timeout: 3_000 });
    await user.click(panel().getByRole('button', { name: 'Close thread' }));
    await waitFor(() => expect(marks.map(({ id }) => id)).toEqual([T, 'general']), { timeout: 3_000 });
  });
});

describe('a message without a thread', () => {
  const startFrom = async (user: ReturnType<typeof renderApp>['user']) => {
    await room().findByText('Cardboard and a dark sock.');
    await user.click(room().getByRole('button', { name: 'Actions for the message by juno_9' }));
    await user.click(screen.getByRole('menuitem', { name: 'Reply in thread' }));
    await findPanel();
  };

  it('TLK-060 TLK-063 starts one with the first reply, and keeps the field and its focus', async () => {
    storeStart({}, []);
    const { user, query } = await open(ROOM);
    const started = mock(startThread, ({ body }) => {
      const author = { username: 'vesper', displayName: null, profileImageUrl: null };
      const reply = {
        id: 'first',
        content: body?.content ?? '',
        nonce: body?.nonce ?? null,
        userId: ME,
        author,
      };
      return live.postMessage(T, reply);
    });
    await startFrom(user);
    expect(await panel().findByText('No replies yet.')).toBeInTheDocument();
    await waitFor(async () => expect(await field()).toHaveFocus());
    expect(query()).toEqual({ server: 's-obs', channel: 'general', start: 1 });
    stored = thread({ ...stored, lastSeq: 1, readSeq: 1 });
    const before = await field();
    await user.type(before, 'Which sock?{Enter}and which');
    await waitFor(() => expect(query()).toEqual({ server: 's-obs', channel: 'general', thread: T }));
    await isStored('Which sock?');
    expect(started).toMatchObject([{ id: 'root', body: { content: 'Which sock?' } }]);
    expect(await field()).toBe(before);
    expect(before).toHaveFocus();
    expect(before).toHaveValue('and which');
    await user.type(before, ' foot?{Enter}');
    await waitFor(() => expect(live.countRequests('message:send')).toBe(1));
    await isStored('and which foot?');
  });

  it('TLK-275 shows a first reply that is held, and keeps the field', async () => {
    storeStart({}, []);
    let held: OwnHeldMessage[] = [];
    mock(listOwnHeldMessages, () => held);
    mock(startThread, () => problem('held_for_review', 'Staff read it first.'));
    const { user } = await open(`${ROOM}&start=1`);
    await user.type(await field(), 'Free nitro{Enter}');
    await waitFor(() => expect(panel().queryByText('Free nitro')).toBeNull());
    held = [
      {
        id: 'h-1',
        channelId: T,
        threadOf: 'root',
        content: 'Free nitro',
        state: 'held',
        word: null,
        createdAt: at,
      },
    ];
    broadcast('held-messages:changed', {});
    expect(await panel().findByText('Free nitro')).toBeInTheDocument();
    expect(panel().getByRole('button', { name: 'Withdraw' })).toBeInTheDocument();
    expect(room().queryByText('Free nitro')).toBeNull();
    expect(await field()).toHaveValue('');
  });

  it('TLK-063 opens the thread that another member starts first, with the draft', async () => {
    storeStart({}, []);
    const { user, query } = await open(ROOM);
    const saves = mock(saveDraft, ({ id, body }) => ({
      channelId: id,
      content: body?.content ?? '',
      rev: 1,
    }));
    await startFrom(user);
    await user.type(await field(), 'me too');
    // The server cannot store the draft of a thread that does not exist.
    expect(saves).toEqual([]);
    const [start] = live.channelLog('general').messages;
    live.channelLog(T).append({ id: 'theirs', channelId: T, content: 'Which sock?', ...PELL });
    stored = thread({ ...stored, lastSeq: 1, readSeq: 0, unreadCount: 1 });
    broadcast('message:edited', {
      ...start,
      rev: 2,
      thread: threadSummary({ channelId: T, replyCount: 1, lastSeq: 1 }),
    });
    expect(await panel().findByText('Which sock?')).toBeInTheDocument();
    expect(query()).toEqual({ server: 's-obs', channel: 'general', thread: T });
    expect(await field()).toHaveValue('me too');
    await waitFor(() => expect(saves).toMatchObject([{ id: T, body: { content: 'me too' } }]), {
      timeout: 3_000,
    });
  });

  it('TLK-060 is fetched for its address after a reload, and cannot start one once it is deleted', async () => {
    storeStart({}, []);
    await open(`${ROOM}&start=1`);
    expect(await panel().findByText('Cardboard and a dark sock.')).toBeInTheDocument();
    expect(await field()).toBeEnabled();
    live.delete('general', 1);
    expect(await panel().findByText(/it cannot start a thread/u)).toBeInTheDocument();
    expect(panel().queryByRole('textbox')).toBeNull();
  });
});

describe('the followed threads of a dimension', () => {
  const list = () => within(screen.getByRole('navigation', { name: 'Threads you follow' }));

  it('TLK-045 TLK-064 are listed with what is unread, live, and counted as mentions until they are read', async () => {
    storeStart();
    followed = [thread({ id: T })];
    let mentionCount = 0;
    mock(listServers, () => [{ ...observatory, mentionCount }]);
    const { user } = await open(ROOM);
    const link = await screen.findByRole('link', { name: /^Cardboard and a dark sock\.\s*, in # general/u });
    await room().findByText('Cardboard and a dark sock.');
    live.channelLog(T).append({ id: 'third', channelId: T, content: 'Left foot.', ...PELL });
    followed = [thread({ id: T, lastSeq: 3, unreadCount: 1 })];
    mentionCount = 1;
    const change = { serverId: 's-obs', parentId: 'general', channelId: T, lastSeq: 3, isFollowed: true };
    broadcast('thread:changed', change);
    await within(link).findByText(', 1 unread');
    expect(await screen.findByRole('link', { name: 'Dimensions 1 mention' })).toBeInTheDocument();
    stored = thread({ ...stored, lastSeq: 3, unreadCount: 1 });
    mentionCount = 0;
    await user.click(link);
    await findPanel();
    expect(await panel().findByText('Left foot.')).toBeInTheDocument();
    await waitFor(() => expect(link).not.toHaveTextContent('unread'));
    expect(await screen.findByRole('link', { name: 'Dimensions' })).toBeInTheDocument();
    followed = [];
    broadcast('thread:changed', { ...change, isFollowed: false });
    await waitFor(() => expect(screen.queryByRole('navigation', { name: 'Threads you follow' })).toBeNull());
    expect(await panel().findByRole('button', { name: 'Follow', pressed: false })).toBeInTheDocument();
  });

  it('TLK-064 fold away beyond the latest five, except unread ones', async () => {
    followed = Array.from({ length: 8 }, (_, index) => {
      const start = { ...stored.message, content: `start ${index}` };
      return thread({ id: `folded-${index}`, message: start, unreadCount: index === 7 ? 1 : 0 });
    });
    const { user } = await open(ROOM);
    await screen.findByRole('link', { name: /start 7/u });
    expect(list().getAllByRole('link')).toHaveLength(6);
    await user.click(list().getByRole('button', { name: 'All 8 threads' }));
    expect(list().getAllByRole('link')).toHaveLength(8);
    await user.click(list().getByRole('button', { name: 'Fewer threads' }));
    expect(list().getAllByRole('link')).toHaveLength(6);
  });
});
