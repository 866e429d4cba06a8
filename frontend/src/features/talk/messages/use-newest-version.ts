import type { MessageView } from '@oniverse/contracts';
import { useEffect, useMemo } from 'react';
import { newestVersion } from '../log/channel.merge.js';
import { EMPTY_CHANNEL } from '../log/channel.js';
import { applyToChannel, useMessages } from '../log/log.store.js';

/** Returns the newest version of a message that was fetched outside of the history of its channel, which is open. */
export function useNewestVersion(message: MessageView): MessageView {
  const { channelId } = message;
  useEffect(() => applyToChannel(channelId, { type: 'acknowledged', message }), [channelId, message]);
  const channel = useMessages(({ channels }) => channels[channelId] ?? EMPTY_CHANNEL);
  return useMemo(() => newestVersion(message, channel), [message, channel]);
}
