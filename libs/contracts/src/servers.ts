import { SERVER_ROLES } from './roles.js';
import { flag, id, moment, nullable, object, oneOf, text, type TypeOf, wholeNumber } from './schema.js';

const counts = {
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
  ...counts,
  createdAt: moment('When it was made.'),
  updatedAt: moment('When it last changed.'),
});
export type ServerView = TypeOf<typeof serverSchema>;

/** A channel of a dimension. */
export const channelSchema = object('Channel', 'A channel of a dimension.', {
  id: id('The channel.'),
  serverId: id('The dimension that it is in.'),
  name: text('Its name.', { example: 'general' }),
  description,
  isDefault: flag('Whether one arrives here.'),
  lastSeq: wholeNumber('The `seq` of its newest message; 0 where there is none.', { example: 512 }),
  readSeq: wholeNumber('The `seq` up to which the caller has read it.', { example: 509 }),
  ...counts,
  createdAt: moment('When it was made.'),
  updatedAt: moment('When it last changed.'),
});
export type ChannelView = TypeOf<typeof channelSchema>;

/** `PUT /api/channels/{id}/read` */
export interface ReadMarkBody {
  seq: number;
}
