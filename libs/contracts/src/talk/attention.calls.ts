import { attentionSchema, channelAttentionBody, serverAttentionBody } from './attention.js';
import { call } from '../shared/call.js';
import { okSchema } from '../shared/ok.js';
import { id } from '../shared/schema.js';

const problems = ['not_found', 'not_a_member'] as const;

export const getAttention = call({
  method: 'GET',
  path: '/attention',
  summary: 'Returns what the member wants to hear of, where it differs from the default',
  answer: attentionSchema,
});

export const setServerAttention = call({
  method: 'PUT',
  path: '/servers/:id/attention',
  summary: 'Chooses what the member hears of in a dimension',
  description:
    'With `all`, new messages are notified too, several at a time. With `nothing`, nobody is notified, and unread messages do not count for the dimension.',
  params: { id: id('The dimension.') },
  body: { title: 'ServerAttentionDto', fields: serverAttentionBody },
  answer: okSchema,
  problems,
});

export const setChannelAttention = call({
  method: 'PUT',
  path: '/channels/:id/attention',
  summary: 'Chooses what the member hears of in a channel',
  description: 'It takes precedence over the level of the dimension.',
  params: { id: id('The channel.') },
  body: { title: 'ChannelAttentionDto', fields: channelAttentionBody },
  answer: okSchema,
  problems: ['not_found', 'not_a_member', 'quota_reached'],
});
