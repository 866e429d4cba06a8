import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { message } from '../../../testing/live-server.js';
import { resetMessages } from '../../../testing/messages.js';
import { firstReplyChannel } from './messages.first-reply.js';
import { markFailed, markStored, type PendingMessage, sendProblemOf } from './messages.outbox.js';
import { discardSend, moveToThread } from './messages.sending.js';
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
const nonces = () => outbox().map(({ nonce }) => nonce);

/** Ends the page without notice, as a crash or a discarded tab does: what is in storage stays. */
function crash(): void {
  const stored = Object.entries(localStorage);
  resetMessages();
  for (const [key, value] of stored) localStorage.setItem(key, value);
}
function crashWith(...entries: PendingMessage[]): void {
  updateOutbox(() => entries);
  crash();
}
const changeInOtherTab = (key: string, newValue: string | null) =>
  window.dispatchEvent(new StorageEvent('storage', { key, newValue }));

beforeEach(resetMessages);
afterEach(() => {
  resetMessages();
  localStorage.clear();
});

describe('messages that an earlier page had not sent', () => {
  it('TLK-131 outlast a crash and the next one, with their nonces, for their author to retry or discard', () => {
    crashWith(entry('a'), entry('b', { state: { failed: { message: 'No.' } } }));
    for (const _time of ['first', 'second']) {
      restoreUnsent('u-vesper');
      expect(outbox().map(({ nonce, content }) => [nonce, content])).toEqual([
        ['a', 'text a'],
        ['b', 'text b'],
      ]);
      expect(outbox().map((pending) => sendProblemOf(pending)?.message)).toEqual([
        'You left the page before it went out.',
        'You left the page before it went out.',
      ]);
      crash();
    }
  });

  it('TLK-131 are in storage as soon as they are in the outbox, and first replies move with their thread', () => {
    updateOutbox(() => [entry('a', { channelId: firstReplyChannel('m-1') })]);
    expect(Object.values(localStorage)).toEqual([expect.stringContaining(firstReplyChannel('m-1'))]);
    moveToThread('m-1', 'thread-1');
    crash();
    restoreUnsent('u-vesper');
    expect(outbox()).toMatchObject([{ nonce: 'a', channelId: 'thread-1' }]);
  });

  it('TLK-131 leave the storage when the server has them or the member discards them', () => {
    updateOutbox(() => ['sent', 'shown', 'discarded', 'refused'].map((nonce) => entry(nonce)));
    updateOutbox((pending) => markStored(pending, 'sent', 3));
    discardSend('discarded');
    updateOutbox((pending) => markFailed(pending, 'refused', { message: 'No.' }));
    showInChannel('shown');
    crash();
    restoreUnsent('u-vesper');
    expect(nonces()).toEqual(['refused']);
  });

  it('are never shown to another member', () => {
    crashWith(entry('a'));
    restoreUnsent('u-otto');
    expect(outbox()).toEqual([]);
    restoreUnsent('u-vesper');
    expect(outbox()).toHaveLength(1);
  });

  it('are not restored if already pending', () => {
    crashWith(entry('a'));
    updateOutbox(() => [entry('a')]);
    restoreUnsent('u-vesper');
    expect(outbox()).toEqual([entry('a')]);
  });

  it('TLK-131 are all restored when several tabs stored some, in the order in which they were written', () => {
    crashWith(entry('b', { writtenAt: '2026-03-05T20:42:00.000Z' }));
    crashWith(entry('a'));
    restoreUnsent('u-vesper');
    expect(nonces()).toEqual(['a', 'b']);
  });

  it('TLK-131 leave a tab when another one sent or discarded them', () => {
    updateOutbox(() => [entry('a'), entry('b'), entry('stored', { state: { storedAs: 3 } })]);
    changeInOtherTab('oni-unsent:u-vesper:b', '{}');
    changeInOtherTab('oni-unsent:u-vesper:stored', null);
    changeInOtherTab('oni-unsent:u-vesper:a', null);
    expect(nonces()).toEqual(['b', 'stored']);
  });

  it('are removed when the channel contains them', () => {
    crashWith(entry('a'));
    restoreUnsent('u-vesper');
    showInChannel('a');
    expect(outbox()).toEqual([]);
  });

  it('are restored from the list of the previous release, and stored one by one', () => {
    const { state: _state, ...message } = entry('a');
    localStorage.setItem('oni-unsent:u-vesper', JSON.stringify([message]));
    restoreUnsent('u-vesper');
    expect(nonces()).toEqual(['a']);
    expect(Object.keys(localStorage)).toEqual(['oni-unsent:u-vesper:a']);
  });

  it('are ignored if the stored value is malformed', () => {
    localStorage.setItem('oni-unsent:u-vesper', '[{"nonce":1}]');
    localStorage.setItem('oni-unsent:u-vesper:a', 'nonsense');
    restoreUnsent('u-vesper');
    expect(outbox()).toEqual([]);
  });
});

function showInChannel(nonce: string): void {
  const messages = [message({ seq: 1, nonce, userId: 'u-vesper' })];
  applyToChannel('tonight', {
    type: 'opened',
    request: { channelId: 'tonight' },
    answer: { messages, changed: [], lastSeq: 1, lastRev: 1, more: false },
  });
}
