import type { MessageView } from '@oniverse/contracts';
import { useEffect, useMemo } from 'react';
import {
  applyToChannel,
  EMPTY_CHANNEL,
  newestVersion,
  shownMessage,
  useLog,
  useEditsAndDeletions,
} from '../log/index.js';

/** Returns a message as it shows, in its newest version, although it was fetched outside of the history of its channel, which is open. */
export function useNewestVersion(message: MessageView): MessageView {
  const { channelId } = message;
  useEffect(() => applyToChannel(channelId, { type: 'acknowledged', message }), [channelId, message]);
  const channel = useLog(({ channels }) => channels[channelId] ?? EMPTY_CHANNEL);
  const changes = useEditsAndDeletions();
  return useMemo(() => shownMessage(newestVersion(message, channel), changes), [message, channel, changes]);
}
