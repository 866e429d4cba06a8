import type { OwnHeldMessage } from '@oniverse/contracts';
import { useShallow } from 'zustand/shallow';
import { HeldRow } from './held-row.js';
import { PendingRow } from './message-row.js';
import { type SendOperation, useLog } from '../log/index.js';
import type { Viewer } from './talk-context.js';

/** Returns the messages of a talk that are being sent, or were refused. */
export const usePendingMessages = (talkId: string): readonly SendOperation[] =>
  useLog(
    useShallow(({ operations }) =>
      operations.filter(
        (operation): operation is SendOperation => operation.kind === 'send' && operation.talkId === talkId,
      ),
    ),
  );

interface PendingMessagesProps {
  talkId: string;
  held: readonly OwnHeldMessage[];
  me: Viewer;
}

/** The held and pending messages of a thread that is not loaded, or does not exist yet. */
export function PendingMessages({ talkId, held, me }: PendingMessagesProps) {
  const pending = usePendingMessages(talkId);
  return (
    <ol>
      {held.map((one) => (
        <li key={one.id}>
          <HeldRow held={one} me={me} />
        </li>
      ))}
      {pending.map((entry) => (
        <li key={entry.id}>
          <PendingRow entry={entry} me={me} continues={false} />
        </li>
      ))}
    </ol>
  );
}
