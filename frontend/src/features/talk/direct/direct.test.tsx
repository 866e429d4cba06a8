import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  acceptConversation,
  addConversationMember,
  advanceReadMark,
  blockMember,
  type ConversationView,
  createReport,
  declineConversation,
  getConversation,
  getHiddenMembers,
  getLinkDetails,
  getThread,
  leaveConversation,
  listConversations,
  listFollowedThreads,
  listMessages,
  search,
  setChannelAttention,
  startConversation,
  startThread,
  type ThreadView,
  updateConversation,
} from '@oniverse/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { useConnection } from '../../../live/connection.store.js';
import { problem } from '../../../testing/call-handler.js';
import { conversation, line, OTTO, SABLE } from '../../../testing/conversations.js';
import { setMedia } from '../../../testing/browser.js';
import { installLayout } from '../../../testing/layout.js';
import { LiveServer } from '../../../testing/live-server.js';
import { signIn } from '../../../testing/members.js';
import { resetMessages } from '../../../testing/messages.js';
import { mock } from '../../../testing/mock.js';
import { renderApp } from '../../../testing/render.js';
import { atTestEnd } from '../../../testing/reset.js';
import { setServerTime } from '../../../testing/server-time.js';
import { thread, threadSummary } from '../../../testing/threads.js';

const ME = '0193a000-0000-7000-8000-000000000001';
const SELF = { userId: ME, author: { username: 'vesper', displayName: null, profileImageUrl: null } };

let live: LiveServer;
/** What the server has. */
let stored: ConversationView[];
let lists: readonly unknown[];
let followed: ThreadView[];

const otto = (given: Partial<ConversationView> = {}) =>
  conversation({ last: line('Monday, ten past five.'), lastSeq: 1, readSeq: 1, ...given });
const group = (given: Partial<ConversationView> = {}) =>
  conversation({
    id: 'c-group',
    isGroup: true,
    members: [OTTO, SABLE],
    last: line('the oven is on', { userId: SABLE.userId, seq: 2, createdAt: '2026-03-04T20:00:00.000Z' }),
    lastSeq: 2,
    unreadCount: 2,
    ...given,
  });
const request = (given: Partial<ConversationView> = {}) =>
  conversation({
    id: 'c-request',
    members: [{ userId: 'u-arden', username: 'm_arden', displayName: null, profileImageUrl: null }],
    state: 'requested',
    last: line('Hello', { userId: 'u-arden' }),
    lastSeq: 1,
    unreadCount: 1,
    ...given,
  });
const arden = {
  userId: 'u-arden',
  author: { username: 'm_arden', displayName: null, profileImageUrl: null },
};

async function open(path = '/direct') {
  const view = renderApp(path);
  // The router's test harness disables the socket; these tests need it.
  act(() => useConnection.setState({ status: 'idle' }, true));
  await screen.findByRole('heading', { level: 1, name: 'Direct' });
  return view;
}
async function openTalk(id = 'c-otto', label = 'Write to otto_n') {
  // The router of a test keeps the address to itself.
  window.history.replaceState(null, '', `/direct/${id}`);
  atTestEnd(() => window.history.replaceState(null, '', '/'));
  const view = await open(`/direct/${id}`);
  await screen.findByLabelText(label);
  await waitFor(() => expect(live.countRequests('channel:open')).toBeGreaterThan(0));
  return view;
}
const broadcast = (name: string, payload: object) => live.io.emit(name, payload);
/** Chooses to copy the link of a message in its open menu. */
async function copyLink(user: Awaited<ReturnType<typeof open>>['user']): Promise<string | undefined> {
  const write = jest.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await user.click(screen.getByRole('menuitem', { name: 'Copy link' }));
  return write.mock.calls[0]?.[0];
}
const rows = () => within(screen.getByRole('list', { name: 'Conversations' })).getAllByRole('link');
const texts = () => rows().map(({ textContent }) => textContent);
/** Waits until the page hears of changes, and has what it missed before. */
async function connected(): Promise<void> {
  await waitFor(() => expect(useConnection.getState().status).toBe('live'));
  await waitFor(() => expect(lists.length).toBeGreaterThanOrEqual(4));
}

beforeEach(installLayout);
beforeEach(() => {
  signIn();
  setServerTime(Date.parse('2026-03-05T21:30:00.000Z'));
  jest.spyOn(document, 'hasFocus').mockReturnValue(true);
  live = new LiveServer();
  live.sessions.set('known-session', ME);
  live.start();
  live.io.on('connection', (socket) => {
    for (const name of ['typing:start', 'typing:stop']) {
      socket.on(name, (_request: object, answer: (ack: object) => void) => answer({ ok: true }));
    }
  });
  stored = [otto(), group()];
  lists = mock(listConversations, ({ query }) =>
    stored.filter(
      ({ state, last }) => last !== null && (state === 'requested') === (query.requested === 'true'),
    ),
  );
  followed = [];
  mock(listFollowedThreads, ({ query }) => (query.conversations === 'true' ? followed : []));
  mock(getConversation, ({ id }) => stored.find((one) => one.id === id) ?? problem('not_found'));
});

