import { call } from '../shared/call.js';
import { okSchema } from '../shared/ok.js';
import { phrases } from '../shared/phrases.js';
import { choiceField, requestBody } from '../shared/request-fields.js';
import { flag, id, list, object, oneOf, text, type TypeOf } from '../shared/schema.js';
import { listed } from '../shared/wording.js';

/** What a member wants to hear of: every message, those that mention or answer them, or nothing. */
export const ATTENTION_LEVELS = ['all', 'mentions', 'nothing'] as const;
export type AttentionLevel = (typeof ATTENTION_LEVELS)[number];

/** The level of a dimension for which a member chose none. */
export const DEFAULT_ATTENTION = 'mentions' satisfies AttentionLevel;

/** What a member can choose for a channel: a level of its own, or that of the dimension. */
export const CHANNEL_ATTENTION_CHOICES = ['dimension', ...ATTENTION_LEVELS] as const;
export type ChannelAttentionChoice = (typeof CHANNEL_ATTENTION_CHOICES)[number];

export const ATTENTION_MESSAGES = phrases({
  badAttention: `Choose ${listed(ATTENTION_LEVELS, 'or')}.`,
  badChannelAttention: `Choose ${listed(CHANNEL_ATTENTION_CHOICES, 'or')}.`,
});

const level = oneOf(ATTENTION_LEVELS, 'What the member wants to hear of.', 'nothing');
const place = {
  serverId: id('The dimension.'),
  serverName: text('The name of the dimension.', { example: 'Observatory' }),
  isPublic: flag('Whether the dimension is public.'),
};

export const attentionSchema = object(
  'Attention',
  `The levels that the member chose in joined dimensions. A dimension without one has \`${DEFAULT_ATTENTION}\`, and a channel without one has that of its dimension.`,
  {
    servers: list(object('ServerAttention', 'The level of a dimension.', { ...place, level })),
    channels: list(
      object('ChannelAttention', 'The level of a channel.', {
        ...place,
        channelId: id('The channel.'),
        channelName: text('The name of the channel.', { example: 'tonight' }),
        level,
      }),
    ),
  },
);
export type AttentionView = TypeOf<typeof attentionSchema>;

/** `PUT /api/servers/{id}/attention` */
export const serverAttentionBody = requestBody({
  level: choiceField(ATTENTION_LEVELS, {
    description: `The level. \`${DEFAULT_ATTENTION}\` is the default.`,
    message: ATTENTION_MESSAGES.badAttention,
  }),
});

/** `PUT /api/channels/{id}/attention` */
export const channelAttentionBody = requestBody({
  level: choiceField(CHANNEL_ATTENTION_CHOICES, {
    description: 'The level. `dimension` is the default.',
    message: ATTENTION_MESSAGES.badChannelAttention,
  }),
});

const problems = ['not_found', 'not_a_member'] as const;

export const getAttention = call('GET', '/attention', {
  summary: 'Returns what the member wants to hear of, where it differs from the default',
  answer: attentionSchema,
});

export const setServerAttention = call('PUT', '/servers/:id/attention', {
  summary: 'Chooses what the member hears of in a dimension',
  description:
    'With `all`, new messages are notified too, several at a time. With `nothing`, nobody is notified, and unread messages do not count for the dimension.',
  params: { id: id('The dimension.') },
  body: { title: 'ServerAttentionDto', fields: serverAttentionBody },
  answer: okSchema,
  problems,
});

export const setChannelAttention = call('PUT', '/channels/:id/attention', {
  summary: 'Chooses what the member hears of in a channel',
  description: 'It takes precedence over the level of the dimension.',
  params: { id: id('The channel.') },
  body: { title: 'ChannelAttentionDto', fields: channelAttentionBody },
  answer: okSchema,
  problems: ['not_found', 'not_a_member', 'forbidden', 'quota_reached'],
});
