import { call } from '../shared/call.js';
import { list } from '../shared/schema.js';
import { tagSchema } from './tags.js';

export const listTags = call({
  method: 'GET',
  path: '/tags',
  summary: 'Lists the tags that the member uses, by name',
  answer: list(tagSchema),
});
