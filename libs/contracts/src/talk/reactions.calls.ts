import { call } from '../shared/call.js';
import { messageSchema } from './messages.js';
import { pageQuery } from '../shared/page-queries.js';
import { reactorSchema } from './reactions.js';
import { id, list, text } from '../shared/schema.js';

const reaction = {
  id: id('The message.'),
  emoji: text('Exactly one emoji. Forms with and without a variation selector are the same.', {
    example: '✨',
  }),
};

export const listReactors = call('GET', '/messages/:id/reactions/:emoji', {
  summary: 'Lists the members who reacted to a message with an emoji, first ones first',
  description: 'Without members whom the caller does not see in the dimension because of a block.',
  params: reaction,
  query: pageQuery,
  answer: list(reactorSchema),
  problems: ['not_found'],
});

export const addReaction = call('PUT', '/messages/:id/reactions/:emoji', {
  summary: 'Reacts to a message with an emoji',
  description:
    'Once per member, message and emoji; repeating it changes nothing. Requires a member of the dimension who is not timed out.',
  params: reaction,
  answer: messageSchema,
  problems: ['not_found', 'not_a_member', 'forbidden', 'timed_out', 'quota_reached'],
});

export const removeReaction = call('DELETE', '/messages/:id/reactions/:emoji', {
  summary: "Removes the caller's reaction from a message",
  description: 'Without such a reaction, nothing changes.',
  params: reaction,
  answer: messageSchema,
  problems: ['not_found', 'not_a_member', 'forbidden', 'timed_out'],
});
