import { call } from '../shared/call.js';
import { okSchema } from '../shared/ok.js';
import { limitInQuery } from '../shared/page-queries.js';
import { numberField, numberInQuery, POSITION, requestBody } from '../shared/request-fields.js';
import { id, list, nullable, object, wholeNumber } from '../shared/schema.js';

/** How many read marks an event names. With more, clients fetch what they show. */
export const MAX_NAMED_MARKS = 100;

export const readMarksChangeSchema = object('ReadMarksChanged', 'The read marks that moved.', {
  marks: nullable(
    list(
      object('ReadMark', 'How far the member has read a channel.', {
        serverId: nullable(id('The dimension; null for a conversation.')),
        channelId: id('The channel.'),
        seq: wholeNumber('The `seq` of the last message read.', { example: 512 }),
      }),
      `Null for more than ${MAX_NAMED_MARKS}.`,
    ),
  ),
});

export const mentionPositionSchema = object('MentionPosition', 'A message that mentions the member.', {
  seq: wholeNumber('The `seq` of the message.', { minimum: 1, example: 530 }),
});

export const readMarkBody = requestBody({
  seq: numberField('The `seq` of the last message read; larger values mean the latest message.', POSITION),
});

const channel = { id: id('The channel.') };

export const advanceReadMark = call('PUT', '/channels/:id/read', {
  summary: 'Marks a channel as read up to a message',
  description: "A read mark never moves back. The member's other devices receive it.",
  params: channel,
  body: { title: 'ReadMarkDto', fields: readMarkBody },
  answer: okSchema,
  problems: ['not_found', 'not_a_member', 'forbidden'],
  duringMaintenance: true,
});

export const markServerRead = call('POST', '/servers/:id/read', {
  summary: 'Marks all channels of a dimension as read',
  params: { id: id('The dimension.') },
  answer: okSchema,
  problems: ['not_found', 'not_a_member'],
  duringMaintenance: true,
});

export const listMentions = call('GET', '/channels/:id/mentions', {
  summary: 'Lists the messages of a channel that mention the member',
  description: 'Oldest first. The next page starts after the last `seq`.',
  params: channel,
  query: {
    after: numberInQuery('Only messages after this `seq`.', POSITION),
    limit: limitInQuery,
  },
  answer: list(mentionPositionSchema),
  problems: ['not_found'],
});
