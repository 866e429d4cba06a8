import type { OpenedInChat } from '../../../frame/chat-address.js';

/** The page of a dimension, or that of conversations. */
export type TalkPage =
  | { path: '/dimensions/public' | '/dimensions/private'; serverId: string }
  | { serverId: null };

/** A channel on the page of its dimension, or a conversation. */
export type TalkPlace = TalkPage & { channelId: string };

/** Returns what links to a channel or conversation, with what the address opens in it. */
export const linkToTalk = (place: TalkPlace, opened: OpenedInChat = {}) =>
  place.serverId === null
    ? ({
        to: '/direct/{-$conversationId}',
        params: { conversationId: place.channelId },
        search: opened,
      } as const)
    : ({
        to: place.path,
        search: { server: place.serverId, channel: place.channelId, ...opened },
      } as const);
