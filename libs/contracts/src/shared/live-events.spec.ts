import { describe, expect, it } from '@jest/globals';
import { LIVE_EVENTS } from './live-events.js';
import { LIVE_REQUESTS } from './live-requests.js';
import { ROOMS } from './live.js';

describe('the live contract', () => {
  it('GAP-139 names the requests', () => {
    expect(Object.keys(LIVE_REQUESTS)).toEqual([
      'waitlist:watch',
      'constellation:watch',
      'feed:watch',
      'feed:unwatch',
      'post:watch',
      'post:unwatch',
      'game:watch',
      'channel:open',
      'channel:close',
      'message:send',
      'typing:start',
      'typing:stop',
      'queue:look',
      'queue:leave',
      'presence:list',
    ]);
  });

  it('GAP-139 names the events', () => {
    expect(Object.keys(LIVE_EVENTS)).toEqual([
      'waitlist:count',
      'announcement:changed',
      'constellation:changed',
      'links:changed',
      'feed:changed',
      'post:changed',
      'bookmarks:changed',
      'visibility:changed',
      'messages:created',
      'message:edited',
      'message:deleted',
      'game:changed',
      'reactions:own',
      'author:removed',
      'channel:activity',
      'conversation:changed',
      'conversation:seen',
      'thread:changed',
      'thread:deleted',
      'mention',
      'attention:changed',
      'read-marks:changed',
      'draft:changed',
      'slow-mode:started',
      'held-messages:changed',
      'scheduled-messages:changed',
      'account:changed',
      'notifications:changed',
      'typing',
      'queue:changed',
      'queue:looked',
      'presence',
      'member:joined',
      'member:left',
      'member:changed',
      'server:changed',
      'groups:changed',
      'server:removed',
      'radio:changed',
      'radio:voted',
      'export:changed',
      'avatar:ready',
      'image:ready',
      'attachment:ready',
      'upload:failed',
      'connection:ending',
      'session:ended',
    ]);
  });

  it('GAP-138 names rooms after their subject', () => {
    expect([ROOMS.waitlist, ROOMS.channel('a'), ROOMS.server('a'), ROOMS.user('a')]).toEqual([
      'waitlist',
      'channel:a',
      'server:a',
      'user:a',
    ]);
  });
});
