import { authorSchema } from '../people/profiles.js';
import { call } from '../shared/call.js';
import { LIMITS } from '../shared/limits.js';
import { okSchema } from '../shared/ok.js';
import { pageQuery } from '../shared/page-queries.js';
import { phrases } from '../shared/phrases.js';
import { type BodyOf, numberField, omittableByNull, requestBody } from '../shared/request-fields.js';
import { id, list, nullable, object, text, timestamp, type TypeOf, wholeNumber } from '../shared/schema.js';
import { grouped } from '../shared/text.js';
import { serverSchema } from './servers.js';

export const INVITE_MESSAGES = phrases({
  badInviteHours: `An invite can last ${LIMITS.inviteHours.min} to ${LIMITS.inviteHours.max} hours.`,
  badInviteUses: `An invite can be used ${LIMITS.inviteUses.min} to ${grouped(LIMITS.inviteUses.max)} times.`,
  bannedUntilInvited:
    'You were removed from this dimension after this invite was made. Ask for a new one to rejoin.',
});

const code = text('The secret in the address of the invite.', {
  pattern: '^[A-Za-z0-9_-]{22}$',
  example: 'b3Zk1vQx9mTf0LwYc7RpGA',
});
const invite = {
  id: id('The invite.'),
  expiresAt: timestamp('When it stops working.'),
  maxUses: nullable(wholeNumber('The maximum number of uses; null means unlimited.', { example: 10 })),
  uses: wholeNumber('The number of uses so far.', { example: 0 }),
};

export const inviteSchema = object('Invite', 'A new invite to a dimension. Its code is returned only once.', {
  ...invite,
  code,
  url: text('The address to share.', {
    example: 'https://oniverse.example/dimensions/invite/b3Zk1vQx9mTf0LwYc7RpGA',
  }),
});
export type InviteView = TypeOf<typeof inviteSchema>;

export const listedInviteSchema = object('ListedInvite', 'An active invite, without its code.', {
  ...invite,
  createdBy: nullable(authorSchema),
  createdAt: timestamp('When it was created.'),
});
export type ListedInvite = TypeOf<typeof listedInviteSchema>;

export const invitePreviewSchema = object(
  'InvitePreview',
  'The dimension behind an invite, for anyone with its code.',
  {
    code,
    server: object('InvitedTo', 'The dimension.', {
      id: id('The dimension.'),
      name: text('The name.', { example: 'Stargazers' }),
      description: nullable(text('The topic.', { example: 'For those who look up.' })),
      memberCount: wholeNumber('The number of members.', { example: 128 }),
    }),
    expiresAt: invite.expiresAt,
  },
);
export type InvitePreview = TypeOf<typeof invitePreviewSchema>;

export const createInviteBody = requestBody({
  expiresInHours: omittableByNull(
    numberField('Validity in hours.', {
      ...LIMITS.inviteHours,
      message: INVITE_MESSAGES.badInviteHours,
      example: LIMITS.inviteHours.default,
    }),
  ),
  maxUses: omittableByNull(
    numberField('The maximum number of uses; unlimited if absent or null.', {
      ...LIMITS.inviteUses,
      message: INVITE_MESSAGES.badInviteUses,
      example: 10,
    }),
  ),
});
export type CreateInviteBody = BodyOf<typeof createInviteBody>;

export const inviteUrl = (origin: string, inviteCode: string): string =>
  `${origin}/dimensions/invite/${inviteCode}`;

const dimension = { id: id('The dimension.') };
const byCode = { code: text('The code in the invite’s address.', { example: 'b3Zk1vQx9mTf0LwYc7RpGA' }) };

export const createInvite = call('POST', '/servers/:id/invites', {
  summary: 'Creates an invite',
  description:
    'For the owner and moderators. By default an invite works for a week and any number of uses. It is revoked when its creator leaves, is removed or loses the role.',
  status: 201,
  params: dimension,
  body: { title: 'CreateInviteDto', fields: createInviteBody },
  answer: inviteSchema,
  carriesSecret: true,
  problems: ['not_found', 'forbidden', 'quota_reached', 'account_too_new'],
});

export const listInvites = call('GET', '/servers/:id/invites', {
  summary: 'Lists the valid invites of a dimension, newest first',
  description: 'For the owner and moderators. Codes are shown only once, to their creators.',
  params: dimension,
  query: pageQuery,
  answer: list(listedInviteSchema),
  problems: ['not_found', 'forbidden'],
});

export const revokeInvite = call('DELETE', '/servers/:id/invites/:inviteId', {
  summary: 'Revokes an invite by its id',
  description: 'For the owner and moderators, regardless of its creator.',
  params: { ...dimension, inviteId: id('The invite.') },
  answer: okSchema,
  problems: ['not_found', 'forbidden'],
});

export const previewInvite = call('GET', '/invites/:code', {
  summary: 'Previews an invite',
  description:
    'Available to everyone who has the code, except to a member across a block from the creator of the invite.',
  access: 'visitors',
  params: byCode,
  answer: invitePreviewSchema,
  problems: ['not_found'],
});

export const acceptInvite = call('POST', '/invites/:code/accept', {
  summary: 'Accepts an invite',
  description: 'For a member of the dimension, nothing changes and no use is counted.',
  params: byCode,
  answer: serverSchema,
  problems: ['not_found', 'forbidden'],
});

export const revokeInviteByCode = call('DELETE', '/invites/:code', {
  summary: 'Revokes an invite by its code',
  description: 'For the owner and moderators.',
  params: byCode,
  answer: okSchema,
  problems: ['not_found', 'forbidden'],
});
