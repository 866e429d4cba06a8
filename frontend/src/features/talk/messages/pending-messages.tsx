import { useShallow } from 'zustand/shallow';
import { PendingRow } from './message-row.js';
import { useMessages } from '../log/log.store.js';
import type { Viewer } from './talk-context.js';

/** The pending messages of a thread that is not loaded, or does not exist yet. */
export function PendingMessages({ channelId, me }: { channelId: string; me: Viewer }) {
  const pending = useMessages(
    useShallow((state) => state.outbox.filter((entry) => entry.channelId === channelId)),
  );
  return (
    <ol>
      {pending.map((entry) => (
        <li key={entry.nonce}>
          <PendingRow entry={entry} me={me} continues={false} />
        </li>
      ))}
    </ol>
  );
}

/** Whether a channel has messages that are being sent, or were refused. */
export const useHasPending = (channelId: string): boolean =>
  useMessages(({ outbox }) => outbox.some((entry) => entry.channelId === channelId));
