import { SERVER_ROLES } from './roles.js';
import { flag, id, moment, nullable, object, oneOf, text, type TypeOf, wholeNumber } from './schema.js';

/** What one has not read of a dimension or a channel. */
export const unreadParts = {
  unreadCount: wholeNumber('Messages of others that the caller has not read; 0 where one has not joined.', {
    example: 3,
  }),
  mentionCount: wholeNumber('How many of these mention the caller.', { example: 1 }),
};
const description = nullable(text('What it is about.', { example: 'For those who look up.' }));

/** A dimension, as one member sees it. */
export const serverSchema = object('Server', 'A dimension, as the caller sees it.', {
  id: id('The dimension.'),
  ownerId: id('Whose it is.'),
  name: text('Its name.', { example: 'Stargazers' }),
  description,
  isPublic: flag('Whether every member may read and join it.'),
  memberCount: wholeNumber('How many are in it.', { example: 128 }),
  membership: nullable(
    object('Membership', 'What the caller is in it; null for one who has not joined.', {
      role: oneOf(SERVER_ROLES, 'What one may do.', 'member'),
    }),
  ),
  ...unreadParts,
  createdAt: moment('When it was made.'),
  updatedAt: moment('When it last changed.'),
});
export type ServerView = TypeOf<typeof serverSchema>;
