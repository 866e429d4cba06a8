import { beforeEach, describe, expect, it } from '@jest/globals';
import { message } from '../../testing/live-server.js';
import { resetMessages } from '../../testing/messages.js';
import type { PendingMessage } from './messages.outbox.js';
import { sendProblemOf } from './messages.outbox.js';
import { applyToChannel, updateOutbox, useMessages } from './messages.store.js';
import { restoreUnsent } from './messages.unsent.js';

const entry = (nonce: string, given: Partial<PendingMessage> = {}): PendingMessage => ({
  nonce,
  channelId: 'tonight',
  userId: 'u-vesper',
  content: `text ${nonce}`,
  writtenAt: '2026-03-05T20:41:00.000Z',
  state: 'sending',
  ...given,
});
const outbox = () => useMessages.getState().outbox;

function leaveWith(...entries: PendingMessage[]): void {
  updateOutbox(() => entries);
  window.dispatchEvent(new Event('pagehide'));
  resetMessages();
}

beforeEach(resetMessages);

describe('messages that a closed page had not sent', () => {
  it('are restored with their nonces, for their author to retry or discard', () => {
    leaveWith(entry('a'), entry('b', { state: { failed: { message: 'No.' } } }));
    restoreUnsent('u-vesper');
    expect(outbox().map(({ nonce, content }) => [nonce, content])).toEqual([
      ['a', 'text a'],
      ['b', 'text b'],
    ]);
    expect(outbox().map((pending) => sendProblemOf(pending)?.message)).toEqual([
      'You left the page before it went out.',
      'You left the page before it went out.',
    ]);
  });

  it('are never shown to another member', () => {
    leaveWith(entry('a'));
    restoreUnsent('u-otto');
    expect(outbox()).toEqual([]);
    restoreUnsent('u-vesper');
    expect(outbox()).toHaveLength(1);
  });

  it('are not restored if stored, already restored or already pending', () => {
    leaveWith(entry('stored', { state: { storedAs: 3 } }), entry('a'));
    updateOutbox(() => [entry('a')]);
    restoreUnsent('u-vesper');
    expect(outbox()).toEqual([entry('a')]);
    resetMessages();
    restoreUnsent('u-vesper');
    expect(outbox()).toEqual([]);
  });

  it('are stored once when several pages close', () => {
    leaveWith(entry('a'));
    leaveWith(entry('a'), entry('b'));
    restoreUnsent('u-vesper');
    expect(outbox().map(({ nonce }) => nonce)).toEqual(['a', 'b']);
  });

  it('are removed when the channel contains them', () => {
    leaveWith(entry('a'));
    restoreUnsent('u-vesper');
    const messages = [message({ seq: 1, nonce: 'a', userId: 'u-vesper' })];
    applyToChannel('tonight', {
      type: 'opened',
      request: { channelId: 'tonight' },
      answer: { messages, changed: [], lastSeq: 1, lastRev: 1, more: false },
    });
    expect(outbox()).toEqual([]);
  });

  it('are ignored if the stored value is malformed', () => {
    localStorage.setItem('oni-unsent:u-vesper', '[{"nonce":1}]');
    restoreUnsent('u-vesper');
    localStorage.setItem('oni-unsent:u-vesper', 'nonsense');
    restoreUnsent('u-vesper');
    expect(outbox()).toEqual([]);
  });
});