describe('the list of conversations', () => {
  it('TLK-435 has names, the last line, its time and a number of unread messages, and requests apart', async () => {
    stored = [
      otto({ last: line('the **shelf**', { userId: ME }) }),
      group(),
      conversation({
        id: 'c-gone',
        members: [],
        last: line(null, { createdAt: '2025-01-02T00:00:00.000Z' }),
      }),
      conversation({
        id: 'c-named',
        isGroup: true,
        name: 'Rooftop watch',
        last: line('', { createdAt: '2026-02-01T12:00:00.000Z' }),
      }),
      request(),
    ];
    await open();
    await screen.findByRole('list', { name: 'Conversations' });
    expect(texts()).toEqual([
      'otto_nYou: the shelf20:41',
      'otto_n, sablesable: the oven is onWed22 unread messages',
      'Rooftop watchotto_n: A file1 Feb',
      'former memberThis message was deleted.2 Jan 2025',
    ]);
    const requests = within(screen.getByRole('list', { name: 'requests' }));
    expect(requests.getByRole('link')).toHaveTextContent('m_ardenHello20:41');
    expect(screen.getByText('Nothing open.')).toBeInTheDocument();
  });

  it('TLK-436 moves a conversation to the top with its new line and number, and reads the list for an unknown one', async () => {
    await open();
    await screen.findByRole('list', { name: 'Conversations' });
    await connected();
    const late = { createdAt: '2026-03-05T21:20:00.000Z' };
    broadcast('conversation:changed', {
      id: 'c-group',
      last: line('stars!', { ...late, seq: 3, userId: SABLE.userId }),
    });
    await waitFor(() =>
      expect(texts()).toEqual([
        'otto_n, sablesable: stars!21:2033 unread messages',
        'otto_nMonday, ten past five.20:41',
      ]),
    );
    // An older event changes nothing.
    broadcast('conversation:changed', { id: 'c-group', last: line('late', { seq: 2 }) });
    stored = [
      ...stored,
      conversation({ id: 'c-new', members: [SABLE], last: line('hi', late), unreadCount: 1 }),
    ];
    broadcast('conversation:changed', { id: 'c-new', last: line('hi', late) });
    await waitFor(() => expect(texts().some((text) => text?.startsWith('sablehi'))).toBe(true));
    expect(texts().join(' ')).not.toContain('late');
  });

  it('TLK-436 folds messages of hidden members, and does not count them', async () => {
    mock(getHiddenMembers, { blocked: [], muted: [SABLE.userId] });
    await open();
    await screen.findByRole('list', { name: 'Conversations' });
    await connected();
    const last = line('stars!', { seq: 3, userId: SABLE.userId, createdAt: '2026-03-05T21:20:00.000Z' });
    broadcast('conversation:changed', { id: 'c-group', last });
    await waitFor(() => expect(texts()[0]).toContain('1 message hidden21:20'));
    expect(texts().join(' ')).toContain('2 unread messages');
  });

  it('TLK-436 follows read marks of other devices, changes without a message, and a reconnect', async () => {
    await open();
    await screen.findByText('2 unread messages');
    await connected();
    broadcast('read-marks:changed', { marks: [{ serverId: null, channelId: 'c-group', seq: 2 }] });
    await waitFor(() => expect(screen.queryByText('2 unread messages')).not.toBeInTheDocument());
    stored = [otto({ isGroup: true, name: 'Lamps' })];
    broadcast('conversation:changed', { id: 'c-otto', last: null });
    await screen.findByText('Lamps');
    stored = [otto({ isGroup: true, name: 'Tides' })];
    const before = lists.length;
    live.disconnectAll();
    await screen.findByText('Tides');
    expect(lists.length).toBeGreaterThan(before);
  });

  it('TLK-436 shows an own message at once, before the server has it', async () => {
    live.onSend = () => 'lost';
    live.broadcasts = false;
    stored = [group({ unreadCount: 0 }), otto()];
    const { user } = await openTalk('c-group', 'Write to otto_n, sable');
    await user.type(screen.getByLabelText('Write to otto_n, sable'), 'The east roof.{Enter}');
    expect(texts()[0]).toContain('otto_n, sableYou: The east roof.');
  });

  it('TLK-435 says that it is empty, and offers to try again after a failure', async () => {
    stored = [];
    await open();
    await screen.findByText('What you and others write to each other appears here.');
  });

  it('TLK-435 offers to try again after a failure', async () => {
    mock(listConversations, () => problem('internal_error'));
    const { user } = await open();
    await screen.findByText('Your conversations could not be loaded.');
    mock(listConversations, stored);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('list', { name: 'Conversations' });
  });

  it('TLK-448 is walked with Alt and the arrow keys', async () => {
    const { user, address } = await open();
    await screen.findByRole('list', { name: 'Conversations' });
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
    expect(address()).toBe('/direct/c-otto');
    expect(rows()[0]).toHaveAttribute('aria-current', 'page');
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
    expect(address()).toBe('/direct/c-group');
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
    expect(address()).toBe('/direct/c-otto');
  });
});

