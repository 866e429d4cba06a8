import { profileParts } from '../account/accounts.js';
import { flag, object, optional, text, timestamp, type TypeOf } from '../shared/schema.js';

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
