import { limitInQuery } from '../shared/page-queries.js';
import { call } from '../shared/call.js';
import { readMarkBody } from './channels.js';
import { okSchema } from '../shared/ok.js';
import { mentionPositionSchema } from './read-marks.js';
import { numberInQuery, POSITION } from '../shared/request-fields.js';
import { id, list } from '../shared/schema.js';

const channel = { id: id('The channel.') };

export const advanceReadMark = call({
  method: 'PUT',
  path: '/channels/:id/read',
  summary: 'Marks a channel as read up to a message',
  description: "A read mark never moves back. The member's other devices receive it.",
  params: channel,
  body: { title: 'ReadMarkDto', fields: readMarkBody },
  answer: okSchema,
  problems: ['not_found', 'not_a_member'],
});

export const markServerRead = call({
  method: 'POST',
  path: '/servers/:id/read',
  summary: 'Marks all channels of a dimension as read',
  params: { id: id('The dimension.') },
  answer: okSchema,
  problems: ['not_found', 'not_a_member'],
});

export const listMentions = call({
  method: 'GET',
  path: '/channels/:id/mentions',
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
