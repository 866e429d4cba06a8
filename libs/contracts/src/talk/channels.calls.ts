import { call } from '../shared/call.js';
import { channelSchema, createChannelBody, updateChannelBody } from './channels.js';
import { okSchema } from '../shared/ok.js';
import { id, list } from '../shared/schema.js';

const dimension = { id: id('The dimension.') };
const channel = { id: id('The channel.') };

export const listChannels = call({
  method: 'GET',
  path: '/servers/:id/channels',
  summary: 'Lists the channels of a dimension',
  description: 'The default channel first, then in order of creation.',
  params: dimension,
  answer: list(channelSchema),
  problems: ['not_found'],
});

export const createChannel = call({
  method: 'POST',
  path: '/servers/:id/channels',
  summary: 'Creates a channel',
  description: 'For the owner and moderators.',
  status: 201,
  params: dimension,
  body: { title: 'CreateChannelDto', fields: createChannelBody },
  answer: channelSchema,
  problems: ['forbidden', 'not_found', 'quota_reached'],
});

export const updateChannel = call({
  method: 'PATCH',
  path: '/channels/:id',
  summary: 'Updates a channel',
  description: 'For the owner and moderators. Absent fields do not change; an empty description clears it.',
  params: channel,
  body: { title: 'UpdateChannelDto', fields: updateChannelBody },
  answer: channelSchema,
  problems: ['forbidden', 'not_found'],
});

export const deleteChannel = call({
  method: 'DELETE',
  path: '/channels/:id',
  summary: 'Deletes a channel and its messages',
  description: 'For the owner and moderators. The default channel cannot be deleted.',
  params: channel,
  answer: okSchema,
  problems: ['forbidden', 'not_found', 'default_channel'],
});
