import { limitInQuery } from '../shared/page-queries.js';
import { call } from '../shared/call.js';
import { editMessageBody, messageSchema, sendMessageBody } from './messages.js';
import { okSchema } from '../shared/ok.js';
import { numberInQuery, POSITION } from '../shared/request-fields.js';
import { FIRST_SEQ_HEADER } from '../shared/lists.js';
import { id, list } from '../shared/schema.js';

const channel = { id: id('The channel.') };
const message = { id: id('The message.') };

export const listMessages = call('GET', '/channels/:id/messages', {
  summary: 'Lists the messages of a channel',
  description: `Oldest first. Without \`before\` and \`after\`, the page holds the latest messages. The \`${FIRST_SEQ_HEADER}\` header has the \`seq\` of the first message of the channel: those below expired.`,
  params: channel,
  query: {
    before: numberInQuery('Only messages before this `seq`.', POSITION),
    after: numberInQuery('Only messages after this `seq`.', POSITION),
    limit: limitInQuery,
  },
  answer: list(messageSchema),
  problems: ['not_found'],
});

export const createMessage = call('POST', '/channels/:id/messages', {
  summary: 'Sends a message',
  description:
    'Repeating a nonce answers 200 and the first message. The author of the message that this one answers is notified as if mentioned. `held_for_review`: the staff of the dimension, or of the site, read the message before others see it; repeating its nonce answers the same.',
  status: 201,
  alsoStatus: 200,
  params: channel,
  body: { title: 'SendMessageDto', fields: sendMessageBody },
  answer: messageSchema,
  problems: [
    'not_found',
    'not_a_member',
    'forbidden',
    'timed_out',
    'channel_locked',
    'slow_mode',
    'already_used',
    'filtered',
    'filter_warning',
    'held_for_review',
    'quota_reached',
    'account_too_new',
  ],
});

export const editMessage = call('PATCH', '/messages/:id', {
  summary: 'Edits a message',
  description:
    'Only its author may edit a message, while they may write in the channel, apart from slow mode. Mentions follow the new text.',
  params: message,
  body: { title: 'EditMessageDto', fields: editMessageBody },
  answer: messageSchema,
  problems: [
    'not_found',
    'forbidden',
    'not_a_member',
    'timed_out',
    'channel_locked',
    'filtered',
    'filter_warning',
    'account_too_new',
  ],
});

export const deleteMessage = call('DELETE', '/messages/:id', {
  summary: 'Deletes a message',
  description:
    'Its author, moderators and the owner of the dimension may delete a message. It stays in the history without content.',
  params: message,
  answer: okSchema,
  problems: ['not_found', 'forbidden', 'not_a_member', 'timed_out'],
});
