import { firstViolation, MESSAGE_RULES, type MessageView, readField } from '@oniverse/contracts';
import { serverNow } from '../../../api/server-clock.js';
import { LiveError } from '../../../live/live-error.js';
import { connectedMember, request } from '../../../live/live.js';
import {
  firstReplyChannel,
  messageOfFirstReply,
  sendFirstReply,
  useStartedThreads,
} from '../messages/messages.first-reply.js';
import {
  discard,
  markFailed,
  markSending,
  markStored,
  moveTo,
  type PendingMessage,
  sendProblemOf,
  type SendProblem,
  nextToSend,
} from './operations.js';
import { applyToChannel, updateOutbox, useMessages } from './log.store.js';
import { expectPacket, onResumed } from './sync.js';

const MAX_UNAVAILABLE_RETRIES = 5;

/** The channels being sent to. Each sends one message at a time, to keep the order. */
const sendingChannels = new Set<string>();

export const sendableContent = (text: string): string | undefined =>
  firstViolation(MESSAGE_RULES.content, text) === undefined
    ? readField(MESSAGE_RULES.content, text)
    : undefined;

/** Returns a unique value. `crypto.randomUUID` requires https, and an Oniverse may run without it. */
const newNonce = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');

/** Shows a text as a pending message at once, and sends it until the server answers. */
export function sendMessage(
  channelId: string,
  userId: string,
  text: string,
  given: Pick<PendingMessage, 'replyTo' | 'draftRev'> = {},
): void {
  const content = sendableContent(text);
  if (content === undefined) return;
  const nonce = newNonce();
  const writtenAt = new Date(serverNow()).toISOString();
  const message = { nonce, channelId, userId, content, writtenAt, ...given };
  updateOutbox((outbox) => [...outbox, { ...message, state: 'sending' }]);
  void sendPending(channelId);
}

export function retrySend(channelId: string, nonce: string): void {
  updateOutbox((outbox) => markSending(outbox, nonce));
  void sendPending(channelId);
}

/** Retries a refused message after `seconds`, unless its author has retried or discarded it by then. */
function scheduleRetry(channelId: string, nonce: string, seconds: number): void {
  const refused = findRefused(nonce);
  setTimeout(() => {
    if (refused !== undefined && findRefused(nonce) === refused) retrySend(channelId, nonce);
  }, seconds * 1_000);
}

/** Returns the entry by identity: a later refusal of the same message is a different entry. */
const findRefused = (nonce: string) =>
  useMessages.getState().outbox.find((entry) => entry.nonce === nonce && sendProblemOf(entry));

export function discardSend(nonce: string): void {
  updateOutbox((outbox) => discard(outbox, nonce));
}

async function storeMessage(entry: PendingMessage): Promise<MessageView> {
  const { draftRev = 0 } = entry;
  try {
    return await requestStore(entry, { draftRev });
  } catch (error) {
    if (!(error instanceof LiveError) || error.code !== 'validation_failed') throw error;
    // A backend of the previous release refuses the field. It deletes no draft.
    return requestStore(entry, {});
  }
}

async function requestStore(
  { channelId, content, nonce, replyTo }: PendingMessage,
  draft: { draftRev?: number },
): Promise<MessageView> {
  const answered = messageOfFirstReply(channelId);
  if (answered !== undefined) return sendFirstReply(answered, { content, nonce, ...draft });
  const { message } = await request('message:send', {
    channelId,
    content,
    nonce,
    ...draft,
    ...(replyTo && { replyToSeq: replyTo.seq }),
  });
  return message;
}

/** Moves the pending first replies to a message into its thread, once that is known. */
export function moveToThread(messageId: string, threadId: string): void {
  updateOutbox((outbox) => moveTo(outbox, firstReplyChannel(messageId), threadId));
  useStartedThreads.setState({ [messageId]: threadId });
  void sendPending(threadId);
}

async function sendPending(channelId: string): Promise<void> {
  if (sendingChannels.has(channelId)) return;
  sendingChannels.add(channelId);
  try {
    let refusals = 0;
    for (let entry = nextMessage(channelId); entry; entry = nextMessage(channelId)) {
      const { nonce } = entry;
      try {
        const message = await storeMessage(entry);
        updateOutbox((outbox) => markStored(outbox, nonce, message.seq));
        const answered = messageOfFirstReply(channelId);
        if (answered !== undefined) moveToThread(answered, message.channelId);
        applyToChannel(message.channelId, { type: 'acknowledged', message });
        expectPacket(message.channelId, message.seq);
        refusals = 0;
      } catch (error) {
        if (!(error instanceof LiveError)) throw error;
        if (error.failure === 'disconnected') break;
        if (error.isUnanswered) continue;
        if (error.code === 'unavailable' && refusals < MAX_UNAVAILABLE_RETRIES) {
          refusals += 1;
          await new Promise<void>((resolve) => {
            setTimeout(resolve, (error.retryAfter ?? 1) * 1_000);
          });
          continue;
        }
        refusals = 0;
        updateOutbox((outbox) => markFailed(outbox, nonce, toSendProblem(error)));
        if (error.code === 'storage_full') scheduleRetry(channelId, nonce, error.retryAfter ?? 1);
      }
    }
  } finally {
    sendingChannels.delete(channelId);
  }
}

/** Messages are sent only over a connection of their author. */
function nextMessage(channelId: string) {
  const author = connectedMember();
  return author === undefined ? undefined : nextToSend(useMessages.getState().outbox, channelId, author);
}

const toSendProblem = ({ message, retryAfter }: LiveError): SendProblem => ({
  message,
  ...(retryAfter !== undefined && { retryAt: Date.now() + retryAfter * 1_000 }),
});

onResumed(() => {
  const waiting = useMessages.getState().outbox.filter(({ state }) => state === 'sending');
  for (const channelId of new Set(waiting.map((entry) => entry.channelId))) void sendPending(channelId);
});
