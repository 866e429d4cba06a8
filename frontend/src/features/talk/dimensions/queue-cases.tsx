import type { HeldMessageView, QueueEntry } from '@oniverse/contracts';
import { useState } from 'react';
import { KeyButton } from '../../../ui/key-button.js';
import { RelativeTime } from '../../../ui/relative-time.js';
import { showToast } from '../../../ui/toast-store.js';
import { CaseView, caseSummary, MessageAuthor } from '../../safety/reports/index.js';
import { DeclineDialog } from './decline-dialog.js';
import { HELD_TEXTS } from './filters.texts.js';
import { QUEUE_TEXTS as TEXTS } from './queue.texts.js';
import { StaffMember } from './staff-member.js';
import { useDeclineHeld, useReleaseHeld } from './staff.queries.js';

/** Returns what the row of an entry says. */
export function summaryOf(entry: QueueEntry) {
  if (entry.kind === 'report') return caseSummary(entry.report);
  const { username, channelName, content, createdAt } = entry.held;
  return {
    title: TEXTS.held,
    about: <MessageAuthor username={username} channelName={channelName} />,
    excerpt: content,
    when: <RelativeTime at={createdAt} />,
  };
}

function HeldCase({ serverId, held }: { serverId: string; held: HeldMessageView }) {
  const { id, username, content } = held;
  const { mutate: release, isPending } = useReleaseHeld(serverId);
  const decline = useDeclineHeld(serverId);
  const [isDeclining, setDeclining] = useState(false);
  return (
    <div className="staff__row staff__row--held">
      <StaffMember member={held}>
        <blockquote className="quote" dir="auto">
          {content}
        </blockquote>
      </StaffMember>
      <KeyButton
        small
        hotkey="R"
        aria-label={HELD_TEXTS.releaseOf(username)}
        pending={isPending && HELD_TEXTS.releasing}
        onClick={() => release(id, { onSuccess: () => showToast({ title: HELD_TEXTS.released(username) }) })}
      >
        {HELD_TEXTS.release}
      </KeyButton>
      <KeyButton
        small
        hotkey="D"
        disabled={isPending}
        aria-label={HELD_TEXTS.declineOf(username)}
        onClick={() => setDeclining(true)}
      >
        {HELD_TEXTS.decline}
      </KeyButton>
      {isDeclining && (
        <DeclineDialog
          id={id}
          title={HELD_TEXTS.declineOf(username)}
          texts={{ ...HELD_TEXTS, done: HELD_TEXTS.declined(username) }}
          decline={decline}
          onClose={() => {
            decline.reset();
            setDeclining(false);
          }}
        >
          <blockquote className="muted quote" dir="auto">
            {content}
          </blockquote>
        </DeclineDialog>
      )}
    </div>
  );
}

/** What staff decide about an entry, with its actions. */
export function QueueCase({ serverId, entry }: { serverId: string; entry: QueueEntry }) {
  if (entry.kind === 'report') return <CaseView serverId={serverId} caseId={entry.id} />;
  return <HeldCase serverId={serverId} held={entry.held} />;
}
