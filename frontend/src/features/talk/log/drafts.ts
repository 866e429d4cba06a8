import { type DraftView, isBlank, LIMITS, listDrafts, type MessageView } from '@oniverse/contracts';
import { useEffect } from 'react';
import { fetchPageOf } from '../../../api/calls.js';
import { HttpError } from '../../../api/http.js';
import { endAll, onConnected, onLive } from '../../../live/live.js';
import { readDraft, storeDraft } from '../../../session/text-drafts.js';
import { confirmedIn, draftIn, draftKey, receiveDraft, unsentDraft, updateLog, useLog } from './log.store.js';
import { type DraftContent, isSameDraft, type SendOperation } from './operations.js';
import { quoteOf } from './quotes.js';
import { ask, discard, sendableContent, sendMessage, sendNow } from './sender.js';
import { restoreOperations } from './storage.js';

/** The delay in which changes of a draft are collected before it is stored on the server. */
const SEND_DELAY_MS = 1_000;

/** Where a member writes: a channel, a thread, or a message whose first reply starts the thread. */
export interface Talk {
  talkId: string;
  userId: string;
  startsThread?: boolean | undefined;
}

/** Changes what the member writes or answers in a talk, on all of their devices; an emptied text at once. */
export function changeDraft(talk: Talk, change: Partial<DraftContent>): void {
  const { talkId, userId } = talk;
  const { text, replyTo } = draftIn(useLog.getState(), userId, talkId);
  const next: DraftContent = { text, replyTo, ...change };
  if (isSameDraft({ text, replyTo }, next)) return;
  const dueAt = isBlank(next.text) ? undefined : Date.now() + SEND_DELAY_MS;
  ask({ ...talk, ...next, kind: 'draft', dueAt });
}

/** Gives a refused message back to the field, before what its author wrote there since. */
export function takeBack(message: SendOperation): void {
  const { talkId, userId, startsThread, content, replyTo } = message;
  const written = draftIn(useLog.getState(), userId, talkId);
  changeDraft(
    { talkId, userId, startsThread },
    {
      text: [content, written.text].filter((text) => !isBlank(text)).join('\n'),
      replyTo: written.replyTo ?? replyTo,
    },
  );
  discard(message);
}

/** Makes the draft answer a message of its channel. */
export const beginReply = (userId: string, message: MessageView): void =>
  changeDraft({ talkId: message.channelId, userId }, { replyTo: quoteOf(message) });

/** Returns the revision of the draft that a message replaces: storing the message deletes the draft up to it. */
export const draftRevision = ({ userId, talkId }: Talk): number =>
  confirmedIn(useLog.getState())({ userId, talkId }).draft.rev;

/** Empties a draft that is sent. The server deletes it with the message, unless a request to store it is under way. */
export const clearSentDraft = ({ userId, talkId }: Talk): void =>
  updateLog((log) => {
    const { rev } = confirmedIn(log)({ userId, talkId }).draft;
    const unsent = unsentDraft(log.operations, userId, talkId);
    const isSending = unsent?.isSent === true;
    return {
      drafts: { ...log.drafts, [draftKey(userId, talkId)]: { text: isSending ? unsent.text : '', rev } },
      operations: log.operations.flatMap((operation) => {
        if (operation !== unsent) return [operation];
        return isSending ? [{ ...unsent, text: '', replyTo: undefined, dueAt: undefined }] : [];
      }),
    };
  });

/**
 * Sends what the member wrote in a talk, with files.
 * @returns whether there was something that can be sent
 */
export function sendDraft(talk: Talk, attachments?: SendOperation['attachments']): boolean {
  const { text, replyTo } = draftIn(useLog.getState(), talk.userId, talk.talkId);
  if (sendableContent(text, attachments !== undefined) === undefined) return false;
  // Stored as unsent before the draft is cleared.
  sendMessage({ ...talk, replyTo, attachments, draftRev: draftRevision(talk) }, text);
  clearSentDraft(talk);
  return true;
}

/** Takes over a text that the previous release left in this browser. */
export function adoptText(talk: Talk): void {
  const text = readDraft(talk.userId, talk.talkId);
  if (text === '') return;
  if (draftIn(useLog.getState(), talk.userId, talk.talkId).text === '') changeDraft(talk, { text });
  storeDraft(talk.userId, talk.talkId, '');
}

async function fetchDrafts(signal: AbortSignal): Promise<DraftView[]> {
  const found: DraftView[] = [];
  let cursor: string | undefined;
  do {
    const page = await fetchPageOf(listDrafts, { query: { limit: LIMITS.page.max } }, signal, cursor);
    found.push(...page.items);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return found;
}

/** Fetches the member's drafts. A known one that the server no longer has was deleted, unless it changed during the fetch. */
async function synchronise(userId: string, signal: AbortSignal): Promise<void> {
  const before = useLog.getState().drafts;
  try {
    const stored = await fetchDrafts(signal);
    const keys = new Set(stored.map(({ channelId }) => draftKey(userId, channelId)));
    updateLog(({ drafts }) => ({
      drafts: Object.fromEntries(
        Object.entries(drafts).filter(
          ([key, draft]) => keys.has(key) || draft !== before[key] || !key.startsWith(draftKey(userId, '')),
        ),
      ),
    }));
    for (const draft of stored) receiveDraft(userId, draft);
  } catch (error) {
    // When the connection was lost, the next one loads them.
    if (error instanceof HttpError && !signal.aborted) console.error('Loading drafts failed.', error);
  }
}

/** Sends what earlier pages left, and keeps the drafts of the member the same on all devices. Use it once. */
export function useLiveLog(userId: string | undefined): void {
  useEffect(() => {
    if (userId === undefined) return undefined;
    const controller = new AbortController();
    const synchroniseNow = () => void synchronise(userId, controller.signal);
    const sendIfHidden = () => {
      if (document.visibilityState === 'hidden') sendNow();
    };
    const end = endAll(
      onLive('draft:changed', (draft) => receiveDraft(userId, draft)),
      onConnected(synchroniseNow),
    );
    document.addEventListener('visibilitychange', sendIfHidden);
    restoreOperations(userId);
    synchroniseNow();
    return () => {
      controller.abort();
      document.removeEventListener('visibilitychange', sendIfHidden);
      end();
    };
  }, [userId]);
}
