import { profileParts } from './accounts.js';
import { flag, object, optional, timestamp, type TypeOf } from './schema.js';

export const publicProfileSchema = object('PublicProfile', "A member's page as others see it.", {
  ...profileParts,
  hasFeed: flag("Whether anyone can subscribe to the member's posts."),
  createdAt: timestamp('When the member registered.'),
  thenAt: optional(timestamp('When the snapshot was taken that the member shows publicly, if any.')),
});
export type PublicProfile = TypeOf<typeof publicProfileSchema>;

export const authorSchema = object('Author', 'The author of a post, message or invite.', {
  username: profileParts.username,
  displayName: profileParts.displayName,
  profileImageUrl: profileParts.profileImageUrl,
});
export type Author = TypeOf<typeof authorSchema>;
