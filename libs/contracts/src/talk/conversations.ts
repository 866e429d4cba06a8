import { authorSchema } from '../people/profiles.js';
import { call } from '../shared/call.js';
import { atMost, field, type FieldRules, LINE, OPTIONAL } from '../shared/field-rules.js';
import { okSchema } from '../shared/ok.js';
import { pageQuery } from '../shared/page-queries.js';
import { phrases, tooLong } from '../shared/phrases.js';
import {
  type BodyOf,
  choiceField,
  clearableText,
  flagInQuery,
  idField,
  idsField,
  omittable,
  requestBody,
} from '../shared/request-fields.js';
import {
  flag,
  id,
  list,
  nullable,
  object,
  oneOf,
  text,
  timestamp,
  type TypeOf,
  wholeNumber,
} from '../shared/schema.js';
import { listed } from '../shared/wording.js';

/** Bounds of direct conversations. */
export const CONVERSATION_LIMITS = {
  /** With the member who starts it. */
  members: 10,
  name: { max: 80 },
  /** How many messages may wait as a request until the other member accepts. */
  requested: 3,
  /** Characters of the newest message in lists. */
  excerpt: 140,
  /** New accounts start fewer: see `NEW_ACCOUNT_LIMITS`. */
  perDay: 20,
} as const;

/**
 * What a conversation is to a member: `joined`; `requested` until they accept or decline; `declined`, also for a first message
 * that their settings keep away; `left`.
 */
export const CONVERSATION_STATES = ['joined', 'requested', 'declined', 'left'] as const;
export type ConversationState = (typeof CONVERSATION_STATES)[number];

/** After how many days the new messages of a conversation disappear; 0 for never. */
export const DISAPPEARING = { never: 0, day: 1, week: 7, month: 30 } as const;
export type Disappearing = keyof typeof DISAPPEARING;
export const DISAPPEARING_NAMES = [
  'never',
  'day',
  'week',
  'month',
] as const satisfies readonly Disappearing[];

export const CONVERSATION_MESSAGES = phrases({
  badDisappearing: `When messages disappear must be ${listed(DISAPPEARING_NAMES, 'or')}.`,
  onlyStarterDecides: 'The member who started the group decides when messages disappear.',
  ownConversation: 'A conversation needs another member.',
  tooManyInConversation: `A conversation has up to ${CONVERSATION_LIMITS.members} members.`,
  conversationNameTooLong: tooLong('The name of a conversation'),
  cannotAddToConversation:
    'You can add members with a line to you or a dimension in common, who accept messages.',
  conversationOfTwo: 'A conversation of two stays one of two. Start a group instead.',
  conversationClosed: 'Nobody can write in this conversation now.',
  conversationUnaccepted: 'Accept the request to write here.',
  conversationWaiting: `You can send ${CONVERSATION_LIMITS.requested} messages before the other member accepts.`,
  onlyInDimensions: 'Only staff of dimensions pin messages and delete threads.',
  requestTextOnly: 'A request carries text only. Files can follow once it is accepted.',
  requestWithoutThreads: 'Threads can start once the request is accepted.',
});

const CONVERSATION_RULES = {
  name: field(
    'The name of a group; a conversation of two has none.',
    'Rooftop watch',
    [atMost(CONVERSATION_LIMITS.name.max, CONVERSATION_MESSAGES.conversationNameTooLong)],
    { ...LINE, ...OPTIONAL },
  ),
} as const satisfies Record<string, FieldRules>;

export const conversationMemberSchema = object('ConversationMember', 'A member of a conversation.', {
  userId: id('The member.'),
  ...authorSchema.entries,
});

export const conversationLineSchema = object('ConversationLine', 'The newest message of a conversation.', {
  seq: wholeNumber('The `seq` of the message.', { example: 12 }),
  userId: nullable(id('Its author; null if the account was erased.')),
  excerpt: nullable(
    text('The beginning of the text; empty for files alone, null if it was deleted.', {
      example: 'Monday, ten past five.',
    }),
  ),
  createdAt: timestamp('When it was sent.'),
});
export type ConversationLine = TypeOf<typeof conversationLineSchema>;

export const conversationSchema = object(
  'Conversation',
  'Two to ten members who write to each other, in a channel without a dimension. Its messages, read mark, draft and live events are those of a channel with its id.',
  {
    id: id('The conversation: the `channelId` of its messages.'),
    isGroup: flag('Whether it was started as a group. A conversation of two stays one of two.', false),
    name: nullable(text('The name of a group; null without one.', { example: 'Rooftop watch' })),
    members: list(
      conversationMemberSchema,
      'The other members who did not leave, in the order in which they joined. The other one of two is always listed, unless the account was erased.',
    ),
    state: oneOf(
      ['joined', 'requested'],
      '`requested`: it waits for the caller, who can read it, accept or decline.',
      'joined',
    ),
    isWaiting: flag('Whether the messages of the caller wait as a request, and may only be a few.', false),
    isClosed: flag(
      'Whether nobody can write in a conversation of two. Nobody learns who blocked whom.',
      false,
    ),
    disappearsAfter: oneOf(
      DISAPPEARING_NAMES,
      'When new messages disappear: never, after a day, after 7 days, or after 30 days.',
      'never',
    ),
    mayChooseDisappearing: flag(
      'Whether the caller may choose that: either of two, or who started the group.',
    ),
    seen: list(
      object('SeenMark', 'How far a member has read.', {
        userId: id('The member.'),
        seq: wholeNumber('The `seq` of the last message that the member has read.', { example: 12 }),
      }),
      'Of those who show it, if the caller shows it too.',
    ),
    last: nullable(conversationLineSchema),
    lastSeq: wholeNumber('The `seq` of the newest message; 0 if it is empty.', { example: 12 }),
    readSeq: wholeNumber('The `seq` of the last message that the caller has read.', { example: 9 }),
    unreadCount: wholeNumber('Unread messages of others.', { example: 3 }),
    isMuted: flag('Whether the caller wants to hear nothing of it.', false),
    unreadInThreads: wholeNumber('Unread messages of others in the threads that the caller follows here.', {
      example: 0,
    }),
    createdAt: timestamp('When it was started.'),
  },
);
export type ConversationView = TypeOf<typeof conversationSchema>;

