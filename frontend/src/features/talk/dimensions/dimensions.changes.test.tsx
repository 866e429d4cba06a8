import { describe, expect, it } from '@jest/globals';
import type { ChannelView, MemberView, ServerView } from '@oniverse/contracts';
import {
  withActivity,
  withChangedMember,
  withMember,
  withMemberCount,
  withMention,
  withoutMember,
  withRead,
  withServer,
  withUnreadSums,
} from './dimensions.changes.js';
import { OPEN_CHANNEL } from '../../../testing/channels.js';
import { NO_PRESENCE, reducePresence } from './presence.reducer.js';

const at = '2026-01-01T00:00:00.000Z';
const times = { createdAt: at, updatedAt: at };
const server: ServerView = {
  id: 's',
  ownerId: 'o',
  name: 'Observatory',
  description: null,
  isPublic: true,
  memberCount: 2,
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
const channel: ChannelView = {
  id: 'c',
  serverId: 's',
  name: 'general',
  description: null,
  isDefault: true,
  lastSeq: 10,
  readSeq: 10,
  unreadCount: 0,
  mentionCount: 0,
  ...OPEN_CHANNEL,
  ...times,
};
const juno: MemberView = {
  userId: 'j',
  username: 'juno_9',
  displayName: null,
  profileImageUrl: null,
  role: 'member',
  online: true,
  joinedAt: at,
};

describe('events of a server that arrive out of order', () => {
  const early = '2026-01-02T00:00:00.000Z';
  const late = '2026-01-02T00:00:00.001Z';

  it('GAP-137 keep the newest member count in any order', () => {
    const counts = [
      { memberCount: 4, updatedAt: late },
      { memberCount: 3, updatedAt: early },
    ];
    for (const events of [counts, counts.toReversed()]) {
      const servers = events.reduce((list, count) => withMemberCount(list, 's', count), [server]);
      expect(servers).toEqual([{ ...server, memberCount: 4, updatedAt: late }]);
    }
  });

  it('GAP-137 keep the newest shared fields, but apply the member’s own fields', () => {
    const { membership: _membership, unreadCount: _unread, mentionCount: _mentions, ...shared } = server;
    const renamed = withServer([server], { ...shared, name: 'Late', updatedAt: late });
    expect(
      withServer(renamed, {
        ...shared,
        name: 'Early',
        membership: { role: 'moderator' },
        updatedAt: early,
      }),
    ).toEqual([{ ...server, name: 'Late', membership: { role: 'moderator' }, updatedAt: late }]);
  });
});

describe('the cached channels', () => {
  it('count activity once, for any split into packets', () => {
    const channels = [12, 11, 12, 13].reduce((list, seq) => withActivity(list, 'c', seq), [channel]);
    expect(channels).toEqual([{ ...channel, lastSeq: 13, unreadCount: 3 }]);
  });

  it('do not count messages read before their activity event, as in another tab', () => {
    const read = withRead([channel], 'c', 12);
    expect(withActivity(read, 'c', 12)).toEqual([{ ...channel, readSeq: 12, lastSeq: 12 }]);
    expect(withActivity(read, 'c', 13)).toEqual([{ ...channel, readSeq: 12, lastSeq: 13, unreadCount: 1 }]);
  });

  it('never move a read mark back, and clear mentions with the last unread message', () => {
    const unread = { ...channel, lastSeq: 15, unreadCount: 5, mentionCount: 1 };
    expect(withRead([unread], 'c', 9)).toEqual([unread]);
    expect(withRead([unread], 'c', 13)).toEqual([{ ...unread, readSeq: 13, unreadCount: 2 }]);
    expect(withRead([unread], 'c', 15)).toEqual([
      { ...unread, readSeq: 15, unreadCount: 0, mentionCount: 0 },
    ]);
  });

  it('ignore a mention that is already read', () => {
    expect(withMention([channel], 'c', 10)).toEqual([channel]);
    expect(withMention([channel], 'c', 11)).toEqual([{ ...channel, mentionCount: 1 }]);
  });

  it('sum up to the counts of their server', () => {
    const busy = [
      { ...channel, unreadCount: 3, mentionCount: 1 },
      { ...channel, id: 'd', unreadCount: 2 },
    ];
    expect(withUnreadSums([server], 's', busy, 3)).toEqual([{ ...server, unreadCount: 5, mentionCount: 4 }]);
  });
});

describe('the cached servers', () => {
  const { membership: _role, unreadCount: _unread, mentionCount: _mentions, ...shared } = server;

  it('keep the member’s own fields when an event has only the shared ones', () => {
    const cached = { ...server, unreadCount: 4 };
    expect(withServer([cached], { ...shared, name: 'Dome' })).toEqual([{ ...cached, name: 'Dome' }]);
  });

  it('add a server from a complete event, but not from a partial one', () => {
    expect(withServer([], server)).toEqual([server]);
    expect(withServer([], shared)).toEqual([]);
  });

  it('keep a public server that the member left', () => {
    expect(withServer([server], { ...shared, membership: null })).toEqual([{ ...server, membership: null }]);
  });
});

describe('the cached members', () => {
  it('contain each member once, newest first', () => {
    const otto = { ...juno, userId: 'o', username: 'otto' };
    expect(withMember(withMember([juno], otto), otto)).toEqual([otto, juno]);
    expect(withoutMember([otto, juno], 'o')).toEqual([juno]);
  });

  it('apply a new name everywhere, and a role only in its own server', () => {
    const change = { ...juno, username: 'june', inServer: { serverId: 's', role: 'moderator' as const } };
    expect(withChangedMember([juno], 's', change)).toEqual([
      { ...juno, username: 'june', role: 'moderator' },
    ]);
    expect(withChangedMember([juno], 'other', change)).toEqual([{ ...juno, username: 'june' }]);
  });
});

describe('DIM-018 LIV-007 presence', () => {
  it('applies events that arrived while the list was loading', () => {
    const merged = [
      { type: 'requested' } as const,
      { type: 'changed', change: { online: ['c'], offline: ['a'] } } as const,
      { type: 'listed', online: ['a', 'b'] } as const,
    ].reduce(reducePresence, NO_PRESENCE);
    expect([...merged.online].toSorted()).toEqual(['b', 'c']);
    const next = reducePresence(merged, { type: 'changed', change: { online: [], offline: ['b'] } });
    expect([...next.online]).toEqual(['c']);
  });

  it('removes members who are not in a new list', () => {
    const old = reducePresence(NO_PRESENCE, { type: 'listed', online: ['a'] });
    const requested = reducePresence(old, { type: 'requested' });
    expect([...requested.online]).toEqual(['a']);
    expect([...reducePresence(requested, { type: 'listed', online: ['b'] }).online]).toEqual(['b']);
  });
});