describe('the mark of unread conversations', () => {
  const unreadMenu = () => screen.findByRole('button', { name: 'Vesper Lund unread direct messages' });

  it('TLK-437 leads to Direct from every page until everything is read', async () => {
    const view = renderApp('/purpose');
    act(() => useConnection.setState({ status: 'idle' }, true));
    await view.user.click(await unreadMenu());
    const link = await screen.findByRole('link', { name: 'Direct unread direct messages' });
    expect(link).toHaveAttribute('href', '/direct');
    expect(screen.getByRole('button', { name: 'Open menu, direct messages' })).toBeInTheDocument();
    await connected();
    broadcast('read-marks:changed', { marks: [{ serverId: null, channelId: 'c-group', seq: 2 }] });
    await screen.findByRole('button', { name: 'Open menu' });
    expect(screen.getByRole('link', { name: 'Direct' })).toBeInTheDocument();
  });

  it('TLK-437 appears for a message that arrives, and for a request', async () => {
    stored = [otto()];
    renderApp('/purpose');
    act(() => useConnection.setState({ status: 'idle' }, true));
    await screen.findByRole('button', { name: 'Vesper Lund' });
    await connected();
    stored = [otto(), request()];
    broadcast('conversation:changed', { id: 'c-request', last: line('Hello', { userId: 'u-arden' }) });
    await unreadMenu();
  });
});

describe('a muted conversation', () => {
  it('TLK-453 says so in the list, and leaves the mark of unread ones to others', async () => {
    stored = [group({ isMuted: true })];
    await open();
    expect((await screen.findByRole('list', { name: 'Conversations' })).textContent).toMatch(/Wedmuted$/u);
    expect(screen.getByRole('button', { name: 'Vesper Lund' })).toBeInTheDocument();
    await connected();
    stored = [group()];
    broadcast('attention:changed', {});
    await screen.findByRole('button', { name: 'Vesper Lund unread direct messages' });
    expect(texts()).toEqual([expect.stringMatching(/Wed22 unread messages$/u)]);
  });

  it('TLK-453 is muted and unmuted beside its messages', async () => {
    const { user } = await openTalk();
    const changes = mock(setChannelAttention, ({ body }) => {
      stored = [otto({ isMuted: body?.level === 'nothing' }), group()];
      return { ok: true };
    });
    await user.click(await screen.findByRole('button', { name: 'Mute' }));
    await user.click(await screen.findByRole('button', { name: 'Unmute' }));
    await screen.findByRole('button', { name: 'Mute' });
    expect(changes).toMatchObject([
      { id: 'c-otto', body: { level: 'nothing' } },
      { id: 'c-otto', body: { level: 'dimension' } },
    ]);
  });
});

