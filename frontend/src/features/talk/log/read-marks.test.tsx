import { describe, expect, it } from '@jest/globals';
import { readTo } from './read-marks.js';

describe('readTo', () => {
  it('moves the mark forward only, and keeps later messages unread', () => {
    const unread = { lastSeq: 6, readSeq: 2, unreadCount: 4, mentionCount: 1 };
    expect(readTo(unread, 2)).toBe(unread);
    expect(readTo(unread, 5)).toEqual({ lastSeq: 6, readSeq: 5, unreadCount: 1, mentionCount: 1 });
    expect(readTo(unread, 6)).toEqual({ lastSeq: 6, readSeq: 6, unreadCount: 0, mentionCount: 0 });
  });
});
