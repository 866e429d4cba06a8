import { currentUserSchema, profileParts } from '../account/current-user.js';
import { profileBody } from '../account/accounts.js';
import { call } from '../shared/call.js';
import { okSchema } from '../shared/ok.js';
import { flag, list, object, optional, text, timestamp, type TypeOf } from '../shared/schema.js';

export const publicProfileSchema = object('PublicProfile', "A member's page as others see it.", {
  ...profileParts,
  hasFeed: flag("Whether anyone can subscribe to the member's posts."),
  createdAt: timestamp('When the member registered.'),
  thenAt: optional(timestamp('When the snapshot was taken that the member shows publicly, if any.')),
});
export type PublicProfile = TypeOf<typeof publicProfileSchema>;

/**
 * Former Oni IDs lead to their member and are refused to others: the last of them (`most`), for some days each. The SQL
 * function `retain_former_username` repeats both.
 */
export const FORMER_USERNAMES = { days: 90, most: 3 } as const;

export const formerUsernameSchema = object(
  'FormerUsername',
  'A former Oni ID that nobody else can take yet.',
  {
    username: text('The former Oni ID.', { example: 'vesper' }),
    heldUntil: timestamp('When others can take it.'),
  },
);
export type FormerUsername = TypeOf<typeof formerUsernameSchema>;

export const authorSchema = object('Author', 'The author of a post, message or invite.', {
  username: profileParts.username,
  displayName: profileParts.displayName,
  profileImageUrl: profileParts.profileImageUrl,
});
export type Author = TypeOf<typeof authorSchema>;

export const updateProfile = call('PATCH', '/users/profile', {
  summary: "Updates the caller's profile",
  description:
    'Omitted fields keep their values. An Oni ID claimed on the waitlist requires the email address and access key of its claim; a claim without an access key cannot be used. A former Oni ID that the caller holds can be taken back.',
  body: { title: 'ProfileDto', fields: profileBody },
  answer: currentUserSchema,
  problems: ['username_taken', 'username_reserved', 'forbidden'],
});

export const listFormerUsernames = call('GET', '/users/profile/former-usernames', {
  summary: 'Lists the former Oni IDs that the caller holds',
  description: `The last ${FORMER_USERNAMES.most}, newest first, each for ${FORMER_USERNAMES.days} days. They lead to the caller, and others cannot take them.`,
  answer: list(formerUsernameSchema),
});

export const releaseFormerUsername = call('DELETE', '/users/profile/former-usernames/:username', {
  summary: 'Lets a former Oni ID go',
  description: 'It no longer leads to the caller, and others can take it.',
  params: { username: text('The former Oni ID.', { example: 'vesper' }) },
  answer: okSchema,
  problems: ['not_found'],
});

export const getProfile = call('GET', '/users/:username', {
  summary: "Returns a member's profile",
  description:
    'A private profile is visible only to its member. A former Oni ID returns the profile of the member who holds it.',
  access: 'visitors',
  params: { username: text('The Oni ID; case is ignored.', { example: 'vesper' }) },
  mayBeStale: true,
  answer: publicProfileSchema,
  problems: ['not_found'],
});
