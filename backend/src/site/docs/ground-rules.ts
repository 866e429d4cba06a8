import {
  LIMITS,
  LIVE_PATH,
  SOCKET_INPUT,
  NEXT_CURSOR_HEADER,
  SESSION_LIFETIME_MS,
} from '@oniverse/contracts';
import { API_LIMIT } from '../../shared/index.js';
import { SOCKETS } from '../../account/index.js';

const DAYS = SESSION_LIFETIME_MS / 86_400_000;

export const REST_GROUND_RULES = [
  'Requests and responses are JSON in UTF-8 with camelCase names. Times are ISO 8601 in UTC. Ids are UUIDs that sort by creation time.',
  `**Sessions.** Register or log in to get a \`sessionId\`, and send it as \`Authorization: Bearer <sessionId>\`. It is returned only once and expires ${DAYS} days after its last use.`,
  '**Errors** have a `statusCode`, a stable `code` and a `message` for people. Validation errors also have `fields`. `reason` is the key of the message, with its values in `params`, for clients in other languages; `fieldReasons` has both for each of `fields`. Show `message` for a reason that you do not know. A resource that you may not see returns 404, as if it did not exist.',
  `**Lists** are plain arrays, newest first unless stated otherwise. \`limit\` is ${LIMITS.page.default} by default and ${LIMITS.page.max} at most. If there are more entries, the \`${NEXT_CURSOR_HEADER}\` header contains the \`cursor\` of the next page.`,
  `**Rate limits.** ${API_LIMIT.points} calls per minute for each member, or for each address without a session. Wrong passwords have lower limits of their own; correct ones do not count. Costly calls, such as feeds, also have limits of their own. A 429 response states in \`Retry-After\` how many seconds to wait.`,
  '**Live events** arrive over a socket. See [the live reference](/api/docs/live), or `/api/asyncapi.json` for tools.',
].join('\n\n');

export const LIVE_GROUND_RULES = [
  `Connect with socket.io at \`${LIVE_PATH}\`, in the default namespace, with websockets as the only transport. Members send \`auth: { sessionId }\` in the handshake; visitors send nothing. An invalid \`sessionId\` fails with the \`connect_error\` \`unauthorized\`. More than ${SOCKETS.perSession} sockets per session or ${SOCKETS.perAddress} per address fail with \`quota_reached\`. A connection that sends a packet above ${SOCKET_INPUT.members.packetBytes} bytes, or ${SOCKET_INPUT.visitors.packetBytes} without a session, or floods the backend, is closed without an answer.`,
  'Every request has one payload and one acknowledgement. It is `{ ok: true, … }` on success and `{ ok: false, code, message }` on failure, with the error codes of the REST API, and `reason` and `params` like there.',
  'An acknowledged message is stored. Clients with its channel open receive it exactly once, in order of `seq`. After a gap in `seq` or `rev`, or after a reconnect, a client sends `channel:open` to get what it missed.',
].join('\n\n');
