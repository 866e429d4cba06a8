import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  advanceReadMark,
  type AttentionView,
  type ChannelView,
  getAttention,
  getHiddenMembers,
  getServer,
  LIMITS,
  listChannels,
  listGroups,
  listMembers,
  listServers,
  listTimeOuts,
  type MemberView,
  NEXT_CURSOR_HEADER,
  removeMember,
  saveDraft,
  type ServerView,
} from '@oniverse/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { useConnection } from '../../../live/connection.store.js';
import { OPEN_CHANNEL } from '../../../testing/channels.js';
import { problem } from '../../../testing/call-handler.js';
import { groupView } from '../../../testing/servers.js';
import { installLayout } from '../../../testing/layout.js';
import { LiveServer } from '../../../testing/live-server.js';
import { signIn } from '../../../testing/members.js';
import { mock } from '../../../testing/mock.js';
import { attentionQuery } from '../attention/index.js';
import { hiddenMembersQuery } from '../../safety/safety/safety.queries.js';
import { serversQuery } from './dimensions.queries.js';
import { renderApp } from '../../../testing/render.js';
import { setServerTime } from '../../../testing/server-time.js';

const at = '2026-01-01T00:00:00.000Z';
const times = { createdAt: at, updatedAt: at };
const ME = '0193a000-0000-7000-8000-000000000001';
const observatory: ServerView = {
  id: 's-obs',
  ownerId: 'system',
  name: 'Observatory',
  description: null,
  isPublic: true,
  memberCount: 3,
  membership: { role: 'moderator' },
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
const person = (username: string, given: Partial<MemberView> = {}): MemberView => ({
  userId: `u-${username}`,
  username,
  displayName: null,
  profileImageUrl: null,
  role: 'member',
  online: false,
  joinedAt: at,
  ...given,
});
let live: LiveServer;
let online: string[];
let stored: ChannelView[];

async function openServer() {
  const view = renderApp('/dimensions/public?server=s-obs');
  // The router's test harness disables the socket; these tests need it.
  act(() => useConnection.setState({ status: 'idle' }, true));
  await screen.findByLabelText('Message #general');
  await waitFor(() => expect(live.countRequests('presence:list')).toBeGreaterThan(0));
  await waitFor(() => expect(live.countRequests('channel:open')).toBeGreaterThan(0));
  return view;
}
const broadcast = (name: string, payload: object) => live.io.emit(name, payload);
const panel = () => within(screen.getByRole('complementary', { name: 'Users Online' }));
const names = () =>
  panel()
    .queryAllByRole('button')
    .map(({ textContent }) => textContent);

beforeEach(installLayout);
beforeEach(() => {
  signIn();
  online = [ME, 'u-juno_9'];
  live = new LiveServer();
  live.sessions.set('known-session', ME);
  live.start();
  live.io.on('connection', (socket) => {
    socket.on('presence:list', (_request: object, answer: (ack: object) => void) =>
      answer({ ok: true, online }),
    );
    for (const name of ['typing:start', 'typing:stop']) {
      socket.on(name, (_request: object, answer: (ack: object) => void) => answer({ ok: true }));
    }
  });
  const channel = (name: string) => ({
    id: name,
    serverId: 's-obs',
    name,
    description: null,
    isDefault: name === 'general',
    lastSeq: 0,
    readSeq: 0,
    unreadCount: 0,
    mentionCount: 0,
    ...OPEN_CHANNEL,
    ...times,
  });
  mock(listServers, [observatory]);
  stored = [channel('general'), channel('tonight')];
  mock(listChannels, stored);
  mock(listTimeOuts, []);
  mock(listGroups, []);
  mock(listMembers, [person('vesper', { userId: ME, role: 'moderator' }), person('juno_9'), person('otto')]);
});

describe('a mention while another page is open', () => {
  const dimensions = (name: string) => screen.findByRole('link', { name });

  it('shows a dot in the navigation and a count in the page title', async () => {
    const { user, navigate } = renderApp('/purpose');
    act(() => useConnection.setState({ status: 'idle' }, true));
    expect(await dimensions('Dimensions')).toBeInTheDocument();
    await waitFor(() => expect(useConnection.getState().status).toBe('live'));
    expect(document.title).toBe('Our Purpose, Oniverse');
    broadcast('mention', { serverId: 's-obs', channelId: 'tonight', seq: 2 });
    expect(await dimensions('Dimensions 1 mention')).toBeInTheDocument();
    expect(document.title).toBe('(1) Our Purpose, Oniverse');
    broadcast('mention', { serverId: 's-obs', channelId: 'tonight', seq: 3 });
    expect(await dimensions('Dimensions 2 mentions')).toBeInTheDocument();
    navigate('/fund');
    await waitFor(() => expect(document.title).toBe('(2) Star Fuel, Oniverse'));
    await user.click(screen.getByRole('button', { name: 'Open menu, 2 mentions' }));
    expect(await screen.findAllByRole('link', { name: 'Dimensions 2 mentions' })).toHaveLength(2);
  });

  it('counts earlier mentions, and disappears when they are read elsewhere', async () => {
    let mentionCount = 3;
    mock(listServers, () => [{ ...observatory, mentionCount }]);
    renderApp('/purpose');
    expect(await dimensions('Dimensions 3 mentions')).toBeInTheDocument();
    mentionCount = 0;
    document.dispatchEvent(new Event('visibilitychange'));
    expect(await dimensions('Dimensions')).toBeInTheDocument();
    expect(document.title).toBe('Our Purpose, Oniverse');
  });
});

describe('muted channels and read marks of other devices', () => {
  const place = { serverId: 's-obs', serverName: 'Observatory', isPublic: true };
  const channelLink = (name: RegExp) => screen.findByRole('link', { name });

  it('TLK-101 a mention in a muted channel counts nowhere', async () => {
    mock(getAttention, { servers: [{ ...place, level: 'nothing' }], channels: [] });
    const { queryClient } = renderApp('/purpose');
    act(() => useConnection.setState({ status: 'idle' }, true));
    await waitFor(() => expect(useConnection.getState().status).toBe('live'));
    await waitFor(() => expect(queryClient.getQueryData(attentionQuery.queryKey)).toBeDefined());
    broadcast('mention', { serverId: 's-obs', channelId: 'tonight', seq: 2 });
    broadcast('channel:activity', { serverId: 's-obs', channels: [{ channelId: 'tonight', lastSeq: 2 }] });
    broadcast('mention', { serverId: 's-other', channelId: 'other', seq: 2 });
    await waitFor(() => expect(document.title).toBe('Our Purpose, Oniverse'));
    expect(queryClient.getQueryData<ServerView[]>(serversQuery.queryKey)).toMatchObject([
      { unreadCount: 0, mentionCount: 0 },
    ]);
  });

  it('TLK-103 a choice on another device mutes and unmutes channels at once', async () => {
    let attention: AttentionView = { servers: [], channels: [] };
    mock(getAttention, () => attention);
    await openServer();
    broadcast('channel:activity', { serverId: 's-obs', channels: [{ channelId: 'tonight', lastSeq: 2 }] });
    expect(await channelLink(/tonight.*2 unread/)).toHaveClass('is-unread');
    attention = { servers: [{ ...place, level: 'nothing' }], channels: [] };
    broadcast('attention:changed', {});
    const muted = await channelLink(/tonight.*muted/);
    expect(muted).not.toHaveClass('is-unread');
    attention = { servers: [], channels: [] };
    broadcast('attention:changed', {});
    expect(await channelLink(/tonight.*2 unread/)).toBeInTheDocument();
  });

  it('TLK-107 a read mark of another device takes the unread count away at once', async () => {
    await openServer();
    broadcast('channel:activity', { serverId: 's-obs', channels: [{ channelId: 'tonight', lastSeq: 3 }] });
    await channelLink(/tonight.*3 unread/);
    broadcast('read-marks:changed', { marks: [{ serverId: 's-obs', channelId: 'tonight', seq: 2 }] });
    await channelLink(/tonight.*1 unread/);
    broadcast('read-marks:changed', { marks: [{ serverId: 's-obs', channelId: 'tonight', seq: 3 }] });
    await waitFor(() => expect(screen.queryByRole('link', { name: /tonight.*unread/ })).toBeNull());
  });

  it('TLK-106 TLK-107 marks without names, or in dimensions that are not loaded, are fetched', async () => {
    let unreadCount = 3;
    mock(listServers, () => [{ ...observatory, unreadCount }]);
    const { queryClient } = renderApp('/purpose');
    act(() => useConnection.setState({ status: 'idle' }, true));
    await waitFor(() => expect(useConnection.getState().status).toBe('live'));
    const unread = () => queryClient.getQueryData<ServerView[]>(serversQuery.queryKey)?.[0]?.unreadCount;
    await waitFor(() => expect(unread()).toBe(3));
    unreadCount = 1;
    broadcast('read-marks:changed', { marks: [{ serverId: 's-obs', channelId: 'tonight', seq: 2 }] });
    await waitFor(() => expect(unread()).toBe(1));
    unreadCount = 0;
    broadcast('read-marks:changed', { marks: null });
    await waitFor(() => expect(unread()).toBe(0));
  });
});

describe('a time-out', () => {
  const END = '2026-01-01T12:00:00.000Z';
  const change = (timeOut: ServerView['timeOut']) =>
    broadcast('server:changed', { ...observatory, membership: { role: 'member' }, timeOut });
  const composer = () => screen.findByLabelText('Message #general');

  beforeEach(() => setServerTime(Date.parse('2026-01-01T11:00:00.000Z')));

  it('TLK-179 takes the place of the composer with its end and reason, until staff end it, and keeps the draft', async () => {
    mock(saveDraft, ({ id: channelId, body }) => ({ channelId, content: body?.content ?? '', rev: 1 }));
    const { user } = await openServer();
    await user.type(await composer(), 'For later');
    change({ until: END, reason: 'Spoilers.' });
    const notice = await screen.findByText(/^You are timed out until .*You can read, but not write/u);
    expect(notice).toHaveTextContent('Reason: Spoilers.');
    expect(screen.queryByLabelText('Message #general')).toBeNull();
    const typed = live.countRequests('typing:start');
    change(null);
    expect(await composer()).toHaveValue('For later');
    expect(live.countRequests('typing:start')).toBe(typed);
  });

  it('TLK-179 ends when its time has come, also on a device that slept', async () => {
    await openServer();
    change({ until: END, reason: 'Spoilers.' });
    await screen.findByText(/^You are timed out until/u);
    setServerTime(Date.parse(END));
    act(() => void window.dispatchEvent(new Event('focus')));
    expect(await composer()).toBeInTheDocument();
    expect(screen.queryByText(/^You are timed out until/u)).toBeNull();
  });
});

describe('slow mode', () => {
  const NOW = Date.parse('2026-01-01T11:00:00.000Z');
  const until = (seconds: number) => new Date(NOW + seconds * 1_000).toISOString();
  const composer = () => screen.findByLabelText('Message #general');
  const button = () => screen.getByRole('button', { name: 'SEND' });
  const sent = () => live.countRequests('message:send');
  const slow = (slowModeUntil: string | null = null) =>
    mock(
      listChannels,
      stored.map((each) => ({ ...each, slowModeSeconds: 30, slowModeUntil })),
    );

  beforeEach(() => {
    setServerTime(NOW);
    mock(listServers, [{ ...observatory, membership: { role: 'member' } }]);
    mock(saveDraft, ({ id: channelId, body }) => ({ channelId, content: body?.content ?? '', rev: 1 }));
  });

  it('TLK-202 keeps the text and sends nothing until the time comes, also when another device wrote', async () => {
    slow();
    const { user } = await openServer();
    expect(await composer()).toHaveAccessibleDescription('Slow mode: 30 seconds between messages');
    broadcast('slow-mode:started', { serverId: 's-obs', channelId: 'general', until: until(30) });
    await waitFor(() => expect(button()).toBeDisabled());
    expect(await composer()).toHaveAccessibleDescription(/^Slow mode: you can write again in \d+ s$/u);
    await user.type(await composer(), 'For later{Enter}');
    expect([await composer(), sent()]).toEqual([expect.objectContaining({ value: 'For later' }), 0]);
    setServerTime(NOW + 30_000);
    act(() => void window.dispatchEvent(new Event('focus')));
    await waitFor(() => expect(button()).toBeEnabled());
    expect(sent()).toBe(0);
    await user.type(await composer(), '{Enter}');
    await waitFor(() => expect(sent()).toBe(1));
    expect(await composer()).toHaveValue('');
  });

  it('TLK-202 is known after a reload, and sends no second message before the first has its answer', async () => {
    slow(until(3_700));
    const { user } = await openServer();
    expect(await composer()).toHaveAccessibleDescription(/^Slow mode: you can write again in 1:01:\d\d$/u);
    setServerTime(NOW + 3_700_000);
    act(() => void window.dispatchEvent(new Event('focus')));
    await waitFor(() => expect(button()).toBeEnabled());
    const message = 'Slow mode is on: members wait 30 seconds after each message.';
    live.onSend = () => ({ ok: false, code: 'slow_mode', message, retryAfter: 30 });
    await user.type(await composer(), 'first{Enter}second{Enter}');
    expect(await screen.findByText(/Slow mode is on: .* Next attempt in (?:30|29) s\./u)).toBeInTheDocument();
    expect([await composer(), sent()]).toEqual([expect.objectContaining({ value: 'second' }), 1]);
    live.onSend = () => undefined;
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(screen.queryByText(/Next attempt/u)).toBeNull());
  });

  it('TLK-202 does not concern staff', async () => {
    mock(listServers, [observatory]);
    slow(until(30));
    await openServer();
    expect(button()).toBeEnabled();
    expect(await composer()).not.toHaveAccessibleDescription();
  });
});