export const startConversationBody = requestBody({
  userIds: idsField('The other members.', {
    max: CONVERSATION_LIMITS.members - 1,
    message: CONVERSATION_MESSAGES.tooManyInConversation,
  }),
  name: clearableText(CONVERSATION_RULES.name),
});
export type StartConversationBody = BodyOf<typeof startConversationBody>;

export const updateConversationBody = requestBody({
  name: clearableText(CONVERSATION_RULES.name),
  disappearsAfter: omittable(
    choiceField(DISAPPEARING_NAMES, {
      description: 'When new messages disappear.',
      message: CONVERSATION_MESSAGES.badDisappearing,
    }),
  ),
});
export type UpdateConversationBody = BodyOf<typeof updateConversationBody>;

export const addConversationMemberBody = requestBody({ userId: idField('The member to add.') });

export const conversationsQuery = requestBody({
  ...pageQuery,
  requested: flagInQuery(
    'Only requests that wait for the caller. Otherwise only conversations without them.',
  ),
});

const conversation = { id: id('The conversation.') };

export const startConversation = call('POST', '/conversations', {
  summary: 'Starts a conversation, or returns the one with a member',
  description:
    'With one member it is a conversation of two: the same call of either answers 200 and the same conversation. With more, or with a name, it is a new group, whose members need a link or a dimension in common with the caller. Others hear of a conversation with its first message. A first message to a member without a link and a shared dimension waits as a request; a member whose settings keep it away never learns of it, and the answer is the same.',
  status: 201,
  alsoStatus: 200,
  body: { title: 'StartConversationDto', fields: startConversationBody },
  answer: conversationSchema,
  problems: ['not_found', 'forbidden', 'quota_reached', 'account_too_new'],
});

export const listConversations = call('GET', '/conversations', {
  summary: "Lists the caller's conversations with messages, latest message first",
  query: conversationsQuery,
  answer: list(conversationSchema),
});

export const getConversation = call('GET', '/conversations/:id', {
  summary: 'Returns a conversation',
  description: 'Its messages are listed, sent and marked as read like those of a channel with the same id.',
  params: conversation,
  answer: conversationSchema,
  problems: ['not_found'],
});

export const updateConversation = call('PATCH', '/conversations/:id', {
  summary: 'Names a group, or chooses when the messages of a conversation disappear',
  description:
    'Every member names a group; an empty name removes it. Either of two chooses when messages disappear, and in a group the member who started it. Messages that were sent before keep their time.',
  params: conversation,
  body: { title: 'UpdateConversationDto', fields: updateConversationBody },
  answer: conversationSchema,
  problems: ['not_found', 'forbidden'],
});

export const addConversationMember = call('POST', '/conversations/:id/members', {
  summary: 'Adds a member to a group',
  description:
    'Every member may add one with a link or a dimension in common with them. The new member reads everything. Adding a member again changes nothing.',
  params: conversation,
  body: { title: 'AddConversationMemberDto', fields: addConversationMemberBody },
  answer: conversationSchema,
  problems: ['not_found', 'forbidden', 'quota_reached'],
});

export const leaveConversation = call('DELETE', '/conversations/:id/membership', {
  summary: 'Leaves a conversation',
  description:
    'It is hidden from the caller, with what follows, until they start it again or are added. The others keep it.',
  params: conversation,
  answer: okSchema,
  problems: ['not_found'],
});

export const acceptConversation = call('POST', '/conversations/:id/accept', {
  summary: 'Accepts a request',
  description: 'Repeating it changes nothing.',
  params: conversation,
  answer: conversationSchema,
  problems: ['not_found'],
});

export const declineConversation = call('POST', '/conversations/:id/decline', {
  summary: 'Declines a request',
  description: 'Silently: its author does not learn of it.',
  params: conversation,
  answer: okSchema,
  problems: ['not_found'],
});

export const conversationSeenSchema = object(
  'ConversationSeen',
  'How far a member has read a conversation.',
  {
    id: id('The conversation.'),
    userId: id('The member.'),
    seq: wholeNumber('The `seq` of the last message that the member has read.', { example: 12 }),
  },
);

export const conversationChangeSchema = object(
  'ConversationChange',
  'A conversation that changed, or has a new message.',
  {
    id: id('The conversation.'),
    last: nullable(conversationLineSchema),
  },
);
