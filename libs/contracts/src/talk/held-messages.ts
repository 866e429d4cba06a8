import { authorSchema } from '../people/profiles.js';
import { attachmentSchema } from '../shared/attachments.js';
import { call } from '../shared/call.js';
import { atMost, field, OPTIONAL, PROSE } from '../shared/field-rules.js';
import { okSchema } from '../shared/ok.js';
import { pageQuery } from '../shared/page-queries.js';
import { phrases, tooLong } from '../shared/phrases.js';
import { type BodyOf, requestBody, textField } from '../shared/request-fields.js';
import {
  id,
  list,
  nullable,
  object,
  oneOf,
  optional,
  text,
  timestamp,
  type TypeOf,
} from '../shared/schema.js';

export const HELD_MESSAGE_LIMITS = {
  /** Messages of a member that wait in a dimension. */
  waiting: 20,
  /** In Unicode characters. */
  word: { max: 500 },
  /** Days until a declined message is deleted. */
  declinedDays: 30,
} as const;

/** A message that was released is a message, and one that was withdrawn is deleted. */
export const HELD_STATES = ['held', 'declined'] as const;
export type HeldState = (typeof HELD_STATES)[number];

export const HELD_MESSAGES = phrases({
  tooManyHeld: ({ max }: { max: number }) =>
    `${max} of your messages wait for the staff of this dimension. Withdraw one, or wait until they decide.`,
  authorCannotWrite: 'Its author can no longer write in this channel.',
  wordTooLong: tooLong('A word to the author'),
});

const heldParts = {
  id: id('The held message.'),
  channelId: id('The channel or thread that it was sent to.'),
  content: text('The text.', { example: 'Free nitro over here.' }),
  attachments: optional(list(attachmentSchema, 'Its files; absent if there are none.')),
  createdAt: timestamp('When it was sent.'),
};

export const ownHeldMessageSchema = object(
  'OwnHeldMessage',
  'A message of the caller that staff of a dimension read before others see it, or declined.',
  {
    ...heldParts,
    threadOf: nullable(id('The message that starts the thread; null outside of threads.')),
    state: oneOf(HELD_STATES, '`held`: staff have not decided. `declined`: it will not be shown.', 'held'),
    word: nullable(
      text('What staff say to its author, if anything.', { example: 'No advertising, please.' }),
    ),
  },
);
export type OwnHeldMessage = TypeOf<typeof ownHeldMessageSchema>;

export const heldMessageSchema = object('HeldMessage', 'A message that waits for the staff of a dimension.', {
  ...heldParts,
  channelName: text('The channel, or that of the thread.', { example: 'general' }),
  userId: id('Its author.'),
  ...authorSchema.entries,
});
export type HeldMessageView = TypeOf<typeof heldMessageSchema>;

export const DECLINE_WORD = field(
  'What the author reads.',
  'No advertising, please.',
  [atMost(HELD_MESSAGE_LIMITS.word.max, HELD_MESSAGES.wordTooLong)],
  { ...OPTIONAL, ...PROSE },
);

/** `POST /api/servers/{id}/held-messages/{heldId}/decline`. */
export const declineBody = requestBody({ word: textField(DECLINE_WORD) });
export type DeclineBody = BodyOf<typeof declineBody>;

const dimension = { id: id('The dimension.') };
const held = { ...dimension, heldId: id('The held message.') };

export const releaseHeldMessage = call('POST', '/servers/:id/held-messages/:heldId/release', {
  summary: 'Releases a held message, which becomes a new message of its author',
  description:
    'For the owner and moderators. `forbidden` also if its author can no longer write in the channel, and `slow_mode` while they wait there; it stays held then.',
  params: held,
  answer: okSchema,
  problems: ['not_found', 'forbidden', 'slow_mode'],
});

export const declineHeldMessage = call('POST', '/servers/:id/held-messages/:heldId/decline', {
  summary: 'Declines a held message',
  description: `For the owner and moderators. Its author sees the word, until they dismiss it or ${HELD_MESSAGE_LIMITS.declinedDays} days have passed.`,
  params: held,
  body: { title: 'DeclineHeldMessageDto', fields: declineBody },
  answer: okSchema,
  problems: ['not_found', 'forbidden'],
});

export const listOwnHeldMessages = call('GET', '/held-messages', {
  summary: "Lists the caller's held and declined messages, newest first",
  query: pageQuery,
  answer: list(ownHeldMessageSchema),
});

export const deleteOwnHeldMessage = call('DELETE', '/held-messages/:id', {
  summary: 'Withdraws a held message, or dismisses a declined one',
  description: 'For its author.',
  params: { id: id('The held message.') },
  answer: okSchema,
  problems: ['not_found'],
});
