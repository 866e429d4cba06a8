import type { ChannelView } from '@oniverse/contracts';
import type { Channel } from '@oniverse/data';

/** A channel as it goes over the wire. */
export function channelView(channel: Channel): ChannelView {
  return {
    id: channel.id,
    serverId: channel.serverId,
    name: channel.name,
    description: channel.description,
    isDefault: channel.isDefault,
    lastSeq: channel.lastSeq,
    createdAt: channel.createdAt.toISOString(),
    updatedAt: channel.updatedAt.toISOString(),
  };
}
