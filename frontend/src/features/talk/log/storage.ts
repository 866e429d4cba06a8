import { quoteSchema } from '@oniverse/contracts';
import * as v from 'valibot';
import { unsentKey } from '../../../session/unsent-texts.js';
import { discard, type Outbox, type PendingMessage } from './operations.js';
import { updateOutbox, useMessages } from './log.store.js';
import { MESSAGE_TEXTS } from '../messages/messages.texts.js';

/** Each message has a key of its own, so that tabs do not overwrite what others stored. */
const keyOf = ({ userId, nonce }: Pick<PendingMessage, 'userId' | 'nonce'>) =>
  unsentKey('messages', userId, nonce);
const unsentSchema = v.object({
  nonce: v.string(),
  channelId: v.string(),
  userId: v.string(),
  content: v.string(),
  replyTo: v.optional(quoteSchema),
  draftRev: v.optional(v.number()),
  writtenAt: v.string(),
});
type UnsentMessage = v.InferOutput<typeof unsentSchema>;

const isUnsent = ({ state }: PendingMessage) => typeof state === 'string' || 'failed' in state;

/** Stores what was added or moved, and removes what the server stored or the member discarded. */
function storeChanges(outbox: Outbox, before: Outbox): void {
  try {
    const unsent = outbox.filter(isUnsent);
    const keys = new Set(unsent.map(keyOf));
    for (const key of before.map(keyOf)) if (!keys.has(key)) localStorage.removeItem(key);
    for (const entry of unsent) {
      const { state: _state, ...message } = entry;
      if (!before.includes(entry)) localStorage.setItem(keyOf(entry), JSON.stringify(message));
    }
  } catch {
    // Storage is blocked or full: the unsent messages are lost with the page.
  }
}

/** Returns the messages of a key. The previous release stored all of a member's in one list. */
function parseUnsent(stored: string | null): UnsentMessage[] {
  try {
    const values: unknown[] = [JSON.parse(stored ?? 'null')].flat();
    return values.filter((value) => v.is(unsentSchema, value));
  } catch {
    // The stored value is malformed.
    return [];
  }
}

/**
 * Restores the member's messages that an earlier page had not sent. They wait in the outbox for Retry or Discard. They
 * keep their nonces, so that the server does not store one twice, and stay in storage until it has them.
 */
export function restoreUnsent(userId: string): void {
  try {
    const listKey = unsentKey('messages', userId);
    const known = new Set(useMessages.getState().outbox.map(({ nonce }) => nonce));
    const restored = Object.keys(localStorage)
      .filter((key) => key === listKey || key.startsWith(`${listKey}:`))
      .flatMap((key) => parseUnsent(localStorage.getItem(key)))
      .filter((message) => message.userId === userId && !known.has(message.nonce))
      .toSorted((a, b) => a.writtenAt.localeCompare(b.writtenAt));
    if (restored.length === 0) return;
    const state = { failed: { message: MESSAGE_TEXTS.leftUnsent } };
    updateOutbox((outbox) => [...restored.map((message) => ({ ...message, state })), ...outbox]);
    localStorage.removeItem(listKey);
  } catch {
    // Storage is blocked: there is nothing to restore.
  }
}

useMessages.subscribe(({ outbox }, { outbox: before }) => {
  if (outbox !== before) storeChanges(outbox, before);
});
window.addEventListener('storage', ({ key, newValue }) => {
  if (newValue !== null) return;
  // Another tab sent or discarded it.
  const gone = useMessages.getState().outbox.find((entry) => isUnsent(entry) && keyOf(entry) === key);
  if (gone) updateOutbox((outbox) => discard(outbox, gone.nonce));
});
