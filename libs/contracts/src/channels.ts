import { createdPart, updatedPart } from './parts.js';
import { flag, id, nullable, object, text, type TypeOf, wholeNumber } from './schema.js';
import { unreadParts } from './servers.js';

/** A channel of a dimension. */
export const channelSchema = object('Channel', 'A channel of a dimension.', {
  id: id('The channel.'),
  serverId: id('The dimension that it is in.'),
  name: text('Its name.', { example: 'general' }),
  description: nullable(text('What it is about.', { example: 'For those who look up.' })),
  isDefault: flag('Whether one arrives here.'),
  lastSeq: wholeNumber('The `seq` of its newest message; 0 where there is none.', { example: 512 }),
  readSeq: wholeNumber('The `seq` up to which the caller has read it.', { example: 509 }),
  ...unreadParts,
  createdAt: createdPart,
  updatedAt: updatedPart,
});
export type ChannelView = TypeOf<typeof channelSchema>;

/** `POST /api/servers/{id}/channels` */
export interface CreateChannelBody {
  name: string;
  description?: string | null;
}

/** `PATCH /api/channels/{id}`: what is absent stays; an empty description clears it. */
export interface UpdateChannelBody {
  name?: string;
  description?: string | null;
}

/** `PUT /api/channels/{id}/read` */
export interface ReadMarkBody {
  seq: number;
}
