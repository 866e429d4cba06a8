import {
  advanceReadMark,
  addReaction,
  deleteMessage,
  editMessage,
  firstViolation,
  isBlank,
  isMaintenanceRunning,
  listMessages,
  MESSAGE_RULES,
  type MessageView,
  play,
  PROBLEMS,
  readField,
  removeReaction,
  saveDraft,
  startThread,
} from '@oniverse/contracts';
import { send } from '../../../api/calls.js';
import { failureMessageOf, HttpError } from '../../../api/http.js';
import { serverNow } from '../../../api/server-clock.js';
import { ownerOf, pageSession } from '../../../api/stored-session.js';
import { LiveError } from '../../../live/live-error.js';
import { connectedMember, onLive, request } from '../../../live/live.js';
import { showFailure } from '../../../ui/show-failure.js';
import { LOG_TEXTS } from './log.texts.js';
import {
  applyToChannel,
  confirmedIn,
  confirmRead,
  learnThread,
  receiveDraft,
  updateOperations,
  useLog,
} from './log.store.js';
import { type EditOperation, idOf, type Operation, type SendOperation, type Wish } from './operations.js';
import {
  asSending,
  dueOperations,
  hurried,
  type Outcome,
  retried,
  settled,
  withOperation,
  without,
} from './pending.js';
import { expectPacket, isFollowed, onResumed } from './sync.js';

/** Returns a unique value. `crypto.randomUUID` requires https, and an Oniverse may run without it. */
export const newNonce = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');

/** Names this page to the other tabs of the browser. */
export const TAB = newNonce();

let timer: ReturnType<typeof setTimeout> | undefined;

/** Shows a change at once, and sends it until the server answers. */
export function ask(wish: Wish): void {
  const given = { id: idOf(wish, newNonce()), at: new Date(serverNow()).toISOString(), tab: TAB };
  updateOperations((all) => withOperation(all, { ...wish, ...given, state: 'waiting' }));
  sendDue();
}

/** Returns a text as it is sent, or undefined if it cannot be. With files it may be empty. */
export function sendableContent(text: string, hasFiles = false): string | undefined {
  if (hasFiles && isBlank(text)) return '';
  return firstViolation(MESSAGE_RULES.content, text) === undefined
    ? readField(MESSAGE_RULES.content, text)
    : undefined;
}

type MessageWish = Pick<SendOperation, 'talkId' | 'userId' | 'replyTo' | 'startsThread' | 'attachments'>;

/** Sends a text as a message. */
export function sendMessage(given: MessageWish & { draftRev?: number }, text: string): void {
  const content = sendableContent(text, given.attachments !== undefined);
  if (content !== undefined) ask({ draftRev: 0, ...given, kind: 'send', content });
}

export function retry(operation: Operation): void {
  updateOperations((all) => retried(all, operation, TAB));
  sendDue();
}

/** Sends a text again whose author insists on it despite a warning. */
export function insist(operation: SendOperation | EditOperation): void {
  const insisting = { ...operation, acceptsWarning: true };
  updateOperations((all) =>
    retried(
      all.map((one) => (one === operation ? insisting : one)),
      insisting,
      TAB,
    ),
  );
  sendDue();
}

export const discard = (operation: Operation): void => updateOperations((all) => without(all, operation));

/** Sends what is due, the first of each lane, and comes back when the next is. */
export function sendDue(): void {
  clearTimeout(timer);
  const userId = ownerOf(pageSession());
  if (userId === undefined) return;
  const log = useLog.getState();
  const now = Date.now();
  const { due, nextAt } = dueOperations(log.operations, { userId, tab: TAB, now }, confirmedIn(log));
  if (nextAt < Infinity) timer = setTimeout(sendDue, nextAt - now);
  for (const operation of due) void run(operation);
}

/** Sends everything that waits, without its delay. */
export function sendNow(): void {
  updateOperations(hurried);
  sendDue();
}

async function run(operation: Operation): Promise<void> {
  const sent = asSending(operation);
  updateOperations((all) => all.map((one) => (one === operation ? sent : one)));
  let outcome: Outcome;
  try {
    outcome = { is: 'answered', seq: await execute(sent) };
  } catch (error) {
    outcome = outcomeOf(error);
    if (outcome.is === 'refused') reportRefusal(sent, error);
  }
  updateOperations((all) => settled(all, sent, outcome, Date.now()));
  sendDue();
}

