import { authorSchema } from '../people/profiles.js';
import { call } from '../shared/call.js';
import { okSchema } from '../shared/ok.js';
import { parentIdPart, tagsPart } from '../shared/parts.js';
import { type BodyOf, flagField, omittable, requestBody } from '../shared/request-fields.js';
import {
  added,
  flag,
  id,
  list,
  nullable,
  object,
  oneOf,
  optional,
  text,
  timestamp,
  type TypeOf,
  wholeNumber,
} from '../shared/schema.js';

const happened = {
  at: timestamp('When it happened.'),
  isRead: flag('Whether the member has read it.', false),
};

const placeSchema = object('HomePlace', 'A channel of a dimension that the member has joined.', {
  serverId: id('The dimension.'),
  serverName: text('Its name.', { example: 'Observatory' }),
  isPublic: flag('Whether the dimension is public.'),
  channelId: id('The channel, or the thread if `parentId` is set.'),
  channelName: text('The name of the channel.', { example: 'tonight' }),
  parentId: optional(parentIdPart),
});
export type HomePlace = TypeOf<typeof placeSchema>;

const briefPostSchema = object('BriefPost', 'A post in a list.', {
  id: id('The post.'),
  title: text('The title.', { example: 'First light' }),
  author: authorSchema,
});

export const homeSchema = object('Home', 'What happened since the member left.', {
  leftAt: nullable(timestamp('When the last visit ended; null during the first one.')),
  mentions: list(
    object('HomeMention', 'The member was mentioned or answered in a channel.', {
      ...happened,
      author: nullable(authorSchema),
      place: placeSchema,
      content: text('The beginning of the message.', { example: '@vesper look up.' }),
      isReply: optional(flag('Whether it answers a message of the member; absent if it does not.')),
    }),
  ),
  replies: list(
    object('HomeReply', 'Someone replied to the member.', {
      ...happened,
      author: authorSchema,
      post: briefPostSchema,
      content: text('The beginning of the reply.', { example: 'Two seconds.' }),
    }),
  ),
  links: list(
    object('HomeLink', 'The member has a new link.', {
      ...happened,
      member: authorSchema,
      sharedTags: tagsPart,
    }),
  ),
  posts: list(object('HomePost', 'A new post near the member.', { ...happened, post: briefPostSchema })),
  channels: list(
    object('HomeChannel', 'A channel with unread messages.', {
      place: placeSchema,
      unreadCount: wholeNumber('Unread messages of others.', { example: 3 }),
    }),
  ),
  hasNearPosts: flag('Whether linked members have posted at all.'),
  steps: added(
    object('HomeSteps', 'What the member did with the guide of the first steps.', {
      isDismissed: flag('Whether the member hid the guide.', false),
      sawConstellation: flag('Whether the member opened the constellation.'),
    }),
    { isDismissed: true, sawConstellation: true },
  ),
});
export type HomeView = TypeOf<typeof homeSchema>;

/** `PATCH /api/home/steps`: an absent field stays unchanged. */
export const homeStepsBody = requestBody({
  isDismissed: omittable(flagField('Whether to hide the guide.')),
  sawConstellation: omittable(flagField('Whether the member opened the constellation.')),
});
export type HomeStepsBody = BodyOf<typeof homeStepsBody>;

/** Members count as new, and as here lately, for this many days. */
export const SUGGESTION_DAYS = 14;
export const SUGGESTION_KINDS = ['private', 'kept', 'shared', 'dimension'] as const;

export const suggestionSchema = object('Suggestion', 'A link that could exist, with the reason.', {
  id: id('The suggestion.'),
  kind: oneOf(
    SUGGESTION_KINDS,
    'Where the caller has the tags: in private items, kept, or shown. `dimension` suggests a dimension whose members show them.',
    'kept',
  ),
  tags: tagsPart,
  member: nullable(authorSchema),
  joinedAt: nullable(
    timestamp(`When the suggested member registered, if that was in the last ${SUGGESTION_DAYS} days.`),
  ),
  server: nullable(
    object('SuggestedServer', 'A public dimension.', {
      id: id('The dimension.'),
      name: text('Its name.', { example: 'Fog Signals' }),
    }),
  ),
});
export type SuggestionView = TypeOf<typeof suggestionSchema>;

export const suggestionsSchema = object('Suggestions', 'Up to three links that could exist.', {
  suggestions: list(suggestionSchema),
});
export type SuggestionsView = TypeOf<typeof suggestionsSchema>;

export const getHome = call('GET', '/home', {
  summary: 'Returns what happened since the caller left',
  description: 'A visit ends when the caller was not seen for 30 minutes; the next call begins another one.',
  answer: homeSchema,
});

export const recordHomeSteps = call('PATCH', '/home/steps', {
  summary: 'Records steps of the guide for new members',
  body: { title: 'HomeStepsDto', fields: homeStepsBody },
  answer: okSchema,
});

export const markHomeRead = call('POST', '/home/read', {
  summary: 'Marks everything that happened, and all joined channels, as read',
  answer: okSchema,
  duringMaintenance: true,
});

export const listSuggestions = call('GET', '/suggestions', {
  summary: 'Lists up to three links that could exist',
  description:
    'Each with its reason: tags that the caller has in private items, keeps or shows, and that a member who is not linked yet shows.',
  answer: suggestionsSchema,
});

export const dismissSuggestion = call('DELETE', '/suggestions/:id', {
  summary: 'Dismisses a suggestion, which never returns',
  params: { id: id('The suggestion.') },
  answer: okSchema,
  problems: ['not_found'],
});
