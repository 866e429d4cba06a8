import {
  PROBLEMS,
  type ProblemCode,
  type MessageView,
  startThread,
  type StartThreadBody,
} from '@oniverse/contracts';
import { create } from 'zustand';
import { send } from '../../../api/calls.js';
import { failureMessageOf, HttpError } from '../../../api/http.js';
import { LiveError } from '../../../live/live-error.js';

const PREFIX = 'first-reply:';

/** Returns the channel of the first replies to a message, in this page only, until the server has made its thread. */
export const firstReplyChannel = (messageId: string): string => `${PREFIX}${messageId}`;

/** Returns the message that a first reply answers; undefined for a message in a channel or thread. */
export const messageOfFirstReply = (channelId: string): string | undefined =>
  channelId.startsWith(PREFIX) ? channelId.slice(PREFIX.length) : undefined;

/** The threads that first replies of this page belong to, by the message that starts the thread. */
export const useStartedThreads = create<Readonly<Record<string, string>>>(() => ({}));

const isProblemCode = (code: string | undefined): code is ProblemCode =>
  code !== undefined && Object.hasOwn(PROBLEMS, code);

/** A server that does not answer is retried, as over the live connection. */
function toLiveError(error: unknown): LiveError {
  const { code, retryAfter } =
    error instanceof HttpError ? error : { code: 'unavailable', retryAfter: undefined };
  return new LiveError('refused', failureMessageOf(error), {
    code: isProblemCode(code) ? code : 'internal_error',
    ...(retryAfter !== undefined && { retryAfter }),
  });
}

/** Sends the first reply to a message, which starts its thread. @throws LiveError */
export async function sendFirstReply(messageId: string, body: StartThreadBody): Promise<MessageView> {
  try {
    return await send(startThread, { id: messageId, body });
  } catch (error) {
    throw toLiveError(error);
  }
}
