import {
  characterCount,
  type DraftView,
  isBlank,
  LIMITS,
  listDrafts,
  type Quote,
  quoteSchema,
  saveDraft,
} from '@oniverse/contracts';
import { useEffect } from 'react';
import * as v from 'valibot';
import { fetchPageOf, send } from '../../../api/calls.js';
import { HttpError } from '../../../api/http.js';
import { ownerOf, pageSession } from '../../../api/stored-session.js';
import { endAll, onConnected, onLive } from '../../../live/live.js';
import { readDraft, storeDraft } from '../../../session/text-drafts.js';
import { unsentKey } from '../../../session/unsent-texts.js';

/** The delay in which changes of a draft are collected before it is stored on the server. */
const SEND_DELAY_MS = 1_000;
const RETRY_DELAY_MS = 5_000;

const recordSchema = v.object({ rev: v.number(), isChanged: v.boolean(), isStored: v.boolean() });

interface DraftContent {
  text: string;
  /** The message that it answers. */
  replyTo: Quote | undefined;
}

const EMPTY: DraftContent = { text: '', replyTo: undefined };

/** The draft of a channel in this browser. */
interface LocalDraft extends DraftContent {
  userId: string;
  channelId: string;
  /** The newest known revision of the server, and its content if another device wrote it. */
  rev: number;
  received: DraftContent;
  /** Whether the content is newer than what the server has. It then wins over what other devices store. */
  isChanged: boolean;
  /** Whether the server has a text. */
  isStored: boolean;
  isSending: boolean;
  timer: ReturnType<typeof setTimeout> | undefined;
}

const drafts = new Map<string, LocalDraft>();
const watchers = new Map<string, Set<(content: DraftContent) => void>>();

const keyOf = (userId: string, channelId: string) => unsentKey('messageDraft', userId, channelId, 'sync');

function readRecord(key: string): v.InferOutput<typeof recordSchema> | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    return v.is(recordSchema, stored) ? stored : undefined;
  } catch {
    // Storage is blocked, or the stored value is malformed.
    return undefined;
  }
}

const replyKeyOf = (userId: string, channelId: string) =>
  unsentKey('messageDraft', userId, channelId, 'reply');

function readReply(userId: string, channelId: string): Quote | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(replyKeyOf(userId, channelId)) ?? 'null');
    return v.is(quoteSchema, stored) ? stored : undefined;
  } catch {
    // Storage is blocked, or the stored value is malformed: there is nothing to restore.
    return undefined;
  }
}

function storeReply({ userId, channelId, replyTo }: LocalDraft): void {
  try {
    const key = replyKeyOf(userId, channelId);
    if (replyTo) localStorage.setItem(key, JSON.stringify(replyTo));
    else localStorage.removeItem(key);
  } catch {
    // Storage is blocked or full: the choice lasts until the page is closed.
  }
}

/** Keeps what is known of the server's draft over a reload, while there is something to know. */
function storeRecord({ userId, channelId, text, rev, isChanged, isStored }: LocalDraft): void {
  try {
    const key = keyOf(userId, channelId);
    if (text === '' && !isChanged && !isStored) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify({ rev, isChanged, isStored }));
  } catch {
    // Storage is blocked or full: the page knows it until it is closed.
  }
}

function draftOf(userId: string, channelId: string): LocalDraft {
  const key = keyOf(userId, channelId);
  const known = drafts.get(key);
  if (known) return known;
  const text = readDraft(userId, channelId);
  // Without a record, the text is from before drafts were shared.
  const record = readRecord(key) ?? { rev: 0, isChanged: text !== '', isStored: false };
  const replyTo = readReply(userId, channelId);
  const content = { text, replyTo, received: EMPTY };
  const draft = { userId, channelId, ...content, ...record, isSending: false, timer: undefined };
  drafts.set(key, draft);
  return draft;
}

/** Forgets a draft, which is then read from storage again. */
function forget(key: string): void {
  clearTimeout(drafts.get(key)?.timer);
  drafts.delete(key);
}

function schedule(draft: LocalDraft, delayMs: number): void {
  clearTimeout(draft.timer);
  draft.timer = setTimeout(() => void store(draft), delayMs);
}

/** Whether the server accepts a text as a draft. A longer one stays in this browser, until it is shortened. */
const isStorable = (text: string) => characterCount(text) <= LIMITS.message.max;

const isSame = (one: DraftContent, other: DraftContent) =>
  one.text === other.text && one.replyTo?.seq === other.replyTo?.seq;

/** Stores a changed draft, one request at a time. */
async function store(draft: LocalDraft): Promise<void> {
  const { userId, channelId, text, replyTo } = draft;
  if (!draft.isChanged || draft.isSending) return;
  if (isBlank(text) && !draft.isStored) {
    draft.isChanged = false;
    storeRecord(draft);
    return;
  }
  if (!isStorable(text) || ownerOf(pageSession()) !== userId) return;
  draft.isSending = true;
  try {
    const body = { content: text, ...(replyTo && { replyToSeq: replyTo.seq }) };
    const { rev, content } = await send(saveDraft, { id: channelId, body });
    const isChanged = !isSame(draft, { text, replyTo });
    draft.isChanged = isChanged;
    // Another device may have stored a text after this one.
    if (rev > draft.rev) Object.assign(draft, { rev, isStored: content !== '' });
    else if (rev < draft.rev && !isChanged) replaceContent(draft, draft.received);
    storeRecord(draft);
    if (isChanged) schedule(draft, isBlank(draft.text) ? 0 : SEND_DELAY_MS);
  } catch (error) {
    const isRefused = error instanceof HttpError && error.status < 500 && error.status !== 429;
    // A refused text stays in this browser. The next change tries again.
    if (isRefused) console.error('Storing a draft failed.', error);
    else schedule(draft, RETRY_DELAY_MS);
  } finally {
    draft.isSending = false;
  }
}