describe('a conversation', () => {
  it('TLK-438 shows its beginning, its messages and a field, without what only dimensions have', async () => {
    live
      .channelLog('c-otto')
      .append({ channelId: 'c-otto', content: 'Did you read it?', ...OTTO, author: OTTO });
    const { user } = await openTalk();
    const log = within(screen.getByRole('region', { name: 'Messages with otto_n' }));
    expect(await log.findByText('Did you read it?')).toBeInTheDocument();
    expect(document.querySelector('.direct-start')).toHaveTextContent(
      'You and otto_n have written here since 5 March.',
    );
    expect(screen.getByRole('heading', { level: 2, name: 'otto_n' })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Files of the conversation' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /pinned/iu })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Actions for the message by otto_n' }));
    const items = screen.getAllByRole('menuitem').map(({ textContent }) => textContent);
    expect(items).toEqual([
      'React',
      'Reply',
      'Reply in thread',
      'Copy text',
      'Copy link',
      'Remind me',
      'Report',
      'Mute',
      'Block',
    ]);
    expect(await copyLink(user)).toMatch(/\/direct\/c-otto\?message=1$/u);
  });

  it('TLK-438 sends, and shows what others write, in the list too', async () => {
    const { user } = await openTalk();
    await user.type(screen.getByLabelText('Write to otto_n'), 'Twice.{Enter}');
    await waitFor(() => expect(live.channelLog('c-otto').messages).toHaveLength(1));
    expect(live.requests.find(({ name }) => name === 'message:send')?.payload).toMatchObject({
      channelId: 'c-otto',
      content: 'Twice.',
    });
    live.postMessage('c-otto', { content: 'Monday.', userId: OTTO.userId, author: OTTO });
    await screen.findByText('Monday.', { selector: '.message__text' });
    await waitFor(() => expect(texts()[0]).toContain('otto_nMonday.'));
  });

  it('TLK-438 says that it does not exist, or could not be loaded', async () => {
    await open('/direct/c-none');
    await screen.findByRole('heading', { name: 'Conversation not found.' });
    expect(screen.getByRole('link', { name: 'All conversations' })).toHaveAttribute('href', '/direct');
  });

  it('TLK-439 is read while its end is in view, and its number goes', async () => {
    const marks = mock(advanceReadMark, { ok: true });
    const log = live.channelLog('c-group');
    log.append({ channelId: 'c-group' });
    log.append({ channelId: 'c-group' });
    await openTalk('c-group', 'Write to otto_n, sable');
    await waitFor(() => expect(screen.queryByText('2 unread messages')).not.toBeInTheDocument());
    await waitFor(() => expect(marks.map(({ id, body }) => [id, body])).toEqual([['c-group', { seq: 2 }]]));
  });

  it('TLK-442 says when nobody can write, in place of the field', async () => {
    stored = [otto({ isClosed: true })];
    live.channelLog('c-otto').append({ channelId: 'c-otto', content: 'Twice.', ...SELF });
    const { user } = await open('/direct/c-otto');
    await screen.findByText('Nobody can write in this conversation now.');
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
    await user.click(await screen.findByRole('button', { name: 'Actions for the message by vesper' }));
    expect(screen.queryByRole('menuitem', { name: 'Edit' })).not.toBeInTheDocument();
    expect(screen.getByRole('menuitem', { name: 'Delete' })).toBeInTheDocument();
  });

  it('TLK-442 takes text only while it waits to be accepted, and files from then on', async () => {
    stored = [otto({ isWaiting: true })];
    await openTalk();
    expect(screen.getByText(/You can send up to 3 messages until/u)).toHaveTextContent(
      'You can send up to 3 messages until otto_n accepts.',
    );
    expect(screen.queryByRole('button', { name: 'Add files' })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Files of the conversation' })).not.toBeInTheDocument();
    await connected();
    stored = [otto()];
    broadcast('conversation:changed', { id: 'c-otto', last: null });
    await screen.findByRole('button', { name: 'Files of the conversation' });
    expect(screen.queryByText(/You can send up to/u)).not.toBeInTheDocument();
  });

  it('TLK-449 keeps an unsent message over a reload', async () => {
    live.onSend = () => ({ ok: false, code: 'rate_limited', message: 'Too many.', retryAfter: 60 });
    const { user, unmount } = await openTalk();
    await user.type(screen.getByLabelText('Write to otto_n'), 'The east roof.{Enter}');
    await screen.findByText('The east roof.', { selector: '.message__text' });
    const kept = Object.entries(localStorage);
    unmount();
    resetMessages();
    for (const [key, value] of kept) localStorage.setItem(key, String(value));
    await openTalk();
    await screen.findByText('The east roof.', { selector: '.message__text' });
    expect(texts()[0]).toContain('otto_nYou: The east roof.');
  });

  it('TLK-447 has the line to the other member beside it, and what both are in', async () => {
    mock(getLinkDetails, {
      strength: 3,
      since: null,
      tags: [],
      nextTags: [],
      dimensions: [{ id: 's-obs', name: 'Observatory', isPublic: true }],
    });
    const { user } = await openTalk();
    const aside = within(screen.getByRole('complementary', { name: 'About otto_n' }));
    expect(await aside.findByRole('heading', { name: 'The line between you' })).toBeInTheDocument();
    expect(aside.getByText('Strength 3 of 5')).toBeInTheDocument();
    expect(aside.getByRole('link', { name: 'Observatory' })).toHaveAttribute(
      'href',
      '/dimensions/public?server=s-obs',
    );
    await user.click(aside.getByRole('button', { name: 'Block' }));
    expect(await screen.findByRole('alertdialog', { name: 'Block otto_n?' })).toBeInTheDocument();
    await user.keyboard('{Escape}');
    await user.click(aside.getByRole('button', { name: 'Report' }));
    expect(await screen.findByRole('dialog', { name: 'Report @otto_n' })).toBeInTheDocument();
  });
});

