import { call } from '../shared/call.js';
import { draftBody, draftSchema } from './drafts.js';
import { pageQuery } from '../shared/page-queries.js';
import { id, list } from '../shared/schema.js';

export const listDrafts = call({
  method: 'GET',
  path: '/drafts',
  summary: "Lists the member's drafts in channels where they may write",
  description: 'In order of the ids of their channels.',
  query: pageQuery,
  answer: list(draftSchema),
  paged: true,
});

export const saveDraft = call({
  method: 'PUT',
  path: '/channels/:id/draft',
  summary: 'Stores what the member began to write in a channel',
  description:
    "Replaces the member's draft in the channel, whichever device wrote it. The other devices receive it.",
  params: { id: id('The channel.') },
  body: { title: 'DraftDto', fields: draftBody },
  answer: draftSchema,
  problems: ['not_found', 'not_a_member', 'quota_reached'],
});
