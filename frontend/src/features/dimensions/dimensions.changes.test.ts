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
  withUnreadOf,
} from './dimensions.changes.js';
import { NOBODY, reducePresence } from './presence.reducer.js';

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

describe('what is told of a dimension, where it crossed on its way', () => {
  const early = '2026-01-02T00:00:00.000Z';
  const late = '2026-01-02T00:00:00.001Z';

  it('GAP-137 keeps the count of the later moment, in whatever order', () => {
    const counts = [
      { memberCount: 4, updatedAt: late },
      { memberCount: 3, updatedAt: early },
    ];
    for (const told of [counts, counts.toReversed()]) {
      const held = told.reduce((servers, count) => withMemberCount(servers, 's', count), [server]);
      expect(held).toEqual([{ ...server, memberCount: 4, updatedAt: late }]);
    }
  });

  it('GAP-137 keeps what all see alike of the later moment, and takes what is one’s own', () => {
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

describe('the channels held, and what is told of them', () => {
  it('come to what a new list holds: activity counts once, in whatever packets', () => {
    const told = [12, 11, 12, 13].reduce((held, seq) => withActivity(held, 'c', seq), [channel]);
    expect(told).toEqual([{ ...channel, lastSeq: 13, unreadCount: 3 }]);
  });

  it('count nothing that was read ahead of its activity, as in another tab', () => {
    const read = withRead([channel], 'c', 12);
    expect(withActivity(read, 'c', 12)).toEqual([{ ...channel, readSeq: 12, lastSeq: 12 }]);
    expect(withActivity(read, 'c', 13)).toEqual([{ ...channel, readSeq: 12, lastSeq: 13, unreadCount: 1 }]);
  });

  it('never move a read mark back, and drop mentions with the last unread message', () => {
    const held = [{ ...channel, lastSeq: 15, unreadCount: 5, mentionCount: 1 }];
    expect(withRead(held, 'c', 9)).toEqual(held);
    expect(withRead(held, 'c', 13)).toEqual([{ ...held[0], readSeq: 13, unreadCount: 2 }]);
    expect(withRead(held, 'c', 15)).toEqual([{ ...held[0], readSeq: 15, unreadCount: 0, mentionCount: 0 }]);
  });

  it('take no mention that is read already', () => {
    expect(withMention([channel], 'c', 10)).toEqual([channel]);
    expect(withMention([channel], 'c', 11)).toEqual([{ ...channel, mentionCount: 1 }]);
  });

  it('make the sums of their server', () => {
    const busy = [
      { ...channel, unreadCount: 3, mentionCount: 1 },
      { ...channel, id: 'd', unreadCount: 2 },
    ];
    expect(withUnreadOf([server], 's', busy)).toEqual([{ ...server, unreadCount: 5, mentionCount: 1 }]);
  });
});

describe('the servers held', () => {
  const { membership: _role, unreadCount: _unread, mentionCount: _mentions, ...shared } = server;

  it('keep what is the reader’s own where only the rest is told', () => {
    const held = { ...server, unreadCount: 4 };
    expect(withServer([held], { ...shared, name: 'Dome' })).toEqual([{ ...held, name: 'Dome' }]);
  });

  it('take in a server that is told in full, and none that is not', () => {
    expect(withServer([], server)).toEqual([server]);
    expect(withServer([], shared)).toEqual([]);
  });

  it('let one be out of a public server', () => {
    expect(withServer([server], { ...shared, membership: null })).toEqual([{ ...server, membership: null }]);
  });
});

describe('the members held', () => {
  it('hold each once, newest first', () => {
    const otto = { ...juno, userId: 'o', username: 'otto' };
    expect(withMember(withMember([juno], otto), otto)).toEqual([otto, juno]);
    expect(withoutMember([otto, juno], 'o')).toEqual([juno]);
  });

  it('take a name everywhere, and a role only in its own dimension', () => {
    const change = { ...juno, username: 'june', inServer: { serverId: 's', role: 'moderator' as const } };
    expect(withChangedMember([juno], 's', change)).toEqual([
      { ...juno, username: 'june', role: 'moderator' },
    ]);
    expect(withChangedMember([juno], 'other', change)).toEqual([{ ...juno, username: 'june' }]);
  });
});

describe('DIM-018 LIV-007 presence', () => {
  it('puts over a list what was told while it was on its way', () => {
    const told = [
      { type: 'asked' } as const,
      { type: 'changed', change: { online: ['c'], offline: ['a'] } } as const,
      { type: 'listed', online: ['a', 'b'] } as const,
    ].reduce(reducePresence, NOBODY);
    expect([...told.online].toSorted()).toEqual(['b', 'c']);
    const next = reducePresence(told, { type: 'changed', change: { online: [], offline: ['b'] } });
    expect([...next.online]).toEqual(['c']);
  });

  it('forgets who is not in a new list', () => {
    const old = reducePresence(NOBODY, { type: 'listed', online: ['a'] });
    const asked = reducePresence(old, { type: 'asked' });
    expect([...asked.online]).toEqual(['a']);
    expect([...reducePresence(asked, { type: 'listed', online: ['b'] }).online]).toEqual(['b']);
  });
});
