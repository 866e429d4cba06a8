import { describe, expect, it } from '@jest/globals';
import { message } from '../../testing/live-server.js';
import {
  discard,
  markFailed,
  markSending,
  markStored,
  type Outbox,
  problemWith,
  settle,
  unsent,
} from './messages.outbox.js';

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
  it('LIV-010 lets go of a message when it is shown, whether its acknowledgement or its packet comes first', () => {
    const acknowledgedFirst = settle(markStored(outbox, 'a', 7), 'tonight', [own(7, 'a')]);
    const packetFirst = markStored(settle(outbox, 'tonight', [own(7, 'a')]), 'a', 7);
    expect(noncesOf(acknowledgedFirst)).toEqual(['b']);
    expect(noncesOf(packetFirst)).toEqual(['b']);
  });

  it('LIV-010 keeps a stored message in view until its place in the channel is reached', () => {
    const stored = markStored(outbox, 'a', 7);
    expect(settle(stored, 'tonight', [message({ seq: 5 }), message({ seq: 6 })])).toBe(stored);
    expect(noncesOf(settle(stored, 'tonight', [message({ seq: 8 })]))).toEqual(['b']);
  });

  it("is not settled by another member's message with the same nonce, nor by another channel", () => {
    expect(settle(outbox, 'tonight', [message({ seq: 7, nonce: 'a' })])).toBe(outbox);
    expect(settle(outbox, 'general', [own(7, 'a')])).toBe(outbox);
  });

  it('sends in the order of writing, and goes on after one that was refused', () => {
    expect(unsent(outbox, 'tonight')?.nonce).toBe('a');
    const refused = markFailed(outbox, 'a', { message: 'No.' });
    expect(unsent(refused, 'tonight')?.nonce).toBe('b');
    expect(unsent(refused, 'general')).toBeUndefined();
    expect(refused.map(problemWith)).toEqual([{ message: 'No.' }, undefined]);
  });

  it('sends again or forgets what was refused', () => {
    const refused = markFailed(outbox, 'a', { message: 'No.' });
    expect(markSending(refused, 'a')).toEqual(outbox);
    expect(noncesOf(discard(refused, 'a'))).toEqual(['b']);
  });
});
