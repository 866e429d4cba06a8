import { grouped } from '../shared/text.js';
import { phrases } from '../shared/phrases.js';
import { LIMITS } from '../shared/limits.js';
import { authorSchema } from '../people/profiles.js';
import { type BodyOf, numberField, omittableByNull, requestBody } from '../shared/request-fields.js';
import { id, timestamp, nullable, object, text, type TypeOf, wholeNumber } from '../shared/schema.js';

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
