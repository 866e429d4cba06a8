import { call } from '../shared/call.js';
import { atMost, field, PROSE, UNTRIMMED } from '../shared/field-rules.js';
import { LIMITS } from '../shared/limits.js';
import { pageQuery } from '../shared/page-queries.js';
import { phrases, tooLong } from '../shared/phrases.js';
import { type BodyOf, requestBody, textField } from '../shared/request-fields.js';
import { id, list, object, optional, text, type TypeOf, wholeNumber } from '../shared/schema.js';
import { quoteSchema, replyToField } from './messages.js';

export const draftSchema = object('Draft', 'A message that the member began and has not sent.', {
  channelId: id('The channel.'),
  content: text('The text; empty if the draft was deleted.', { example: 'Is anyone still' }),
  rev: wholeNumber(
    'Grows with each change of any draft of the member. Ignore a draft that is older than your copy.',
    { minimum: 1, example: 3_071 },
  ),
  replyTo: optional(quoteSchema),
});
export type DraftView = TypeOf<typeof draftSchema>;

export const DRAFT_MESSAGES = phrases({ draftTooLong: tooLong('A draft') });

/** The number of drafts that a member can have. */
export const MAX_DRAFTS = 200;

/** `PUT /api/channels/{id}/draft` */
export const draftBody = requestBody({
  content: textField(
    field(
      'The text. An empty one deletes the draft.',
      'Is anyone still',
      [atMost(LIMITS.message.max, DRAFT_MESSAGES.draftTooLong)],
      { ...PROSE, ...UNTRIMMED },
    ),
  ),
  replyToSeq: replyToField(),
});
export type DraftBody = BodyOf<typeof draftBody>;

export const listDrafts = call('GET', '/drafts', {
  summary: "Lists the member's drafts in channels of dimensions that they have joined",
  description: 'In order of the ids of their channels.',
  query: pageQuery,
  answer: list(draftSchema),
});

export const saveDraft = call('PUT', '/channels/:id/draft', {
  summary: 'Stores what the member began to write in a channel',
  description:
    "Replaces the member's draft in the channel, whichever device wrote it. The other devices receive it.",
  params: { id: id('The channel.') },
  body: { title: 'DraftDto', fields: draftBody },
  answer: draftSchema,
  problems: ['not_found', 'not_a_member', 'forbidden', 'quota_reached'],
});
