import { describe, expect, it } from '@jest/globals';
import { message } from '../../../testing/live-server.js';
import {
  discard,
  markFailed,
  markSending,
  markStored,
  type Outbox,
  sendProblemOf,
  removeShown,
  nextToSend,
} from './operations.js';

const entry = (nonce: string) => ({
  nonce,
  channelId: 'tonight',
  userId: 'u-vesper',
  content: nonce,
  writtenAt: '2026-03-05T20:41:00.000Z',
  state: 'sending' as const,
});
const outbox: Outbox = [entry('a'), entry('b')];
const own = (seq: number, nonce: string) => message({ seq, nonce, userId: 'u-vesper' });
const noncesOf = (entries: Outbox) => entries.map(({ nonce }) => nonce);

describe('the outbox', () => {
  it('LIV-010 removes a message once it is shown, whether the acknowledgement or the packet arrives first', () => {
    const acknowledgedFirst = removeShown(markStored(outbox, 'a', 7), 'tonight', [own(7, 'a')]);
    const packetFirst = markStored(removeShown(outbox, 'tonight', [own(7, 'a')]), 'a', 7);
    expect(noncesOf(acknowledgedFirst)).toEqual(['b']);
    expect(noncesOf(packetFirst)).toEqual(['b']);
  });

  it('LIV-010 keeps a stored message until the channel has loaded its seq', () => {
    const stored = markStored(outbox, 'a', 7);
    expect(removeShown(stored, 'tonight', [message({ seq: 5 }), message({ seq: 6 })])).toBe(stored);
    expect(noncesOf(removeShown(stored, 'tonight', [message({ seq: 8 })]))).toEqual(['b']);
  });

  it('keeps a message when another member or another channel uses the same nonce', () => {
    expect(removeShown(outbox, 'tonight', [message({ seq: 7, nonce: 'a' })])).toBe(outbox);
    expect(removeShown(outbox, 'general', [own(7, 'a')])).toBe(outbox);
  });

  it('sends in the order of writing and continues after a refused message', () => {
    expect(nextToSend(outbox, 'tonight', 'u-vesper')?.nonce).toBe('a');
    const refused = markFailed(outbox, 'a', { message: 'No.' });
    expect(nextToSend(refused, 'tonight', 'u-vesper')?.nonce).toBe('b');
    expect(nextToSend(refused, 'general', 'u-vesper')).toBeUndefined();
    expect(refused.map(sendProblemOf)).toEqual([{ message: 'No.' }, undefined]);
  });

  it('retries or discards a refused message', () => {
    const refused = markFailed(outbox, 'a', { message: 'No.' });
    expect(markSending(refused, 'a')).toEqual(outbox);
    expect(noncesOf(discard(refused, 'a'))).toEqual(['b']);
  });
});
