import { call } from './call.js';
import { list } from './schema.js';
import { tagSchema } from './tags.js';

export const listTags = call({
  method: 'GET',
  path: '/tags',
  summary: 'Lists the tags that the member uses, by name',
  answer: list(tagSchema),
});
