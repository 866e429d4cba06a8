import { attachmentSchema, GAME_COMMANDS, quoteSchema } from '@oniverse/contracts';
import * as v from 'valibot';
import { serverNow } from '../../../api/server-clock.js';
import { ownerOf, pageSession } from '../../../api/stored-session.js';
import { hasPageEnded } from '../../../session/page-end.js';
import { unsentKey } from '../../../session/unsent-texts.js';
import { LOG_TEXTS } from './log.texts.js';
import { draftKey, updateLog, updateOperations, useLog } from './log.store.js';
import type { Operation, Operations, StoredDraft } from './operations.js';
import { withForeign } from './pending.js';
import { sendDue, TAB } from './sender.js';

/** What a member may leave in a browser. */
const MAX_OPERATIONS = 500;
const MAX_CHARACTERS = 1_000_000;
/** A message that waited longer is not sent by itself: its author may no longer mean it. */
const STALE_MS = 60 * 60 * 1_000;

const common = {
  id: v.string(),
  userId: v.string(),
  talkId: v.string(),
  at: v.string(),
  tab: v.string(),
  state: v.picklist(['waiting', 'refused']),
  isSent: v.optional(v.boolean()),
  problem: v.optional(
    v.object({
      message: v.string(),
      filter: v.optional(v.picklist(['warning', 'refusal'])),
      lacksFile: v.optional(v.boolean()),
    }),
  ),
};
const inTalk = { startsThread: v.optional(v.boolean()), replyTo: v.optional(quoteSchema) };
const filtered = { acceptsWarning: v.optional(v.boolean()) };
const onMessage = { messageId: v.string(), seq: v.number() };
const operationSchema = v.union([
  v.object({
    kind: v.literal('send'),
    ...common,
    ...inTalk,
    ...filtered,
    content: v.string(),
    attachments: v.optional(v.array(attachmentSchema)),
    draftRev: v.number(),
  }),
  v.object({
    kind: v.literal('edit'),
    ...common,
    ...onMessage,
    ...filtered,
    content: v.string(),
    base: v.string(),
    sentTexts: v.optional(v.array(v.string())),
  }),
  v.object({ kind: v.literal('delete'), ...common, ...onMessage }),
  v.object({ kind: v.literal('react'), ...common, ...onMessage, emoji: v.string(), isMine: v.boolean() }),
  v.object({ kind: v.literal('read'), ...common, serverId: v.nullable(v.string()), seq: v.number() }),
  v.object({ kind: v.literal('draft'), ...common, ...inTalk, text: v.string() }),
  v.object({
    kind: v.literal('play'),
    ...common,
    command: v.picklist(GAME_COMMANDS),
    move: v.string(),
  }),
]);
const draftSchema = v.object({ text: v.string(), rev: v.number(), replyTo: v.optional(quoteSchema) });

/** A message as the previous release stored it, alone or in a list. */
const formerSchema = v.object({
  nonce: v.string(),
  channelId: v.string(),
  userId: v.string(),
  content: v.string(),
  writtenAt: v.string(),
});

const fromFormer = ({
  nonce,
  channelId,
  writtenAt,
  ...message
}: v.InferOutput<typeof formerSchema>): Operation => ({
  ...message,
  kind: 'send',
  id: nonce,
  talkId: channelId,
  at: writtenAt,
  tab: '',
  state: 'waiting',
  draftRev: 0,
});

/** Each operation has a key of its own, so that tabs do not overwrite what others stored. */
const keyOf = ({ userId, id }: Pick<Operation, 'userId' | 'id'>) => unsentKey('messages', userId, id);

/** What is in storage, by key: the operation as it was stored or read, and its text. */
const stored = new Map<string, { operation: Operation; text: string }>();

function recordOf(operation: Operation): string {
  const { dueAt: _due, attempts: _attempts, state, problem, ...rest } = operation;
  const isRefused = state === 'refused';
  return JSON.stringify({
    ...rest,
    state: isRefused ? 'refused' : 'waiting',
    ...(isRefused && { problem: { ...problem, message: problem?.message ?? '', retryAt: undefined } }),
  });
}

function hasRoom(key: string, length: number): boolean {
  const others = [...stored].filter(([other]) => other !== key).map(([, entry]) => entry.text.length);
  return others.length < MAX_OPERATIONS && others.reduce((sum, size) => sum + size, length) <= MAX_CHARACTERS;
}

/** Stores a text, or removes it for null. @returns whether storage is neither blocked nor full */
function storeItem(key: string, text: string | null): boolean {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

function storeOne(key: string, operation: Operation): boolean {
  if (stored.get(key)?.operation === operation) return true;
  const text = recordOf(operation);
  if (!hasRoom(key, text.length) || !storeItem(key, text)) return false;
  stored.set(key, { operation, text });
  return true;
}

/** Stores what changed of this tab's operations, and removes what the server has or the member gave up. */
function storeOperations(operations: Operations): void {
  // A sign-out has deleted them, or another member uses the browser now.
  if (hasPageEnded()) return;
  const wanted = new Map(
    operations.filter(({ state }) => state !== 'stored').map((one) => [keyOf(one), one]),
  );
  for (const [key, { text }] of stored) {
    if (wanted.has(key)) continue;
    stored.delete(key);
    // Another tab may have changed it, which its event has not told yet.
    if (localStorage.getItem(key) === text) storeItem(key, null);
  }
  const own = [...wanted].filter(([, { tab }]) => tab === TAB);
  const isFull = own.map(([key, operation]) => storeOne(key, operation)).includes(false);
  if (useLog.getState().isFull !== isFull) useLog.setState({ isFull });
}

function parseText(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return undefined;
  }
}

