import type { ApplicationView, Author, HeldMessageView, QueueEntry } from '@oniverse/contracts';
import { type ReactNode, useState } from 'react';
import { KeyButton } from '../../../ui/key-button.js';
import { RelativeTime } from '../../../ui/relative-time.js';
import { showToast } from '../../../ui/toast-store.js';
import { CaseAuthor, CaseView, caseSummary } from '../../safety/reports/index.js';
import { AttachedFiles } from '../attachments/index.js';
import { messageText } from '../log/index.js';
import { APPLICANT_TEXTS } from './applications.texts.js';
import { DeclineDialog } from './decline-dialog.js';
import { HELD_TEXTS } from './filters.texts.js';
import { QUEUE_TEXTS as TEXTS } from './queue.texts.js';
import { StaffMember } from './staff-member.js';
import {
  useAcceptApplication,
  useDeclineApplication,
  useDeclineHeld,
  useReleaseHeld,
} from './staff.queries.js';

interface Summary {
  title: string;
  about: ReactNode;
  excerpt?: string | undefined;
  when: ReactNode;
}

/** Returns what the row of an entry says. */
export function summaryOf(entry: QueueEntry): Summary {
  if (entry.kind === 'report') return caseSummary(entry.report);
  if (entry.kind === 'held') {
    const { username, channelName, content, createdAt } = entry.held;
    return {
      title: TEXTS.held,
      about: <CaseAuthor username={username} channelName={channelName} />,
      excerpt: messageText(content),
      when: <RelativeTime at={createdAt} />,
    };
  }
  const { username, answers, createdAt } = entry.application;
  return {
    title: TEXTS.application,
    about: <CaseAuthor username={username} channelName={null} />,
    excerpt: answers[0]?.answer,
    when: <RelativeTime at={createdAt} />,
  };
}

interface MemberCaseProps {
  id: string;
  member: Author;
  accept: { hotkey: string; label: string; name: string; pending: string; done: string };
  accepting: {
    mutate: (id: string, options: { onSuccess: () => void }) => void;
    isPending: boolean;
  };
  decline: {
    label: string;
    name: string;
    texts: Parameters<typeof DeclineDialog>[0]['texts'];
  };
  declining: Parameters<typeof DeclineDialog>[0]['decline'] & { reset: () => void };
  /** What the member wrote. */
  children: ReactNode;
}

/** What a member wrote, to accept, or to decline with a word. */
function MemberCase({ id, member, accept, accepting, decline, declining, children }: MemberCaseProps) {
  const [isDeclining, setDeclining] = useState(false);
  return (
    <div className="staff__row staff__row--held">
      <StaffMember member={member}>{children}</StaffMember>
      <KeyButton
        small
        hotkey={accept.hotkey}
        aria-label={accept.name}
        pending={accepting.isPending && accept.pending}
        onClick={() => accepting.mutate(id, { onSuccess: () => showToast({ title: accept.done }) })}
      >
        {accept.label}
      </KeyButton>
      <KeyButton
        small
        hotkey="D"
        disabled={accepting.isPending}
        aria-label={decline.name}
        onClick={() => setDeclining(true)}
      >
        {decline.label}
      </KeyButton>
      {isDeclining && (
        <DeclineDialog
          id={id}
          title={decline.name}
          texts={decline.texts}
          decline={declining}
          onClose={() => {
            declining.reset();
            setDeclining(false);
          }}
        >
          {children}
        </DeclineDialog>
      )}
    </div>
  );
}

function HeldCase({ serverId, held }: { serverId: string; held: HeldMessageView }) {
  const { id, username, content, attachments } = held;
  const { release, releaseOf, releasing, released, decline, declineOf, declined } = HELD_TEXTS;
  return (
    <MemberCase
      id={id}
      member={held}
      accept={{
        hotkey: 'R',
        label: release,
        name: releaseOf(username),
        pending: releasing,
        done: released(username),
      }}
      accepting={useReleaseHeld(serverId)}
      decline={{
        label: decline,
        name: declineOf(username),
        texts: { ...HELD_TEXTS, done: declined(username) },
      }}
      declining={useDeclineHeld(serverId)}
    >
      {content !== '' && (
        <blockquote className="quote" dir="auto">
          {content}
        </blockquote>
      )}
      <AttachedFiles attachments={attachments} />
    </MemberCase>
  );
}

function ApplicationCase({ serverId, application }: { serverId: string; application: ApplicationView }) {
  const { id, username, answers } = application;
  const { accept, acceptOf, accepting, accepted, decline, declineOf, declined } = APPLICANT_TEXTS;
  return (
    <MemberCase
      id={id}
      member={application}
      accept={{
        hotkey: 'A',
        label: accept,
        name: acceptOf(username),
        pending: accepting,
        done: accepted(username),
      }}
      accepting={useAcceptApplication(serverId)}
      decline={{
        label: decline,
        name: declineOf(username),
        texts: { ...APPLICANT_TEXTS, done: declined(username) },
      }}
      declining={useDeclineApplication(serverId)}
    >
      <dl className="answers">
        {answers.map(({ question, answer }) => (
          <div key={question}>
            <dt className="small muted" dir="auto">
              {question}
            </dt>
            <dd className="quote" dir="auto">
              {answer}
            </dd>
          </div>
        ))}
      </dl>
    </MemberCase>
  );
}

/** What staff decide about an entry, with its actions. */
export function QueueCase({ serverId, entry }: { serverId: string; entry: QueueEntry }) {
  if (entry.kind === 'report') return <CaseView serverId={serverId} caseId={entry.id} />;
  if (entry.kind === 'held') return <HeldCase serverId={serverId} held={entry.held} />;
  return <ApplicationCase serverId={serverId} application={entry.application} />;
}
