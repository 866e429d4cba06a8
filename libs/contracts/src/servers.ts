import { SERVER_ROLES } from './roles.js';
import {
  flag,
  id,
  moment,
  nullable,
  object,
  oneOf,
  optional,
  text,
  type TypeOf,
  wholeNumber,
} from './schema.js';

/** What one has not read of a dimension or a channel. */
export const unreadParts = {
  unreadCount: wholeNumber('Messages of others that the caller has not read; 0 where one has not joined.', {
    example: 3,
  }),
  mentionCount: wholeNumber('How many of these mention the caller.', { example: 1 }),
};
const description = nullable(text('What it is about.', { example: 'For those who look up.' }));
const membership = nullable(
  object('Membership', 'What the caller is in it; null for one who has not joined.', {
    role: oneOf(SERVER_ROLES, 'What one may do.', 'member'),
  }),
);
const server = {
  id: id('The dimension.'),
  ownerId: id('Whose it is.'),
  name: text('Its name.', { example: 'Stargazers' }),
  description,
  isPublic: flag('Whether every member may read and join it.'),
  memberCount: wholeNumber('How many are in it.', { example: 128 }),
};
const times = { createdAt: moment('When it was made.'), updatedAt: moment('When it last changed.') };

/** A dimension, as one member sees it. */
export const serverSchema = object('Server', 'A dimension, as the caller sees it.', {
  ...server,
  membership,
  ...unreadParts,
  ...times,
});
export type ServerView = TypeOf<typeof serverSchema>;

/**
 * A dimension that changed. What is the same for everyone is always there; `membership` and the counts are each
 * reader's own, and come where they are what changed, to that reader alone. A client puts it over what it holds; what
 * all see alike stays where what is held has a later `updatedAt`.
 */
export const serverChangeSchema = object(
  'ServerChange',
  "A dimension as it is now. `membership` and the counts are the reader's own: they are there where they changed, and whoever is told puts what is there over what is held. What all see alike stays where what is held has a later `updatedAt`: what is told may cross on its way.",
  {
    ...server,
    membership: optional(membership),
    unreadCount: optional(unreadParts.unreadCount),
    mentionCount: optional(unreadParts.mentionCount),
    ...times,
  },
);
export type ServerChange = TypeOf<typeof serverChangeSchema>;

/** The channel that a new server begins with. */
export const DEFAULT_CHANNEL_NAME = 'general';

/** `POST /api/servers` */
export interface CreateServerBody {
  name: string;
  description?: string | null;
}

/** `PATCH /api/servers/{id}`: what is absent stays; an empty description clears it. */
export interface UpdateServerBody {
  name?: string;
  description?: string | null;
}

/** `POST /api/servers/{id}/owner`: the member who owns it from now on. */
export interface HandOverBody {
  userId: string;
}
