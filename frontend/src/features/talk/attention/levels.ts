import {
  type AttentionLevel,
  type AttentionView,
  type ChannelAttentionChoice,
  DEFAULT_ATTENTION,
} from '@oniverse/contracts';

/** What a member chose; undefined until it is loaded, which counts as nothing chosen. */
export type Attention = AttentionView | undefined;

export const levelOfServer = (attention: Attention, serverId: string): AttentionLevel =>
  attention?.servers.find((server) => server.serverId === serverId)?.level ?? DEFAULT_ATTENTION;

export const choiceOfChannel = (attention: Attention, channelId: string): ChannelAttentionChoice =>
  attention?.channels.find((channel) => channel.channelId === channelId)?.level ?? 'dimension';

function levelOfChannel(attention: Attention, serverId: string, channelId: string): AttentionLevel {
  const choice = choiceOfChannel(attention, channelId);
  return choice === 'dimension' ? levelOfServer(attention, serverId) : choice;
}

/** Whether the member wants to hear nothing of a channel. */
export const isMuted = (attention: Attention, serverId: string, channelId: string): boolean =>
  levelOfChannel(attention, serverId, channelId) === 'nothing';

type ServerEntry = AttentionView['servers'][number];
type ChannelEntry = AttentionView['channels'][number];

/** Returns what a member chose with another level for a server. */
export const withServerLevel = (attention: AttentionView, entry: ServerEntry): AttentionView => {
  const others = attention.servers.filter(({ serverId }) => serverId !== entry.serverId);
  return { ...attention, servers: entry.level === DEFAULT_ATTENTION ? others : [...others, entry] };
};

/** Returns what a member chose with another level for a channel. */
export const withChannelLevel = (
  attention: AttentionView,
  { level, ...channel }: Omit<ChannelEntry, 'level'> & { level: ChannelAttentionChoice },
): AttentionView => {
  const others = attention.channels.filter(({ channelId }) => channelId !== channel.channelId);
  return { ...attention, channels: level === 'dimension' ? others : [...others, { ...channel, level }] };
};