describe('a thread in a conversation', () => {
  const byOtto = { userId: OTTO.userId, author: OTTO };
  const panel = () => within(screen.getByRole('complementary', { name: 'Thread' }));
  const field = () => panel().findByRole('textbox', { name: 'Reply in thread' });
  const inOtto = (given: Partial<ThreadView> = {}): ThreadView =>
    thread({ id: 't-otto', serverId: null, parentId: 'c-otto', parentName: '', members: [OTTO], ...given });
  /** Stores a message with a thread, and its replies. */
  function store(given: Partial<ThreadView> = {}, replies: readonly string[] = ['Ten past.', 'Or five.']) {
    const summary = { channelId: 't-otto', replyCount: replies.length, lastSeq: replies.length };
    const message = live.channelLog('c-otto').append({
      id: 'root',
      channelId: 'c-otto',
      content: 'When on Monday?',
      ...byOtto,
      ...(replies.length > 0 && { thread: threadSummary(summary) }),
    });
    for (const [index, content] of replies.entries()) {
      live.channelLog('t-otto').append({ id: `reply-${index}`, channelId: 't-otto', content, ...byOtto });
    }
    const view = inOtto({ ...given, message, lastSeq: replies.length });
    mock(getThread, ({ id }) => (id === 't-otto' ? view : problem('not_found')));
    return view;
  }

  it('TLK-464 opens beside the conversation at its own address, with live replies', async () => {
    store();
    const { user, address, query } = await openTalk();
    await user.click(await screen.findByRole('link', { name: /^2 replies/u }));
    expect(await panel().findByText('Or five.')).toBeInTheDocument();
    expect([address(), query()]).toEqual(['/direct/c-otto', { thread: 't-otto' }]);
    expect(panel().getByRole('link', { name: 'in otto_n' })).toHaveAttribute(
      'href',
      '/direct/c-otto?message=1',
    );
    expect(screen.queryByRole('complementary', { name: 'About otto_n' })).not.toBeInTheDocument();
    expect(panel().queryByRole('button', { name: /pinned/iu })).not.toBeInTheDocument();
    await user.type(await field(), 'Five, then.{Enter}');
    await waitFor(() => expect(live.channelLog('t-otto').messages).toHaveLength(3));
    live.postMessage('t-otto', { content: 'Good.', ...byOtto });
    expect(await panel().findByText('Good.')).toBeInTheDocument();
    await user.click(panel().getByRole('button', { name: 'Close thread' }));
    await screen.findByRole('complementary', { name: 'About otto_n' });
    expect([address(), query()]).toEqual(['/direct/c-otto', {}]);
  });

  it('TLK-464 opens at the message that a link points to, and its messages have such links', async () => {
    store();
    const { user } = await openTalk('c-otto?thread=t-otto&message=2');
    await waitFor(() => expect(panel().getByText('Or five.').closest('.message')).toHaveClass('is-named'));
    const [first] = panel().getAllByRole('button', { name: 'Actions for the message by otto_n' });
    await user.click(first!);
    expect(screen.queryByRole('menuitem', { name: 'Reply in thread' })).not.toBeInTheDocument();
    expect(await copyLink(user)).toMatch(/\/direct\/c-otto\?thread=t-otto&message=1$/u);
  });

  it('TLK-464 says so if it is not one of the conversation', async () => {
    store({ parentId: 'c-group' });
    await openTalk('c-otto?thread=t-otto');
    expect(await panel().findByText('This thread cannot be found.')).toBeInTheDocument();
  });

  it('TLK-464 starts with the first reply to a message', async () => {
    const view = store({ readSeq: 1 }, []);
    mock(listMessages, [view.message]);
    const started = mock(startThread, ({ body }) =>
      live.postMessage('t-otto', { content: body?.content ?? '', nonce: body?.nonce ?? null, ...SELF }),
    );
    const { user, query } = await openTalk();
    await user.click(await screen.findByRole('button', { name: 'Actions for the message by otto_n' }));
    await user.click(screen.getByRole('menuitem', { name: 'Reply in thread' }));
    expect(await panel().findByText('No replies yet.')).toBeInTheDocument();
    expect(query()).toEqual({ start: 1 });
    await user.type(await field(), 'Ten past five.{Enter}');
    await waitFor(() => expect(query()).toEqual({ thread: 't-otto' }));
    expect(started).toMatchObject([{ id: 'root', body: { content: 'Ten past five.' } }]);
  });

  it('TLK-464 cannot start in a request, and cannot be written in once nobody can write in the conversation', async () => {
    stored = [otto({ isWaiting: true })];
    store();
    const { user } = await openTalk();
    await user.click(await screen.findByRole('button', { name: 'Actions for the message by otto_n' }));
    expect(screen.queryByRole('menuitem', { name: 'Reply in thread' })).not.toBeInTheDocument();
    await user.keyboard('{Escape}');
    await connected();
    stored = [otto({ isClosed: true })];
    broadcast('conversation:changed', { id: 'c-otto', last: null });
    await user.click(await screen.findByRole('link', { name: /^2 replies/u }));
    await panel().findByText('Or five.');
    expect(panel().getByText('Nobody can write in this conversation now.')).toBeInTheDocument();
    expect(panel().queryByRole('textbox')).not.toBeInTheDocument();
  });

  it('TLK-465 is marked in the list while something in it is unread, and listed with its conversation', async () => {
    const marks = mock(advanceReadMark, { ok: true });
    stored = [otto({ unreadInThreads: 2 })];
    followed = [store({ readSeq: 0, unreadCount: 2 })];
    const { user } = await openTalk();
    expect(rows()[0]).toHaveTextContent('2 unread messages in threads');
    const list = within(await screen.findByRole('navigation', { name: 'Threads you follow' }));
    const link = list.getByRole('link', { name: 'When on Monday? , in otto_n , 2 unread' });
    expect(link).toHaveAttribute('href', '/direct/c-otto?thread=t-otto');
    await connected();
    broadcast('thread:changed', {
      serverId: null,
      parentId: 'c-otto',
      channelId: 't-otto',
      lastSeq: 3,
      isFollowed: true,
    });
    await waitFor(() => expect(rows()[0]).toHaveTextContent('3 unread messages in threads'));
    expect(link).toHaveTextContent('3 unread');
    live.channelLog('t-otto').append({ id: 'third', channelId: 't-otto', content: 'Hm.', ...byOtto });
    await user.click(link);
    await panel().findByText('Hm.');
    await waitFor(() => expect(rows()[0]).not.toHaveTextContent('in threads'));
    expect(list.getByRole('link')).not.toHaveTextContent('unread');
    await waitFor(
      () => expect(marks.map(({ id, body }) => [id, body])).toContainEqual(['t-otto', { seq: 3 }]),
      {
        timeout: 3_000,
      },
    );
  });

  it('TLK-465 follows read marks of other devices, and marks every page until it is read', async () => {
    stored = [otto({ unreadInThreads: 1 })];
    renderApp('/purpose');
    act(() => useConnection.setState({ status: 'idle' }, true));
    await screen.findByRole('button', { name: 'Vesper Lund unread direct messages' });
    await connected();
    // The page knows no threads, so it asks.
    stored = [otto()];
    broadcast('read-marks:changed', { marks: [{ serverId: null, channelId: 't-otto', seq: 2 }] });
    await screen.findByRole('button', { name: 'Vesper Lund' });
  });

  it('TLK-466 covers the conversation on phones, and keeps it unread', async () => {
    setMedia('(max-width: 900px)');
    const marks = mock(advanceReadMark, { ok: true });
    stored = [otto({ lastSeq: 2, readSeq: 1, unreadCount: 1 })];
    store({ readSeq: 1, unreadCount: 1 });
    live.channelLog('c-otto').append({ id: 'covered', channelId: 'c-otto', content: 'And?', ...byOtto });
    const { user } = await openTalk('c-otto?thread=t-otto');
    await panel().findByText('Or five.');
    await waitFor(() => expect(marks.map(({ id }) => id)).toEqual(['t-otto']), { timeout: 3_000 });
    await user.click(panel().getByRole('button', { name: 'Close thread' }));
    await waitFor(() => expect(marks.map(({ id }) => id)).toEqual(['t-otto', 'c-otto']), { timeout: 3_000 });
  });
});

