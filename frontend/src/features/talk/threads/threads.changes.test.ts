import { describe, expect, it } from '@jest/globals';
import { thread } from '../../../testing/threads.js';
import { withChange, withFollowedChange } from './threads.changes.js';

const change = (channelId: string, lastSeq: number, isFollowed = true) => ({
  serverId: 's-obs',
  parentId: 'general',
  channelId,
  lastSeq,
  isFollowed,
});

describe('a live event of a thread', () => {
  it('counts new messages once, and none that are read', () => {
    const before = thread({ lastSeq: 4, readSeq: 4 });
    const after = withChange(before, change('t-1', 6));
    expect(after).toMatchObject({ lastSeq: 6, unreadCount: 2 });
    expect(withChange(after, change('t-1', 6))).toEqual(after);
    expect(withChange(thread({ lastSeq: 4, readSeq: 6 }), change('t-1', 6))).toMatchObject({
      unreadCount: 0,
    });
  });

  it('puts an active thread first, removes one that is no longer followed, and asks for a new one', () => {
    const [first, second] = [thread({ id: 't-1' }), thread({ id: 't-2' })];
    const ids = (threads: readonly { id: string }[] | undefined) => threads?.map(({ id }) => id);
    expect(ids(withFollowedChange([first, second], change('t-2', 9)))).toEqual(['t-2', 't-1']);
    expect(ids(withFollowedChange([first, second], change('t-2', 1)))).toEqual(['t-1', 't-2']);
    expect(ids(withFollowedChange([first, second], change('t-1', 9, false)))).toEqual(['t-2']);
    expect(withFollowedChange([first], change('t-3', 1))).toBeUndefined();
  });
});
