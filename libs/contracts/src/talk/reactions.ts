import { phrases } from '../shared/phrases.js';
import { grouped } from '../shared/text.js';
import { authorSchema } from '../people/profiles.js';
import { flag, id, list, object, optional, text, type TypeOf, wholeNumber } from '../shared/schema.js';

/** Different emojis of a message, and how many of the members who reacted with each come along. */
export const REACTIONS = { emojis: 20, first: 3 } as const;

/** Up to how many members with an emoji are counted: see `crowded_reactions.sql`. */
export const REACTIONS_COUNTED = 10_000;

export const REACTION_MESSAGES = phrases({ badEmoji: 'A reaction is exactly one emoji.' });

export const reactorSchema = object('Reactor', 'A member who reacted to a message.', {
  userId: id('The member.'),
  author: authorSchema,
});
export type ReactorView = TypeOf<typeof reactorSchema>;

/**
 * An emoji that members reacted with to a message. Like a message, it also names members that a block hides from the reader,
 * and the client of the blocker leaves them out.
 */
export const reactionSchema = object('Reaction', 'An emoji that members reacted with to a message.', {
  emoji: text('The emoji, fully qualified.', { example: '✨' }),
  count: wholeNumber(`How many members reacted with it, counted up to ${grouped(REACTIONS_COUNTED)}.`, {
    minimum: 1,
    example: 4,
  }),
  first: list(
    reactorSchema,
    `The first of these members, up to ${REACTIONS.first}. \`listReactors\` has all of them.`,
  ),
  isMine: optional(
    flag(
      'Whether the caller reacted with it. Absent in live events, which are the same for all readers: the client keeps what it knows.',
    ),
  ),
});
export type ReactionView = TypeOf<typeof reactionSchema>;

export const ownReactionsSchema = object(
  'OwnReactions',
  "The member's own reactions to a message, after a change.",
  {
    channelId: id('The channel.'),
    seq: wholeNumber('The position of the message in the channel.', { minimum: 1, example: 512 }),
    rev: wholeNumber("The channel's revision with this change. Ignore one that is older than your copy.", {
      minimum: 1,
      example: 533,
    }),
    emojis: list(text('An emoji, fully qualified.', { example: '✨' }), 'All of them.'),
  },
);
export type OwnReactions = TypeOf<typeof ownReactionsSchema>;
