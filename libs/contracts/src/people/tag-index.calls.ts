import { call } from '../shared/call.js';
import { pageQuery } from '../shared/page-queries.js';
import { tagInQuery } from '../shared/request-fields.js';
import { list } from '../shared/schema.js';
import { indexedTagSchema, tagIndexSchema } from './tag-index.js';

export const getTagIndex = call({
  method: 'GET',
  path: '/tag-index',
  summary: 'Returns tags of the moment, tags near the caller, and new ones',
  answer: tagIndexSchema,
});

export const listTagNames = call({
  method: 'GET',
  path: '/tag-index/names',
  summary: 'Lists the tags that members show, by name',
  query: { ...pageQuery, prefix: tagInQuery('Only tags that begin with this text.') },
  answer: list(indexedTagSchema),
  paged: true,
});