describe('a locked channel', () => {
  it('TLK-204 has a sentence in place of the field while it is locked, and keeps the draft', async () => {
    const member = { ...observatory, membership: { role: 'member' as const } };
    mock(listServers, [member]);
    mock(saveDraft, ({ id: channelId, body }) => ({ channelId, content: body?.content ?? '', rev: 1 }));
    const { user } = await openServer();
    await user.type(await screen.findByLabelText('Message #general'), 'For later');
    const lock = (isLocked: boolean) => {
      mock(
        listChannels,
        stored.map((each) => ({ ...each, isLocked })),
      );
      broadcast('server:changed', member);
    };
    lock(true);
    expect(await screen.findByText('This channel is locked. You can read and react.')).toBeInTheDocument();
    expect(screen.queryByLabelText('Message #general')).toBeNull();
    expect(screen.getByRole('link', { name: /general.*locked/u })).toBeInTheDocument();
    lock(false);
    expect(await screen.findByLabelText('Message #general')).toHaveValue('For later');
  });

  it('TLK-204 keeps its field for staff', async () => {
    mock(
      listChannels,
      stored.map((each) => ({ ...each, isLocked: true })),
    );
    await openServer();
    expect(screen.getByLabelText('Message #general')).toBeEnabled();
  });
});

describe('a server page with live events', () => {
  it('DIM-017 DIM-018 LIV-007 shows who is online as members come and go', async () => {
    await openServer();
    await waitFor(() => expect(names()).toEqual(['JU@juno_9', 'VE@vespermoderatoryou']));
    broadcast('presence', { serverId: 's-obs', online: ['u-otto'], offline: ['u-juno_9'] });
    await waitFor(() => expect(names()).toEqual(['OT@otto', 'VE@vespermoderatoryou']));
    broadcast('member:joined', { serverId: 's-obs', member: person('nyx'), memberCount: 4, updatedAt: at });
    broadcast('member:joined', {
      serverId: 's-obs',
      member: person('pell', { online: true }),
      memberCount: 4,
      updatedAt: at,
    });
    await panel().findByRole('button', { name: /pell/ });
    expect(panel().queryByRole('button', { name: /nyx/ })).toBeNull();
    expect(screen.getByText('4 members')).toBeInTheDocument();
    broadcast('member:left', { serverId: 's-obs', userId: 'u-pell', memberCount: 3, updatedAt: at });
    await waitFor(() => expect(panel().queryByRole('button', { name: /pell/ })).toBeNull());
    expect(screen.getByText('3 members')).toBeInTheDocument();
  });

  it('marks a channel with unread messages or mentions until it is read', async () => {
    const { user } = await openServer();
    const link = () => screen.getByRole('link', { name: /tonight/ });
    broadcast('channel:activity', { serverId: 's-obs', channels: [{ channelId: 'tonight', lastSeq: 2 }] });
    await within(link()).findByText('2 unread');
    broadcast('mention', { serverId: 's-obs', channelId: 'tonight', seq: 2 });
    await within(link()).findByText('1 mention of you');
    const key = `oni-unsent:${ME}:read:tonight`;
    const mark = { kind: 'read', id: 'read:tonight', talkId: 'tonight', serverId: 's-obs', seq: 2 };
    const given = { userId: ME, at: '2026-03-05T20:41:00.000Z', tab: 'other', state: 'waiting' };
    localStorage.setItem(key, JSON.stringify({ ...mark, ...given }));
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key })));
    await waitFor(() => expect(link()).toHaveTextContent(/^#tonight$/));
    await user.click(link());
    expect(await screen.findByLabelText('Message #tonight')).toBeInTheDocument();
  });

  it('TLK-251 marks and suggests mentions of groups, as the groups change', async () => {
    const watch = groupView('night_watch', { serverId: 's-obs', mentionableBy: 'members', isOwn: true });
    let groups = [watch, groupView('lookouts', { serverId: 's-obs' })];
    mock(listGroups, () => groups);
    mock(listServers, [{ ...observatory, membership: { role: 'member' } }]);
    live.channelLog('general').append({ content: '@night_watch the comet!' });
    const { user } = await openServer();
    const marked = () => document.querySelector('.message__text .mention.is-me');
    await waitFor(() => expect(marked()).toHaveTextContent('@night_watch'));
    const field = screen.getByLabelText('Message #general');
    await user.type(field, '@lo');
    expect(screen.queryByRole('listbox')).toBeNull();
    groups = [{ ...watch, isOwn: false }, groupView('lookouts', { mentionableBy: 'members' })];
    broadcast('groups:changed', { serverId: 's-obs' });
    expect(
      await screen.findByRole('option', { name: '@lookouts, a group of 0 members' }),
    ).toBeInTheDocument();
    expect(marked()).toBeNull();
  });

  it('NXT-469 leaves a channel unlit while only hidden members write', async () => {
    mock(getHiddenMembers, { blocked: ['u-otto'], muted: ['u-nyx'] });
    const { queryClient } = await openServer();
    await waitFor(() => expect(queryClient.getQueryData(hiddenMembersQuery.queryKey)).toBeDefined());
    const activity = (lastSeq: number, userIds?: string[]) =>
      broadcast('channel:activity', {
        serverId: 's-obs',
        channels: [{ channelId: 'tonight', lastSeq, ...(userIds && { userIds }) }],
      });
    const link = () => screen.getByRole('link', { name: /tonight/ });
    activity(2, ['u-otto', 'u-nyx']);
    broadcast('mention', { serverId: 's-obs', channelId: 'tonight', seq: 2, userId: 'u-otto' });
    activity(3, ['u-juno_9']);
    await within(link()).findByText('1 unread');
    expect(within(link()).queryByText(/mention/)).toBeNull();
    // Only the server knows how many of these count.
    mock(listChannels, () => stored.map((channel) => ({ ...channel, lastSeq: 9, unreadCount: 4 })));
    activity(9, ['u-otto', 'u-juno_9']);
    await within(link()).findByText('4 unread');
  });

  it('keeps a channel read when an older answer of the server counts it as unread', async () => {
    jest.spyOn(document, 'hasFocus').mockReturnValue(true);
    let fetched = 0;
    const unread = { lastSeq: 1, unreadCount: 1, mentionCount: 1, readSeq: 0, ...times };
    mock(listChannels, () => {
      fetched += 1;
      const names = fetched > 2 ? ['general', 'tonight', 'a-marker'] : ['general', 'tonight'];
      return names.map((id) => ({
        id,
        name: id,
        serverId: 's-obs',
        description: null,
        isDefault: id === 'general',
        ...OPEN_CHANNEL,
        ...(id === 'general' ? unread : { ...unread, lastSeq: 0, unreadCount: 0, mentionCount: 0 }),
      }));
    });
    const stored = mock(advanceReadMark, { ok: true });
    live.channelLog('general').append({ content: 'just read' });
    await openServer();
    const general = () => screen.getByRole('link', { name: /^(?!Search).*general/ });
    await waitFor(() => expect(general()).toHaveTextContent(/^#general$/));
    const { membership: _m, unreadCount: _u, mentionCount: _n, ...shared } = observatory;
    await waitFor(() => {
      broadcast('server:changed', shared);
      expect(screen.getByRole('link', { name: /a-marker/ })).toBeInTheDocument();
    });
    expect(general()).toHaveTextContent(/^#general$/);
    await waitFor(() => expect(stored).toHaveLength(1), { timeout: 3_000 });
    expect(general()).toHaveTextContent(/^#general$/);
  });

  it('shows who is typing, until they stop', async () => {
    await openServer();
    const until = () => new Date(Date.now() + 5_000).toISOString();
    const typing = (username: string, end = until()) =>
      broadcast('typing', { channelId: 'general', userId: `u-${username}`, username, until: end });
    typing('juno_9');
    await waitFor(() => expect(screen.getByText(/is typing/)).toHaveTextContent('juno_9 is typing'));
    // Not a live region: announcements would interrupt those of the messages.
    expect(screen.getByText(/is typing/).closest('output, [role="status"], [aria-live]')).toBeNull();
    typing('otto');
    await waitFor(() =>
      expect(screen.getByText(/are typing/)).toHaveTextContent('juno_9 and otto are typing'),
    );
    typing('pell');
    await screen.findByText('several people are typing');
    for (const name of ['juno_9', 'otto', 'pell']) typing(name, at);
    await waitFor(() => expect(screen.queryByText(/typing/)).toBeNull());
  });

  it.each([-60, 60])('NXT-411 shows who is typing on a device that is %s minutes ahead', async (minutes) => {
    await openServer();
    const now = Date.now() - minutes * 60_000;
    setServerTime(now);
    const typing = (until: number) =>
      broadcast('typing', {
        channelId: 'general',
        userId: 'u-juno',
        username: 'juno_9',
        until: new Date(until).toISOString(),
      });
    typing(now + 5_000);
    await screen.findByText(/is typing/);
    typing(now - 5_000);
    await waitFor(() => expect(screen.queryByText(/typing/)).toBeNull());
    setServerTime(Date.now());
  });

  it('reports that the server cannot be found after a removal event', async () => {
    await openServer();
    mock(getServer, () => problem('not_found', 'Gone.'));
    broadcast('server:removed', { serverId: 's-obs' });
    expect(await screen.findByText('This dimension cannot be found.')).toBeInTheDocument();
  });

  it('shows a new name at once', async () => {
    await openServer();
    const { membership: _m, unreadCount: _u, mentionCount: _n, ...shared } = observatory;
    broadcast('server:changed', { ...shared, name: 'Dome' });
    expect(await screen.findByRole('heading', { name: 'Dome' })).toBeInTheDocument();
  });

  it('searches members beyond the loaded pages for mentions, cards and the member list', async () => {
    const old = person('old_timer', { displayName: 'Old Timer' });
    const searches: string[] = [];
    mock(listMembers, ({ query: { q, cursor = '0' } }) => {
      if (q !== undefined) {
        searches.push(q);
        return 'old_timer'.includes(q) ? [old] : [];
      }
      const page = Number(cursor);
      const members = Array.from({ length: LIMITS.page.max }, (_, place) => person(`m${page}_${place}`));
      if (page === 0) members[0] = person('vesper', { userId: ME, role: 'moderator' });
      return Response.json(members, { headers: { [NEXT_CURSOR_HEADER]: String(page + 1) } });
    });
    const { user } = await openServer();
    const author = { username: 'old_timer', displayName: null, profileImageUrl: null };
    live.postMessage('general', { userId: old.userId, author, content: 'In my day' });
    await user.click(await screen.findByRole('button', { name: '@old_timer' }));
    const card = await screen.findByRole('dialog', { name: 'Old Timer @old_timer' });
    expect(within(card).getByText('Old Timer')).toBeInTheDocument();
    expect(within(card).getByRole('link', { name: 'View profile' })).toHaveAttribute('href', '/u/old_timer');
    await user.keyboard('{Escape}');

    await user.type(screen.getByLabelText('Message #general'), 'ask @old_');
    await user.click(await screen.findByRole('option', { name: /old_timer/ }));
    expect(screen.getByLabelText('Message #general')).toHaveValue('ask @old_timer ');

    await user.click(screen.getByRole('button', { name: 'Manage Observatory' }));
    await user.click(screen.getByRole('menuitem', { name: 'All members' }));
    await user.type(await screen.findByRole('searchbox', { name: 'Find a member' }), 'Old T');
    expect(await screen.findByText('No member matches your search.')).toBeInTheDocument();
    await user.clear(screen.getByRole('searchbox', { name: 'Find a member' }));
    await user.type(screen.getByRole('searchbox', { name: 'Find a member' }), 'timer');
    expect(await screen.findByRole('button', { name: /old_timer/ })).toBeInTheDocument();
    expect(searches).toContain('timer');
  });

  it('lets a moderator remove a member from their card, after a confirmation', async () => {
    const { user } = await openServer();
    const removals = mock(removeMember, { ok: true });
    await user.click(await panel().findByRole('button', { name: /juno_9/ }));
    const card = within(screen.getByRole('dialog', { name: '@juno_9' }));
    expect(card.queryByRole('button', { name: 'Make moderator' })).toBeNull();
    await user.click(card.getByRole('button', { name: 'Remove from dimension' }));
    const question = within(screen.getByRole('alertdialog', { name: 'Remove @juno_9' }));
    await user.click(question.getByRole('button', { name: 'Remove member' }));
    await waitFor(() => expect(removals.map(({ userId }) => userId)).toEqual(['u-juno_9']));
    await waitFor(() => expect(panel().queryByRole('button', { name: /juno_9/ })).toBeNull());
  });
});
