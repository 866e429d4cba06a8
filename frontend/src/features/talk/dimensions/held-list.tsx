import type { HeldMessageView } from '@oniverse/contracts';
import { useState } from 'react';
import { Button } from '../../../ui/button.js';
import { RelativeTime } from '../../../ui/relative-time.js';
import { showToast } from '../../../ui/toast-store.js';
import { DeclineDialog } from './decline-dialog.js';
import { HELD_TEXTS as TEXTS } from './filters.texts.js';
import { StaffList } from './staff-list.js';
import { StaffMember } from './staff-member.js';
import { useDeclineHeld, useHeld, useReleaseHeld } from './staff.queries.js';

interface HeldProps {
  serverId: string;
  held: HeldMessageView;
  onDecline: () => void;
}

function Held({ serverId, held, onDecline }: HeldProps) {
  const { id, username, channelName, content, createdAt } = held;
  const { mutate: release, isPending } = useReleaseHeld(serverId);
  return (
    <li className="staff__row staff__row--held">
      <StaffMember member={held}>
        <span className="small faint">
          # <bdi>{channelName}</bdi>, <RelativeTime at={createdAt} />
        </span>
        <blockquote className="quote" dir="auto">
          {content}
        </blockquote>
      </StaffMember>
      <Button
        small
        aria-label={TEXTS.releaseOf(username)}
        pending={isPending && TEXTS.releasing}
        onClick={() => release(id, { onSuccess: () => showToast({ title: TEXTS.released(username) }) })}
      >
        {TEXTS.release}
      </Button>
      <Button small disabled={isPending} aria-label={TEXTS.declineOf(username)} onClick={onDecline}>
        {TEXTS.decline}
      </Button>
    </li>
  );
}

/** The messages that wait for the staff of a dimension. */
export function HeldList({ serverId }: { serverId: string }) {
  const waiting = useHeld(serverId);
  const decline = useDeclineHeld(serverId);
  const [declining, setDeclining] = useState<HeldMessageView>();
  return (
    <>
      <StaffList list={waiting} label={TEXTS.list} loading={TEXTS.loading} empty={TEXTS.empty}>
        {(held) => (
          <Held key={held.id} serverId={serverId} held={held} onDecline={() => setDeclining(held)} />
        )}
      </StaffList>
      {declining && (
        <DeclineDialog
          id={declining.id}
          title={TEXTS.declineOf(declining.username)}
          texts={{ ...TEXTS, done: TEXTS.declined(declining.username) }}
          decline={decline}
          onClose={() => {
            decline.reset();
            setDeclining(undefined);
          }}
        >
          <blockquote className="muted quote" dir="auto">
            {declining.content}
          </blockquote>
        </DeclineDialog>
      )}
    </>
  );
}
