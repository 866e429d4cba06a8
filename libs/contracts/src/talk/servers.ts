import { call } from '../shared/call.js';
import { LIMITS } from '../shared/limits.js';
import { okSchema } from '../shared/ok.js';
import { pageQuery, textInQuery } from '../shared/page-queries.js';
import {
  type BodyOf,
  clearableText,
  flagField,
  idField,
  omittable,
  requestBody,
  textField,
} from '../shared/request-fields.js';
import { named } from '../shared/rules.js';
import {
  added,
  flag,
  id,
  list,
  nullable,
  object,
  oneOf,
  optional,
  text,
  timestamp,
  type TypeOf,
  wholeNumber,
} from '../shared/schema.js';
import { APPLICATION_LIMITS, ownApplicationSchema, QUESTION } from './applications.js';
import { SERVER_ROLES } from './permissions.js';
import { messageDaysField, serverRetentionParts, SHORTENING_HOURS } from './retention.js';
import { timeOutSchema } from './time-outs.js';

export const unreadParts = {
  unreadCount: wholeNumber('Unread messages of others; 0 for a dimension that the caller has not joined.', {
    example: 3,
  }),
  mentionCount: wholeNumber(
    'The number of unread messages that mention the caller. For a dimension, with all unread messages of the threads that the caller follows there.',
    { example: 1 },
  ),
};
const description = nullable(text('The topic.', { example: 'For those who look up.' }));
const membership = nullable(
  object('Membership', 'The membership of the caller; null if the caller has not joined.', {
    role: oneOf(SERVER_ROLES, 'The role of the caller.', 'member'),
  }),
);
const isBanned = flag(
  'Whether the caller is banned. A ban ends when it is lifted or when the member accepts an invite made after the removal.',
  false,
);
/** The running time-out of the caller; null without one. */
const timeOut = nullable(timeOutSchema);
/** The caller's application; null without one. */
const application = nullable(ownApplicationSchema);
const server = {
  id: id('The dimension.'),
  ownerId: nullable(
    id(
      'The owner; null across a block, except for staff, and for those who may not read the dimension. In an event, null also stands for an unchanged owner: keep that of your copy.',
    ),
  ),
  name: text('The name.', { example: 'Stargazers' }),
  description,
  isPublic: flag(
    'Whether everyone can find it. Everyone can read and join it, too, unless it asks questions.',
  ),
  questions: added(
    list(
      text(QUESTION.description, {
        maxLength: APPLICATION_LIMITS.question.max,
        example: QUESTION.example,
      }),
      'What members answer before they join. While a public dimension asks, only members read it.',
    ),
    [],
  ),
  hasLinkPreviews: added(flag('Whether links in its messages get previews.'), true),
  ...serverRetentionParts,
  archivedAt: added(
    nullable(
      timestamp(
        'When the staff of the platform archived it; null otherwise. Then it can be read, and nobody writes there or joins.',
      ),
    ),
    null,
  ),
  memberCount: wholeNumber('The number of members.', { example: 128 }),
};
const times = { createdAt: timestamp('When it was created.'), updatedAt: timestamp('When it last changed.') };

/** The fields of a server that do not depend on the member. */
export const sharedServerSchema = object('SharedServer', 'A dimension without the fields of a caller.', {
  ...server,
  ...times,
});
export type SharedServer = TypeOf<typeof sharedServerSchema>;

export const serverSchema = object('Server', 'A dimension as the caller sees it.', {
  ...server,
  membership,
  isBanned,
  timeOut: added(timeOut, null),
  application: added(application, null),
  ...unreadParts,
  ...times,
});
export type ServerView = TypeOf<typeof serverSchema>;

export const serverChangeSchema = object(
  'ServerChange',
  "A changed dimension, to merge into the client's copy. The optional fields are the recipient's own and present only if they changed. Events can arrive out of order: keep the shared fields of the copy if its `updatedAt` is later.",
  {
    ...server,
    membership: optional(membership),
    isBanned: optional(isBanned),
    timeOut: optional(timeOut),
    application: optional(application),
    unreadCount: optional(unreadParts.unreadCount),
    mentionCount: optional(unreadParts.mentionCount),
    ...times,
  },
);
export type ServerChange = TypeOf<typeof serverChangeSchema>;

/** The name of the channel that a new server starts with. */
export const DEFAULT_CHANNEL_NAME = 'general';

export const SERVER_RULES = named('Stargazers');

export const createServerBody = requestBody({
  name: textField(SERVER_RULES.name),
  description: clearableText(SERVER_RULES.description),
});
export type CreateServerBody = BodyOf<typeof createServerBody>;

/** `PATCH /api/servers/{id}`: an absent field stays unchanged; an empty description clears it. */
export const updateServerBody = requestBody({
  name: omittable(textField(SERVER_RULES.name)),
  description: clearableText(SERVER_RULES.description),
  hasLinkPreviews: omittable(flagField('Whether links in its messages get previews.')),
  messageDays: omittable(
    messageDaysField(
      'For how many days messages are kept in channels that say nothing else; 0 for ever. Also holds for the messages that exist.',
    ),
  ),
});
export type UpdateServerBody = BodyOf<typeof updateServerBody>;

export const transferOwnershipBody = requestBody({
  userId: idField('The new owner.'),
});

const dimension = { id: id('The dimension.') };

export const listServers = call('GET', '/servers', {
  summary: 'Lists the member’s dimensions and the largest public ones, newest first',
  description: `Includes up to ${LIMITS.largestServers} public dimensions with the most members. \`GET /api/servers/public\` lists all public dimensions.`,
  answer: list(serverSchema),
});

export const listPublicServers = call('GET', '/servers/public', {
  summary: 'Lists all public dimensions, largest first',
  description: 'Sorted by number of members. `q` searches names and descriptions.',
  query: { ...pageQuery, q: textInQuery },
  answer: list(serverSchema),
});

export const getServer = call('GET', '/servers/:id', {
  summary: 'Returns a dimension',
  params: dimension,
  answer: serverSchema,
  problems: ['not_found'],
});

export const createServer = call('POST', '/servers', {
  summary: 'Creates a private dimension',
  description: 'Includes a default channel. The caller becomes its owner.',
  status: 201,
  body: { title: 'CreateServerDto', fields: createServerBody },
  answer: serverSchema,
  problems: ['quota_reached'],
});

export const updateServer = call('PATCH', '/servers/:id', {
  summary: 'Updates a dimension',
  description: `For the owner. Absent fields do not change. Messages kept for a shorter time are deleted from ${SHORTENING_HOURS} hours after the change on; until then, it can be taken back.`,
  params: dimension,
  body: { title: 'UpdateServerDto', fields: updateServerBody },
  answer: serverSchema,
  problems: ['not_found', 'forbidden'],
});

export const deleteServer = call('DELETE', '/servers/:id', {
  summary: 'Deletes a dimension',
  description: 'For the owner. Also deletes its channels and messages.',
  params: dimension,
  answer: okSchema,
  problems: ['not_found', 'forbidden'],
});

export const transferOwnership = call('POST', '/servers/:id/owner', {
  summary: 'Transfers the ownership of a dimension to another member',
  description: 'For the owner, who becomes a moderator.',
  params: dimension,
  body: { title: 'TransferOwnershipDto', fields: transferOwnershipBody },
  answer: serverSchema,
  problems: ['not_found', 'forbidden', 'quota_reached'],
});
