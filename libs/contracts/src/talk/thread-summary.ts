import { reactorSchema } from './reactions.js';
import { gameSchema } from './games.js';
import { id, list, object, optional, timestamp, type TypeOf, wholeNumber } from '../shared/schema.js';

/** How many of the members who last replied come with the message that starts a thread. */
export const THREAD_FACES = 3;

/** Like a message, it also names members that a block hides from the reader, and the client of the blocker leaves them out. */
export const threadSummarySchema = object('ThreadSummary', 'The thread that a message starts.', {
  channelId: id('The thread, which is a channel of its own.'),
  replyCount: wholeNumber('Its messages that are not deleted.', { example: 12 }),
  lastSeq: wholeNumber('The `seq` of its newest message.', { example: 12 }),
  lastReplyAt: timestamp('When its newest message was sent.'),
  faces: list(
    object('ThreadFace', 'A member who replied.', { ...reactorSchema.entries }),
    `The members who last replied, the latest first; at most ${THREAD_FACES}, of the latest 50 messages.`,
  ),
  game: optional(gameSchema),
});
export type ThreadSummary = TypeOf<typeof threadSummarySchema>;
