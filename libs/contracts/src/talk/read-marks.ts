import { id, list, nullable, object, type TypeOf, wholeNumber } from '../shared/schema.js';

/** How many read marks an event names. With more, clients fetch what they show. */
export const MAX_NAMED_MARKS = 100;

export const readMarksChangeSchema = object('ReadMarksChanged', 'The read marks that moved.', {
  marks: nullable(
    list(
      object('ReadMark', 'How far the member has read a channel.', {
        serverId: id('The dimension.'),
        channelId: id('The channel.'),
        seq: wholeNumber('The `seq` of the last message read.', { example: 512 }),
      }),
      `Null for more than ${MAX_NAMED_MARKS}.`,
    ),
  ),
});
export type ReadMarksChange = TypeOf<typeof readMarksChangeSchema>;

export const mentionPositionSchema = object('MentionPosition', 'A message that mentions the member.', {
  seq: wholeNumber('The `seq` of the message.', { minimum: 1, example: 530 }),
});
