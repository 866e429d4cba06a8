import { LIMITS, LIVE_PATH, NEXT_CURSOR_HEADER, RATE_LIMITS, SESSION } from '@oniverse/contracts';

const DAYS = SESSION.lifetimeMs / 86_400_000;

/** What holds for every call, in Markdown. */
export const REST_GROUND_RULES = [
  'JSON in UTF-8 with camelCase names. Times are ISO 8601 in UTC; ids are UUIDs that sort by time.',
  `**Sessions.** \`Authorization: Bearer <sessionId>\`. Register or log in to get a \`sessionId\`; it is shown once and lasts ${DAYS} days from its last use.`,
  '**Failures** carry `statusCode`, a stable `code`, a `message` for a person and, of a validation, `fields`. What you may not see looks like what is not there: 404.',
  `**Lists** are plain arrays, newest first unless said. \`limit\` is ${LIMITS.page.default} by default and ${LIMITS.page.max} at most; where there is more, the header \`${NEXT_CURSOR_HEADER}\` holds the next \`cursor\`.`,
  `**Limits.** ${RATE_LIMITS.api.points} calls a minute for a session or an address, fewer where passwords are checked. A 429 says in \`Retry-After\` when to come back.`,
  '**Live events** come over a socket: see [the live reference](/api/docs/live), or `/api/asyncapi.json` for tools.',
].join('\n\n');

/** What holds for every live event, in Markdown. */
export const LIVE_GROUND_RULES = [
  `socket.io at \`${LIVE_PATH}\`, its default namespace, over websockets alone. The handshake carries \`auth: { sessionId }\`, or nothing for a visitor; a \`sessionId\` that is wrong is refused with \`connect_error\` \`unauthorized\`.`,
  'Every request has one payload and an acknowledgement: `{ ok: true, … }`, or `{ ok: false, code, message }` with the codes of the REST API.',
  'A message whose sending was acknowledged is stored. Whoever has its channel open gets it exactly once and in the order of `seq`; a client that sees a jump in `seq` or `rev`, or was away, asks `channel:open` for what it lacks.',
].join('\n\n');