/** Returns the operations of a key. The previous release stored all messages of a member in one list. */
const parseOperations = (text: string | null): Operation[] =>
  [parseText(text)].flat().flatMap((value) => {
    const stored = v.safeParse(operationSchema, value);
    if (stored.success) return [stored.output];
    const former = v.safeParse(formerSchema, value);
    return former.success ? [fromFormer(former.output)] : [];
  });

/** An operation of an earlier page as one of this page. */
function adopted(operation: Operation): Operation {
  const isStale = operation.kind === 'send' && serverNow() - Date.parse(operation.at) > STALE_MS;
  const problem = { message: LOG_TEXTS.leftUnsent };
  return { ...operation, tab: TAB, ...(isStale && { state: 'refused', problem }) };
}

const lockOf = (tab: string) => `oni-tab ${tab}`;
const watchedTabs = new Set<string>();

/** Takes over what another tab leaves when it is closed or crashes: its lock is free then. */
function watchTab(tab: string, userId: string): void {
  if (tab === TAB || watchedTabs.has(tab)) return;
  watchedTabs.add(tab);
  const adoptLeft = () => {
    watchedTabs.delete(tab);
    // What is stored may be newer than what its events have told. A third tab may have been first.
    const left = itemsOf(unsentKey('messages', userId))
      .flatMap(([, text]) => parseOperations(text))
      .filter((operation) => operation.tab === tab && operation.userId === userId)
      .toSorted((one, other) => one.at.localeCompare(other.at));
    const adopt = (all: Operations, operation: Operation) =>
      withForeign(all, { id: operation.id, userId, operation: adopted(operation) });
    updateOperations((all) => left.reduce(adopt, all));
    sendDue();
  };
  // Only secure pages have locks. Elsewhere, the next page sends what an earlier one left.
  if ('locks' in navigator) void navigator.locks.request(lockOf(tab), adoptLeft);
  else adoptLeft();
}

/** Returns what is in storage under keys that begin with a prefix. */
const itemsOf = (prefix: string): [key: string, text: string][] =>
  Object.entries<string>(localStorage).filter(([key]) => key.startsWith(prefix));

/**
 * Restores what earlier pages of the member, and other tabs, have not sent. A message keeps its nonce, so that the server
 * does not store it twice.
 */
export function restoreOperations(userId: string): void {
  try {
    const drafts = itemsOf(draftKey(userId, '')).flatMap(([key, text]): [string, StoredDraft][] => {
      const draft = v.safeParse(draftSchema, parseText(text));
      return draft.success ? [[key, draft.output]] : [];
    });
    const known = new Set(useLog.getState().operations.map(keyOf));
    const left: Operation[] = [];
    for (const [key, text] of itemsOf(unsentKey('messages', userId))) {
      for (const operation of parseOperations(text)) {
        if (operation.userId !== userId || known.has(keyOf(operation))) continue;
        // The previous release had no tabs.
        const isFormer = operation.tab === '';
        if (isFormer) localStorage.removeItem(key);
        else stored.set(key, { operation, text });
        left.push(isFormer ? adopted(operation) : operation);
      }
    }
    left.sort((one, other) => one.at.localeCompare(other.at));
    updateLog((log) => ({
      drafts: { ...Object.fromEntries(drafts), ...log.drafts },
      operations: [...log.operations, ...left],
    }));
    for (const { tab } of left) watchTab(tab, userId);
  } catch {
    // Storage is blocked: there is nothing to restore.
  }
  sendDue();
}

useLog.subscribe(({ operations, drafts }, before) => {
  if (operations !== before.operations) storeOperations(operations);
  for (const [key, draft] of Object.entries(drafts)) {
    if (draft !== before.drafts[key]) storeItem(key, JSON.stringify(draft));
  }
  for (const key of Object.keys(before.drafts)) if (!drafts[key]) storeItem(key, null);
});

/** Takes a draft of the server that another tab stored. */
function receiveStoredDraft(key: string): void {
  const draft = v.safeParse(draftSchema, parseText(localStorage.getItem(key)));
  if (!draft.success || draft.output.rev < (useLog.getState().drafts[key]?.rev ?? 0)) return;
  updateLog(({ drafts }) => ({ drafts: { ...drafts, [key]: draft.output } }));
}

/** Takes an operation that another tab stored or removed. */
function receiveStoredOperation(userId: string, key: string, id: string): void {
  const text = localStorage.getItem(key);
  const [operation] = parseOperations(text);
  if (operation?.tab === TAB || (text !== null && operation?.id !== id)) return;
  if (operation) stored.set(key, { operation, text: text ?? '' });
  else stored.delete(key);
  updateOperations((all) => withForeign(all, { id, userId, operation }));
  if (operation) watchTab(operation.tab, userId);
}

// What is stored is read again, because the event may be older.
window.addEventListener('storage', ({ key }) => {
  const userId = ownerOf(pageSession());
  if (userId === undefined || key === null) return;
  const prefix = unsentKey('messages', userId, '');
  if (key.startsWith(draftKey(userId, ''))) receiveStoredDraft(key);
  if (key.startsWith(prefix)) receiveStoredOperation(userId, key, key.slice(prefix.length));
});

// Held until the page ends.
if ('locks' in navigator) void navigator.locks.request(lockOf(TAB), async () => new Promise(() => undefined));
