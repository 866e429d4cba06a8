import { call } from './call.js';
import { readMarkBody } from './channels.js';
import { okSchema } from './ok.js';
import { id } from './schema.js';

export const advanceReadMark = call({
  method: 'PUT',
  path: '/channels/:id/read',
  summary: 'Marks a channel as read up to a message',
  description: 'A read mark never moves back.',
  params: { id: id('The channel.') },
  body: { title: 'ReadMarkDto', fields: readMarkBody },
  answer: okSchema,
  problems: ['not_found', 'not_a_member'],
});
