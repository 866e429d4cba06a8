import { call } from '../shared/call.js';
import { memberCardSchema, memberLineSchema } from './link-details.js';
import { text } from '../shared/schema.js';

const member = { username: text('The Oni ID; case is ignored.', { example: 'vesper' }) };

export const getMemberLine = call({
  method: 'GET',
  path: '/users/:username/line',
  summary: 'Returns the line between the caller and a member: the shared tags, and where they come from',
  description: 'Only what others may see is a source, on both sides. There is no line to oneself.',
  params: member,
  answer: memberLineSchema,
  problems: ['not_found'],
});

export const getMemberCard = call({
  method: 'GET',
  path: '/users/:username/card',
  summary: 'Returns a member in short, with the line to the caller',
  params: member,
  answer: memberCardSchema,
  problems: ['not_found'],
});