describe('a request', () => {
  async function openRequest() {
    stored = [otto(), request()];
    live.channelLog('c-request').append({
      channelId: 'c-request',
      content: 'Hello, see **https://a.example** #maps',
      ...arden,
    });
    const view = await open('/direct/c-request');
    await screen.findByText('Hello, see **https://a.example** #maps');
    return view;
  }

  it('TLK-440 shows the messages as plain text, and does not tell that they were read', async () => {
    const marks = mock(advanceReadMark, { ok: true });
    await openRequest();
    const page = within(screen.getByRole('region', { name: 'Request from m_arden' }));
    expect(page.getByRole('heading', { level: 3 })).toHaveTextContent('m_arden would like to write to you');
    expect(page.getByText(/does not learn/u)).toHaveTextContent(
      'm_arden does not learn that you have read this. Declining is silent.',
    );
    expect(page.queryByRole('link', { name: /example|maps/u })).not.toBeInTheDocument();
    expect(page.queryByRole('textbox')).not.toBeInTheDocument();
    live.postMessage('c-request', { content: 'And hello again', ...arden });
    expect(await page.findByText('And hello again')).toBeInTheDocument();
    expect(marks).toEqual([]);
  });

  it('TLK-440 becomes a conversation when it is accepted', async () => {
    const accepted = mock(acceptConversation, ({ id }) => {
      stored = [otto(), request({ state: 'joined' })];
      return stored.find((one) => one.id === id);
    });
    const { user } = await openRequest();
    await user.click(screen.getByRole('button', { name: 'Accept' }));
    await screen.findByLabelText('Write to m_arden');
    await waitFor(() => expect(texts()).toHaveLength(2));
    expect(screen.queryByRole('list', { name: 'requests' })).not.toBeInTheDocument();
    expect(accepted.map(({ id }) => id)).toEqual(['c-request']);
  });

  it('TLK-440 goes when it is declined', async () => {
    const declined = mock(declineConversation, () => {
      stored = [otto()];
      return { ok: true };
    });
    const { user, address } = await openRequest();
    await user.click(screen.getByRole('button', { name: 'Decline' }));
    await waitFor(() => expect(address()).toBe('/direct'));
    await waitFor(() => expect(screen.queryByRole('list', { name: 'requests' })).not.toBeInTheDocument());
    expect(declined).toHaveLength(1);
  });

  it('TLK-440 stays when it could not be accepted', async () => {
    mock(acceptConversation, () => problem('internal_error', 'Not now.'));
    const { user } = await openRequest();
    await user.click(screen.getByRole('button', { name: 'Accept' }));
    await screen.findByText('The request could not be accepted');
    expect(screen.getByRole('button', { name: 'Accept' })).toBeEnabled();
  });

  it('TLK-441 is reported and its author blocked in one step', async () => {
    const reports = mock(createReport, {
      id: 'r-1',
      kind: 'message',
      title: null,
      reason: 'spam',
      note: null,
      createdAt: '2026-03-05T21:30:00.000Z',
      result: null,
      closedAt: null,
    });
    const blocks = mock(blockMember, { ok: true });
    const { user } = await openRequest();
    await user.click(screen.getByRole('button', { name: 'Block and report' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Report this request' }));
    await user.click(dialog.getByRole('radio', { name: 'Spam' }));
    expect(blocks).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Report and block' }));
    await waitFor(() => expect(blocks.map(({ userId }) => userId)).toEqual(['u-arden']));
    expect(reports[0]?.body).toMatchObject({ kind: 'message', subjectId: 'm-1', reason: 'spam' });
  });
});

describe('a new conversation', () => {
  const found = (username: string) => ({
    id: `u-${username}`,
    username,
    displayName: null,
    profileImageUrl: null,
    bio: null,
    excerpt: null,
  });

  async function openDialog() {
    mock(search, ({ query }) => ({
      isComplete: true,
      members: {
        items: ['otto_n', 'otto_x', 'vesper'].filter((name) => name.startsWith(query.q ?? '')).map(found),
        nextCursor: null,
      },
    }));
    const view = await open();
    await view.user.click(screen.getByRole('button', { name: 'New' }));
    await screen.findByRole('dialog', { name: 'New conversation' });
    return view;
  }
  const field = () => screen.getByRole('combobox', { name: 'Find members' });

  it('TLK-443 starts with one member by the keyboard alone, and opens', async () => {
    const started = mock(startConversation, () => {
      const made = conversation();
      stored = [made];
      return made;
    });
    const { user, address } = await openDialog();
    expect(field()).toHaveFocus();
    expect(screen.getByRole('button', { name: 'Start' })).toBeDisabled();
    await user.type(field(), 'ott');
    await screen.findByRole('option', { name: '@otto_n' });
    await user.keyboard('{Enter}');
    expect(screen.queryByLabelText(/Name of the group/u)).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Start' }));
    await waitFor(() => expect(address()).toBe('/direct/c-otto'));
    expect(started[0]?.body).toEqual({ userIds: ['u-otto_n'] });
    await screen.findByLabelText('Write to otto_n');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(document.querySelector('.direct-start')).toHaveTextContent('Here you write to otto_n.');
  });

  it('TLK-443 starts with several members and a name', async () => {
    const started = mock(startConversation, group({ name: 'Roofs' }));
    stored = [group({ name: 'Roofs' })];
    const { user } = await openDialog();
    for (const name of ['otto_n', 'otto_x']) {
      await user.type(field(), name);
      await user.click(await screen.findByRole('option', { name: `@${name}` }));
    }
    const chosen = within(screen.getByRole('group', { name: 'Chosen members' }));
    expect(chosen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
      'Remove otto_n',
      'Remove otto_x',
    ]);
    await user.type(screen.getByLabelText(/Name of the group/u), 'Roofs');
    await user.click(screen.getByRole('button', { name: 'Start' }));
    await screen.findByLabelText('Write to Roofs');
    expect(started[0]?.body).toEqual({ userIds: ['u-otto_n', 'u-otto_x'], name: 'Roofs' });
  });

  it('TLK-443 does not offer the reader, and says why it could not start', async () => {
    mock(startConversation, () => problem('quota_reached', 'Try again tomorrow.'));
    const { user } = await openDialog();
    await user.type(field(), 'vesp');
    await waitFor(() => expect(screen.queryByRole('option')).not.toBeInTheDocument());
    await user.clear(field());
    await user.type(field(), 'otto_n');
    await user.click(await screen.findByRole('option', { name: '@otto_n' }));
    await user.click(screen.getByRole('button', { name: 'Start' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Try again tomorrow.');
  });

  it('TLK-444 gets a member, a name, and loses the one who leaves', async () => {
    mock(search, {
      isComplete: true,
      members: { items: [found('otto_n'), found('isolde')], nextCursor: null },
    });
    const added = mock(addConversationMember, group());
    const renamed = mock(updateConversation, group({ name: 'Roofs' }));
    const left = mock(leaveConversation, () => {
      stored = [otto()];
      return { ok: true };
    });
    stored = [otto(), group({ members: [{ ...OTTO, userId: 'u-otto_n' }, SABLE] })];
    const { user, address } = await openTalk('c-group', 'Write to otto_n, sable');
    const menu = async (name: string) => {
      await user.click(screen.getByRole('button', { name: 'Actions for the conversation' }));
      await user.click(await screen.findByRole('menuitem', { name }));
    };
    const members = within(screen.getByRole('complementary', { name: 'About otto_n, sable' }));
    expect(members.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'You',
      expect.stringContaining('@otto_n'),
      expect.stringContaining('@sable'),
    ]);
    await menu('Add a member');
    await user.type(field(), 'o');
    await screen.findByRole('option', { name: '@isolde' });
    expect(screen.getAllByRole('option')).toHaveLength(1);
    await user.keyboard('{Enter}');
    await user.click(screen.getByRole('button', { name: 'Add' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(added[0]?.body).toEqual({ userId: 'u-isolde' });
    await menu('Rename');
    await user.type(await screen.findByLabelText('Name'), 'Roofs');
    await user.click(screen.getByRole('button', { name: 'Rename' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(renamed[0]?.body).toEqual({ name: 'Roofs' });
    await menu('Leave');
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(address()).toBe('/direct'));
    await waitFor(() => expect(texts()).toHaveLength(1));
    expect(left).toHaveLength(1);
  });
});

describe('what a conversation keeps', () => {
  it('TLK-451 is chosen by either of two, said above the field, and for a group only by its starter', async () => {
    stored = [otto(), group({ mayChooseDisappearing: false, disappearsAfter: 'week' })];
    const { user } = await openTalk();
    const changes = mock(updateConversation, ({ body }) => {
      const changed = otto({ disappearsAfter: body?.disappearsAfter ?? 'never' });
      stored = stored.map((one) => (one.id === changed.id ? changed : one));
      return changed;
    });
    const choices = within(await screen.findByRole('radiogroup', { name: 'Messages disappear' }));
    expect(choices.getByRole('radio', { name: 'Never' })).toBeChecked();
    await user.click(choices.getByRole('radio', { name: '1 day' }));
    await screen.findByText('New messages disappear after a day.');
    expect(changes.map(({ body }) => body)).toEqual([{ disappearsAfter: 'day' }]);
    expect(screen.getByText('Applies to new messages, for both of you.')).toBeInTheDocument();
    await user.click(screen.getByRole('link', { name: /the oven is on/u }));
    await screen.findByText('The member who started the group decides.');
    expect(screen.queryByRole('radiogroup', { name: 'Messages disappear' })).toBeNull();
  });

  it('TLK-452 says that the own newest message was seen, at once', async () => {
    const own = line('Ten past five.', { userId: ME, seq: 3 });
    stored = [otto({ last: own, lastSeq: 3, seen: [{ userId: OTTO.userId, seq: 2 }] })];
    await openTalk();
    await connected();
    expect(screen.queryByText('Seen')).toBeNull();
    broadcast('conversation:seen', { id: 'c-otto', userId: OTTO.userId, seq: 3 });
    expect(await screen.findByText('Seen')).toBeInTheDocument();
  });
});