/** Shares what the member wrote or answers in a channel with their other devices, an emptied draft at once. */
export function shareDraft(userId: string, channelId: string, change: Partial<DraftContent>): void {
  const draft = draftOf(userId, channelId);
  if (isSame(draft, { ...draft, ...change })) return;
  const before = draft.text;
  Object.assign(draft, change);
  storeReply(draft);
  // The server has no draft without a text: what the next text answers stays in this browser.
  if (before === '' && draft.text === '') return;
  draft.isChanged = true;
  storeRecord(draft);
  if (isBlank(draft.text)) void store(draft);
  else if (!draft.isSending) schedule(draft, SEND_DELAY_MS);
}

/** Returns the revision of the draft that a message replaces: storing the message deletes the draft up to it. */
export const draftRevision = (userId: string, channelId: string): number => draftOf(userId, channelId).rev;

/** Empties a draft that is sent. The server deletes it with the message, unless a request to store it is under way. */
export function clearSentDraft(userId: string, channelId: string): void {
  const draft = draftOf(userId, channelId);
  draft.isChanged = draft.isSending;
  replaceContent(draft, EMPTY);
  storeRecord(draft);
}

/** Takes a draft of the server, unless it is older, or this browser has newer changes. */
function receive(userId: string, { channelId, content, rev, replyTo }: DraftView): void {
  const draft = draftOf(userId, channelId);
  if (rev <= draft.rev) return;
  const received: DraftContent = { text: content, replyTo };
  Object.assign(draft, { rev, received, isStored: content !== '' });
  if (!draft.isChanged) replaceContent(draft, received);
  storeRecord(draft);
}

function replaceContent(draft: LocalDraft, content: DraftContent): void {
  const { userId, channelId } = draft;
  // What the next text answers was chosen in this browser.
  if (isSame(draft, content) || (draft.text === '' && content.text === '')) return;
  Object.assign(draft, content);
  storeDraft(userId, channelId, content.text);
  storeReply(draft);
  for (const apply of watchers.get(keyOf(userId, channelId)) ?? []) apply(content);
}

/**
 * Calls `apply` with what other devices write in a channel, and at once with the draft as it is.
 * @returns a function that ends it
 */
export function watchDraft(
  userId: string,
  channelId: string,
  apply: (content: DraftContent) => void,
): () => void {
  const key = keyOf(userId, channelId);
  const listeners = watchers.get(key) ?? new Set();
  // Another tab may have stored a newer text.
  if (listeners.size === 0) forget(key);
  watchers.set(key, listeners.add(apply));
  const draft = draftOf(userId, channelId);
  apply(draft);
  void store(draft);
  return () => {
    listeners.delete(apply);
  };
}

/** Restores the drafts of the member that earlier pages knew. */
function restoreDrafts(userId: string): void {
  try {
    const prefix = `${unsentKey('messageDraft', userId)}:`;
    for (const key of Object.keys(localStorage)) {
      if (!key.startsWith(prefix) || !key.endsWith(':sync')) continue;
      draftOf(userId, key.slice(prefix.length, -':sync'.length));
    }
  } catch {
    // Storage is blocked: there is nothing to restore.
  }
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

/** Brings the drafts of this browser in line with the server's, and stores those with newer changes. */
async function synchronise(userId: string, signal: AbortSignal): Promise<void> {
  restoreDrafts(userId);
  const own = [...drafts.values()].filter((draft) => draft.userId === userId);
  const before = new Map(own.map((draft) => [draft, draft.rev]));
  try {
    const stored = await fetchDrafts(signal);
    const ids = new Set(stored.map(({ channelId }) => channelId));
    for (const draft of stored) receive(userId, draft);
    for (const [draft, rev] of before) {
      // It was deleted on another device, unless it changed during the fetch.
      if (!draft.isStored || ids.has(draft.channelId) || draft.rev !== rev) continue;
      draft.isStored = false;
      if (!draft.isChanged) replaceContent(draft, EMPTY);
      storeRecord(draft);
    }
  } catch (error) {
    // When the connection was lost, the next one loads them.
    if (error instanceof HttpError && !signal.aborted) console.error('Loading drafts failed.', error);
  }
  for (const draft of own) void store(draft);
}

/** Keeps the drafts of the member the same on all devices. Use it once. */
export function useLiveDrafts(userId: string | undefined): void {
  useEffect(() => {
    if (userId === undefined) return undefined;
    const controller = new AbortController();
    const synchroniseNow = () => void synchronise(userId, controller.signal);
    const storeNow = () => {
      if (document.visibilityState === 'visible') return;
      for (const draft of drafts.values()) void store(draft);
    };
    const end = endAll(
      onLive('draft:changed', (draft) => receive(userId, draft)),
      onConnected(synchroniseNow),
    );
    document.addEventListener('visibilitychange', storeNow);
    synchroniseNow();
    return () => {
      controller.abort();
      document.removeEventListener('visibilitychange', storeNow);
      end();
    };
  }, [userId]);
}
