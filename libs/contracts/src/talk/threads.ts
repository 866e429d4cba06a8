import { phrases } from '../shared/phrases.js';
import { OPTIONAL } from '../shared/field-rules.js';
import { draftRevField, messageSchema, MESSAGE_RULES } from './messages.js';
import { pageQuery } from '../shared/page-queries.js';
import { type BodyOf, idField, omittable, requestBody, textField } from '../shared/request-fields.js';
import { flag, id, object, text, timestamp, type TypeOf, wholeNumber } from '../shared/schema.js';

export const threadSchema = object(
  'Thread',
  'Replies to a message, in a channel of their own. Its messages, read mark and live events are those of a channel with its id.',
  {
    id: id('The thread: the `channelId` of its messages.'),
    serverId: id('The dimension.'),
    parentId: id(
      'The channel of the message that starts it. Its readers and writers may read and write here.',
    ),
    parentName: text('The name of that channel.', { example: 'tonight' }),
    message: messageSchema,
    lastSeq: wholeNumber('The `seq` of the newest message.', { example: 12 }),
    readSeq: wholeNumber('The `seq` of the last message that the caller has read.', { example: 9 }),
    unreadCount: wholeNumber('Unread messages of others; 0 unless the caller follows the thread.', {
      example: 3,
    }),
    mentionCount: wholeNumber('Those of them that mention the caller.', { example: 1 }),
    isFollowed: flag(
      'Whether the caller follows it. Unread messages of followed threads count as mentions in the dimension.',
    ),
    createdAt: timestamp('When it was started.'),
  },
);
export type ThreadView = TypeOf<typeof threadSchema>;

export const THREAD_MESSAGES = phrases({
  nested: 'A message in a thread cannot start another thread.',
});

export const startThreadBody = requestBody({
  content: textField(MESSAGE_RULES.content),
  draftRev: draftRevField(),
  nonce: textField({ ...MESSAGE_RULES.nonce, ...OPTIONAL }),
});
export type StartThreadBody = BodyOf<typeof startThreadBody>;

export const followedThreadsQuery = requestBody({
  ...pageQuery,
  server: omittable(idField('Only threads in this dimension.')),
});