/** Sends an operation, and applies the answer. @returns the `seq` of a stored message */
async function execute(operation: Operation): Promise<number | undefined> {
  const { talkId } = operation;
  switch (operation.kind) {
    case 'send': {
      const message = await storeMessage(operation);
      const { channelId, seq } = message;
      if (operation.startsThread) learnThread(operation.userId, talkId, channelId);
      applyToChannel(channelId, { type: 'acknowledged', message });
      expectPacket(channelId, seq);
      return seq;
    }
    case 'edit': {
      await requireUnchanged(operation);
      const { messageId: id, content, acceptsWarning } = operation;
      const body = { content, ...(acceptsWarning && { acceptsWarning }) };
      applyToChannel(talkId, { type: 'edited', message: await send(editMessage, { id, body }) });
      return undefined;
    }
    case 'delete':
      await send(deleteMessage, { id: operation.messageId });
      return undefined;
    case 'react': {
      const { messageId: id, emoji, isMine } = operation;
      const message = await send(isMine ? addReaction : removeReaction, { id, emoji });
      applyToChannel(talkId, { type: 'edited', message });
      return undefined;
    }
    case 'read':
      await send(advanceReadMark, { id: talkId, body: { seq: operation.seq } });
      confirmRead(talkId, operation.seq);
      return undefined;
    case 'draft': {
      const { userId, text: content, replyTo } = operation;
      const body = { content, ...(replyTo && { replyToSeq: replyTo.seq }) };
      receiveDraft(userId, await send(saveDraft, { id: talkId, body }));
      return undefined;
    }
    case 'play': {
      const { command: type, move, id: nonce } = operation;
      const body = { type, nonce, ...(move !== '' && { move }) };
      const message = await send(play, { id: talkId, body });
      applyToChannel(talkId, { type: 'acknowledged', message });
      expectPacket(talkId, message.seq);
      return message.seq;
    }
    default:
      return operation satisfies never;
  }
}

async function storeMessage(operation: SendOperation): Promise<MessageView> {
  const { draftRev } = operation;
  try {
    return await requestStore(operation, { draftRev });
  } catch (error) {
    if (!(error instanceof LiveError) || error.code !== 'validation_failed') throw error;
    // A backend of the previous release refuses the field. It deletes no draft.
    return requestStore(operation, {});
  }
}

/** Messages are sent only over a connection of their author. */
async function requestStore(
  { userId, talkId, content, attachments, id: nonce, replyTo, startsThread, acceptsWarning }: SendOperation,
  draft: { draftRev?: number },
): Promise<MessageView> {
  const body = {
    nonce,
    ...draft,
    ...(content !== '' && { content }),
    ...(attachments && { attachments: attachments.map(({ id, alt }) => ({ id, alt })) }),
    ...(acceptsWarning && { acceptsWarning }),
  };
  if (startsThread) return send(startThread, { id: talkId, body });
  if (connectedMember() !== userId) throw new LiveError('disconnected', '');
  const { message } = await request('message:send', {
    channelId: talkId,
    ...body,
    ...(replyTo && { replyToSeq: replyTo.seq }),
  });
  return message;
}

/** Another device changed the text since the edit began. */
class ChangedElsewhere extends Error {}

/** @throws ChangedElsewhere unless the stored text is the one that an edit began from, or one that it sent */
async function requireUnchanged({
  talkId,
  seq,
  base,
  content,
  sentTexts = [],
}: EditOperation): Promise<void> {
  const { channels } = useLog.getState();
  const loaded = isFollowed(talkId) ? channels[talkId]?.messages : undefined;
  const isIt = (message: MessageView) => message.seq === seq;
  let stored = loaded?.find(isIt);
  if (!stored) {
    const query = { before: seq + 1, limit: 1 };
    stored = (await send(listMessages, { id: talkId, query })).find(isIt);
  }
  if (!stored || stored.deletedAt !== null || [base, content, ...sentTexts].includes(stored.content)) return;
  applyToChannel(talkId, { type: 'edited', message: stored });
  throw new ChangedElsewhere(LOG_TEXTS.changedElsewhere);
}

function outcomeOf(error: unknown): Outcome {
  if (error instanceof LiveError && error.isUnanswered) {
    return { is: 'none', isConnected: error.failure !== 'disconnected' };
  }
  // A request that fails without an answer.
  if (error instanceof TypeError) return { is: 'none', isConnected: navigator.onLine };
  const { code, retryAfter = 1 } = error instanceof LiveError || error instanceof HttpError ? error : {};
  const status = error instanceof HttpError ? error.status : ((code && PROBLEMS[code]) ?? 0);
  const isOurs = error instanceof LiveError || error instanceof ChangedElsewhere;
  const message = isOurs ? error.message : failureMessageOf(error);
  const retryAfterMs = retryAfter * 1_000;
  // What a new account may not send yet may wait for a day, and later messages not behind it.
  const isPassing = status === 429 && code !== 'account_too_new';
  if (isPassing || code === 'storage_full') {
    return { is: 'later', problem: { message, retryAt: Date.now() + retryAfterMs } };
  }
  if (status > 500) return { is: 'none', isConnected: true, retryAfterMs };
  if (code === 'held_for_review') return { is: 'held' };
  const filter = code === 'filter_warning' ? 'warning' : code === 'filtered' ? 'refusal' : undefined;
  const lacksFile = code === 'already_used';
  return { is: 'refused', problem: { message, ...(filter && { filter }), ...(lacksFile && { lacksFile }) } };
}

function reportRefusal({ kind }: Operation, error: unknown): void {
  if (kind === 'react') showFailure(LOG_TEXTS.reactionFailed, error);
  else if (kind === 'play') showFailure(LOG_TEXTS.moveFailed, error);
  else if (kind === 'read' || kind === 'draft') console.error(`Storing a ${kind} was refused.`, error);
}

onResumed(sendNow);
// With the end of a maintenance, among others.
onLive('announcement:changed', ({ maintenance }) => {
  if (maintenance === null || !isMaintenanceRunning(maintenance, serverNow())) sendNow();
});
window.addEventListener('online', sendNow);
