import { quoteSchema } from '@oniverse/contracts';
import * as v from 'valibot';
import { unsentKey } from '../../session/unsent-texts.js';
import { type PendingMessage } from './messages.outbox.js';
import { updateOutbox, useMessages } from './messages.store.js';
import { MESSAGE_TEXTS } from './messages.texts.js';

const keyOf = (userId: string) => unsentKey('messages', userId);
const unsentSchema = v.object({
  nonce: v.string(),
  channelId: v.string(),
  userId: v.string(),
  content: v.string(),
  replyTo: v.optional(quoteSchema),
  writtenAt: v.string(),
});
type UnsentMessage = v.InferOutput<typeof unsentSchema>;

function readUnsent(userId: string): UnsentMessage[] {
  const stored: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? 'null');
  return v.is(v.array(unsentSchema), stored) ? stored : [];
}

const isUnsent = ({ state }: PendingMessage) => typeof state === 'string' || 'failed' in state;

function storeUnsent(): void {
  try {
    for (const { state: _state, ...message } of useMessages.getState().outbox.filter(isUnsent)) {
      const others = readUnsent(message.userId).filter(({ nonce }) => nonce !== message.nonce);
      localStorage.setItem(keyOf(message.userId), JSON.stringify([...others, message]));
    }
  } catch {
    // Storage is blocked or full: the unsent messages are lost with the page.
  }
}

/**
 * Restores the member's messages that an earlier page had not sent. They wait in the outbox for Retry or Discard. They
 * keep their nonces, so that the server does not store one twice.
 */
export function restoreUnsent(userId: string): void {
  try {
    const messages = readUnsent(userId);
    if (messages.length === 0) return;
    localStorage.removeItem(keyOf(userId));
    const problem = { message: MESSAGE_TEXTS.leftUnsent };
    updateOutbox((outbox) => {
      const known = new Set(outbox.map(({ nonce }) => nonce));
      const restored = messages.filter((message) => message.userId === userId && !known.has(message.nonce));
      return [...restored.map((message) => ({ ...message, state: { failed: problem } })), ...outbox];
    });
  } catch {
    // Storage is blocked, or the stored value is malformed: there is nothing to restore.
  }
}

window.addEventListener('pagehide', storeUnsent);
