import { describe, expect, it } from '@jest/globals';
import { type NotificationCause, notifyEntry, parseCause } from './notification-causes.js';

const ID = '019abb00-7f3c-7d2e-9a41-3b5c8d0e6f12';
const OTHER = '019abb00-7f3c-7d2e-9a41-3b5c8d0e6f13';

const CAUSES: readonly NotificationCause[] = [
  { kind: 'mention', channelId: ID, seq: 530 },
  { kind: 'reply', replyId: ID },
  { kind: 'post', postId: ID },
  { kind: 'ripple', postId: ID, userId: OTHER },
  { kind: 'invite', serverId: ID, userId: OTHER, inviterId: ID },
  { kind: 'report', caseId: ID },
  { kind: 'export', exportId: ID },
];

describe('causes of notifications', () => {
  it.each(CAUSES)('NXT-080 survive the outbox: $kind', (cause) => {
    expect(parseCause(notifyEntry(cause).subject)).toEqual(cause);
  });

  it.each(['', 'comet:1', 'mention:1:2', `reply:${ID}:${ID}`, `ripple:${ID}`, `mention:${ID}:x`])(
    'NXT-080 of an unknown form are recognised: %s',
    (subject) => {
      expect(parseCause(subject)).toBeUndefined();
    },
  );
});
