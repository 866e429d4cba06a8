import { call } from '../shared/call.js';
import { atMost, field, type FieldRules, LINE } from '../shared/field-rules.js';
import { LIMITS } from '../shared/limits.js';
import { okSchema } from '../shared/ok.js';
import { createdPart, updatedPart } from '../shared/parts.js';
import { phrases, tooLong } from '../shared/phrases.js';
import {
  type BodyOf,
  clearable,
  clearableText,
  flagField,
  omittable,
  requestBody,
  textField,
} from '../shared/request-fields.js';
import { description, nameRequired } from '../shared/rules.js';
import { added, flag, id, list, nullable, object, text, type TypeOf, wholeNumber } from '../shared/schema.js';
import { categorySchema } from './channel-categories.js';
import { channelLimitFields, channelLimitParts } from './channel-limits.js';
import {
  channelRetentionParts,
  FADE_NOTICE_HOURS,
  fadeMinuteField,
  messageDaysField,
  SHORTENING_HOURS,
} from './retention.js';
import { unreadParts } from './servers.js';

export const channelSchema = object('Channel', 'A channel in a dimension.', {
  id: id('The channel.'),
  serverId: id('The dimension.'),
  name: text('The name.', { example: 'general' }),
  description: nullable(text('The topic.', { example: 'For those who look up.' })),
  isDefault: flag('Whether new members arrive here.'),
  category: added(nullable(categorySchema), null),
  lastSeq: wholeNumber('The `seq` of the newest message; 0 if the channel is empty.', { example: 512 }),
  readSeq: wholeNumber('The `seq` of the last message that the caller has read.', { example: 509 }),
  ...unreadParts,
  ...channelLimitParts,
  ...channelRetentionParts,
  opensAtFullMoon: added(
    flag('Whether one of the messages that members left for it opens at each full moon.', false),
    false,
  ),
  isPrivate: added(
    flag('Whether only the owner, moderators and those named by them know and read it.', false),
    false,
  ),
  hasRadio: added(flag('Whether it has a radio.', false), false),
  createdAt: createdPart,
  updatedAt: updatedPart,
});
export type ChannelView = TypeOf<typeof channelSchema>;

export const CHANNEL_MESSAGES = phrases({
  channelNameTooLong: tooLong('The name of a channel'),
  defaultChannel: 'The default channel cannot be deleted. New members arrive there.',
});

export const CHANNEL_RULES = {
  name: field(
    'The name.',
    'general',
    [nameRequired, atMost(LIMITS.channelName.max, CHANNEL_MESSAGES.channelNameTooLong)],
    LINE,
  ),
  description,
} as const satisfies Record<string, FieldRules>;

const isPrivate = omittable(
  flagField('Whether only the owner, moderators and those named by them know and read it.'),
);

export const createChannelBody = requestBody({
  name: textField(CHANNEL_RULES.name),
  description: clearableText(CHANNEL_RULES.description),
  isPrivate,
});
export type CreateChannelBody = BodyOf<typeof createChannelBody>;

/** `PATCH /api/channels/{id}`: an absent field stays unchanged; an empty description clears it. */
export const updateChannelBody = requestBody({
  name: omittable(textField(CHANNEL_RULES.name)),
  description: clearableText(CHANNEL_RULES.description),
  ...channelLimitFields,
  messageDays: clearable(
    messageDaysField(
      'For how many days messages are kept; 0 for ever, null as the dimension says. Also holds for the messages that exist.',
    ),
  ),
  fadeMinute: fadeMinuteField(),
  isPrivate,
});
export type UpdateChannelBody = BodyOf<typeof updateChannelBody>;

const dimension = { id: id('The dimension.') };
const channel = { id: id('The channel.') };

export const listChannels = call('GET', '/servers/:id/channels', {
  summary: 'Lists the channels of a dimension',
  description:
    'In the order that the owner and moderators chose: channels without a category, then those of each category. Others come after them: the default channel first, then in order of creation.',
  params: dimension,
  answer: list(channelSchema),
  problems: ['not_found'],
});

export const createChannel = call('POST', '/servers/:id/channels', {
  summary: 'Creates a channel',
  description: 'For the owner and moderators.',
  status: 201,
  params: dimension,
  body: { title: 'CreateChannelDto', fields: createChannelBody },
  answer: channelSchema,
  problems: ['forbidden', 'not_found', 'filtered', 'quota_reached'],
});

export const updateChannel = call('PATCH', '/channels/:id', {
  summary: 'Updates a channel',
  description: `For the owner and moderators. Absent fields do not change; an empty description clears it. A lock, slow mode and privacy also hold for the threads of the channel, and not for the owner and moderators. The default channel is never private. Messages kept for a shorter time are deleted from ${SHORTENING_HOURS} hours after the change on, and those that fade from ${FADE_NOTICE_HOURS / 24} days after it on; until then, it can be taken back.`,
  params: channel,
  body: { title: 'UpdateChannelDto', fields: updateChannelBody },
  answer: channelSchema,
  problems: ['forbidden', 'not_found', 'filtered'],
});

export const deleteChannel = call('DELETE', '/channels/:id', {
  summary: 'Deletes a channel and its messages',
  description: 'For the owner and moderators. The default channel cannot be deleted.',
  params: channel,
  answer: okSchema,
  problems: ['forbidden', 'not_found', 'default_channel'],
});
