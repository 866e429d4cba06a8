import { brokenRule, readField, RULES } from '@oniverse/contracts';
import { connectionNow } from '../../live/connection.store.js';
import { LiveError } from '../../live/live-error.js';
import { request } from '../../live/live.js';
import { discard, markFailed, markSending, markStored, type SendProblem, unsent } from './messages.outbox.js';
import { applyToChannel, changeOutbox, useMessages } from './messages.store.js';
import { expectPacket, onResumed } from './messages.sync.js';

/** A part of the server that is down is waited for this often before the message counts as not sent. */
const PATIENCE = 5;

/** Channels whose outbox is being worked off: one message at a time, so that order is kept. */
const busy = new Set<string>();

/** Whether a text may be sent, and if so what is sent. */
export const sendable = (text: string): string | undefined =>
  brokenRule(RULES.message.content, text) === undefined ? readField(RULES.message.content, text) : undefined;

/** A name that no other message has. Browsers make UUIDs over https alone, and an Oniverse may be reached without. */
const newNonce = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');

/** Sends a text to a channel: its echo is there at once, and it is repeated until the server has answered. */
export function sendMessage(channelId: string, userId: string, text: string): void {
  const content = sendable(text);
  if (content === undefined) return;
  const nonce = newNonce();
  const writtenAt = new Date().toISOString();
  changeOutbox((outbox) => [...outbox, { nonce, channelId, userId, content, writtenAt, state: 'sending' }]);
  void workOff(channelId);
}

/** Sends a message that was refused once more, under its nonce. */
export function retrySend(channelId: string, nonce: string): void {
  changeOutbox((outbox) => markSending(outbox, nonce));
  void workOff(channelId);
}

/** Forgets a message that was refused. */
export function discardSend(nonce: string): void {
  changeOutbox((outbox) => discard(outbox, nonce));
}

async function workOff(channelId: string): Promise<void> {
  if (busy.has(channelId)) return;
  busy.add(channelId);
  try {
    let refusals = 0;
    for (let entry = next(channelId); entry; entry = next(channelId)) {
      const { nonce, content } = entry;
      try {
        const { message } = await request('message:send', { channelId, content, nonce });
        changeOutbox((outbox) => markStored(outbox, nonce, message.seq));
        applyToChannel(channelId, { type: 'acknowledged', message });
        expectPacket(channelId, message.seq);
        refusals = 0;
      } catch (error) {
        if (!(error instanceof LiveError)) throw error;
        if (error.failure === 'disconnected') break;
        if (error.isUnanswered) continue;
        if (error.code === 'unavailable' && refusals < PATIENCE) {
          refusals += 1;
          await new Promise<void>((resolve) => {
            setTimeout(resolve, (error.retryAfter ?? 1) * 1_000);
          });
          continue;
        }
        refusals = 0;
        changeOutbox((outbox) => markFailed(outbox, nonce, problemOf(error)));
      }
    }
  } finally {
    busy.delete(channelId);
  }
}

const next = (channelId: string) =>
  connectionNow().status === 'live' ? unsent(useMessages.getState().outbox, channelId) : undefined;

const problemOf = ({ message, retryAfter }: LiveError): SendProblem => ({
  message,
  ...(retryAfter !== undefined && { retryAt: Date.now() + retryAfter * 1_000 }),
});

onResumed(() => {
  const waiting = useMessages.getState().outbox.filter(({ state }) => state === 'sending');
  for (const channelId of new Set(waiting.map((entry) => entry.channelId))) void workOff(channelId);
});
