import { attachmentsField } from '../shared/attachments.js';
import { call } from '../shared/call.js';
import { OPTIONAL } from '../shared/field-rules.js';
import { okSchema } from '../shared/ok.js';
import { pageQuery } from '../shared/page-queries.js';
import { phrases } from '../shared/phrases.js';
import {
  type BodyOf,
  flagInQuery,
  idField,
  omittable,
  requestBody,
  textField,
} from '../shared/request-fields.js';
import {
  flag,
  id,
  list,
  nullable,
  object,
  text,
  timestamp,
  type TypeOf,
  wholeNumber,
} from '../shared/schema.js';
import { conversationMemberSchema } from './conversations.js';
import { draftRevField, MESSAGE_RULES, messageSchema, sentTextField, warningField } from './messages.js';

export const threadSchema = object(
  'Thread',
  'Replies to a message, in a channel of their own. Its messages, read mark and live events are those of a channel with its id.',
  {
    id: id('The thread: the `channelId` of its messages.'),
    serverId: nullable(id('The dimension; null in a conversation.')),
    parentId: id(
      'The channel or conversation of the message that starts it. Its readers and writers may read and write here.',
    ),
    parentName: text('Its name; empty for a conversation without one.', { example: 'tonight' }),
    members: list(
      conversationMemberSchema,
      'In a conversation, its other members, as `Conversation` lists them. Otherwise empty.',
    ),
    message: messageSchema,
    lastSeq: wholeNumber('The `seq` of the newest message.', { example: 12 }),
    readSeq: wholeNumber('The `seq` of the last message that the caller has read.', { example: 9 }),
    unreadCount: wholeNumber('Unread messages of others; 0 unless the caller follows the thread.', {
      example: 3,
    }),
    mentionCount: wholeNumber('Those of them that mention the caller.', { example: 1 }),
    isFollowed: flag(
      'Whether the caller follows it. Unread messages of followed threads count as mentions in the dimension, and apart in a conversation.',
    ),
    createdAt: timestamp('When it was started.'),
  },
);
export type ThreadView = TypeOf<typeof threadSchema>;

export const THREAD_MESSAGES = phrases({ nested: 'A message in a thread cannot start another thread.' });

export const startThreadBody = requestBody({
  content: sentTextField(),
  attachments: attachmentsField(),
  draftRev: draftRevField(),
  acceptsWarning: warningField(),
  nonce: textField({ ...MESSAGE_RULES.nonce, ...OPTIONAL }),
});
export type StartThreadBody = BodyOf<typeof startThreadBody>;

export const followedThreadsQuery = requestBody({
  ...pageQuery,
  server: omittable(idField('Only threads in this dimension.')),
  conversations: flagInQuery('Only threads in conversations.'),
});

const thread = { id: id('The thread.') };

export const startThread = call('POST', '/messages/:id/thread', {
  summary: 'Starts a thread on a message with its first reply',
  description:
    "If the message has a thread, the reply is sent there: two first replies share one thread. The answer is the reply; its `channelId` is the thread. The caller and the message's author follow it, and the author is notified of the first reply as if mentioned. Repeating a nonce answers 200 and the first reply. A message in a thread and a deleted message without a thread cannot start one. Requires the permission to write in the channel, or in a conversation that does not wait as a request. All members of a conversation follow its threads from the first reply on.",
  status: 201,
  alsoStatus: 200,
  params: { id: id('The message that starts the thread.') },
  body: { title: 'StartThreadDto', fields: startThreadBody },
  answer: messageSchema,
  problems: [
    'not_found',
    'not_a_member',
    'timed_out',
    'channel_locked',
    'slow_mode',
    'forbidden',
    'already_used',
    'filtered',
    'filter_warning',
    'held_for_review',
    'quota_reached',
    'account_too_new',
  ],
});

export const getThread = call('GET', '/threads/:id', {
  summary: 'Returns a thread',
  description: 'Its messages are listed, sent and marked as read like those of a channel with the same id.',
  params: thread,
  answer: threadSchema,
  problems: ['not_found'],
});

export const listThreads = call('GET', '/channels/:id/threads', {
  summary: 'Lists the threads of a channel, latest activity first',
  params: { id: id('The channel.') },
  query: pageQuery,
  answer: list(threadSchema),
  problems: ['not_found'],
});

export const listFollowedThreads = call('GET', '/threads', {
  summary: 'Lists the threads that the caller follows, latest activity first',
  description:
    'In all dimensions and conversations of the caller, in one dimension, or in all conversations.',
  query: followedThreadsQuery,
  answer: list(threadSchema),
});

export const deleteThread = call('DELETE', '/threads/:id', {
  summary: 'Deletes a thread with its messages',
  description:
    'For the owner and moderators of its dimension. The message that starts it stays, and a reply to it starts another thread.',
  params: thread,
  answer: okSchema,
  problems: ['not_found', 'forbidden'],
});

export const followThread = call('PUT', '/threads/:id/follow', {
  summary: 'Follows a thread',
  description: 'Repeating it changes nothing. Only members of the dimension or conversation follow threads.',
  params: thread,
  answer: okSchema,
  problems: ['not_found', 'not_a_member', 'quota_reached'],
});

export const unfollowThread = call('DELETE', '/threads/:id/follow', {
  summary: 'Stops following a thread',
  description: 'Until the caller writes in it or follows it again.',
  params: thread,
  answer: okSchema,
  problems: ['not_found', 'not_a_member'],
});

export const threadChangeSchema = object('ThreadChange', 'A thread that the member follows, or did.', {
  serverId: nullable(id('The dimension; null in a conversation.')),
  parentId: id('The channel or conversation of the message that starts the thread.'),
  channelId: id('The thread.'),
  lastSeq: wholeNumber('The `seq` of the newest message.', { example: 12 }),
  isFollowed: flag('Whether the member follows the thread.'),
});
export type ThreadChange = TypeOf<typeof threadChangeSchema>;

export const deletedThreadSchema = object('ThreadDeleted', 'A deleted thread.', {
  serverId: id('The dimension.'),
  parentId: id('The channel of the message that started the thread.'),
  channelId: id('The thread.'),
});
export type DeletedThread = TypeOf<typeof deletedThreadSchema>;
