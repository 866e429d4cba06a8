import type { ApplicationView } from '@oniverse/contracts';
import { useState } from 'react';
import { Button } from '../../../ui/button.js';
import { RelativeTime } from '../../../ui/relative-time.js';
import { showToast } from '../../../ui/toast-store.js';
import { useAccept, useApplications, useDecline } from './applications.queries.js';
import { APPLICANT_TEXTS as TEXTS } from './applications.texts.js';
import { DeclineDialog } from './decline-dialog.js';
import { StaffList } from './staff-list.js';
import { StaffMember } from './staff-member.js';

function Answers({ answers }: Pick<ApplicationView, 'answers'>) {
  return (
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
  );
}

interface ApplicantProps {
  serverId: string;
  application: ApplicationView;
  onDecline: () => void;
}

function Applicant({ serverId, application, onDecline }: ApplicantProps) {
  const { id, username, answers, createdAt } = application;
  const { mutate: accept, isPending } = useAccept(serverId);
  return (
    <li className="staff__row staff__row--held">
      <StaffMember member={application}>
        <span className="small faint">
          <RelativeTime at={createdAt} />
        </span>
        <Answers answers={answers} />
      </StaffMember>
      <Button
        small
        aria-label={TEXTS.acceptOf(username)}
        pending={isPending && TEXTS.accepting}
        onClick={() => accept(id, { onSuccess: () => showToast({ title: TEXTS.accepted(username) }) })}
      >
        {TEXTS.accept}
      </Button>
      <Button small disabled={isPending} aria-label={TEXTS.declineOf(username)} onClick={onDecline}>
        {TEXTS.decline}
      </Button>
    </li>
  );
}

/** The applications that wait for the staff of a dimension. */
export function ApplicationsList({ serverId }: { serverId: string }) {
  const waiting = useApplications(serverId);
  const decline = useDecline(serverId);
  const [declining, setDeclining] = useState<ApplicationView>();
  return (
    <>
      <StaffList list={waiting} label={TEXTS.list} loading={TEXTS.loading} empty={TEXTS.empty}>
        {(application) => (
          <Applicant
            key={application.id}
            serverId={serverId}
            application={application}
            onDecline={() => setDeclining(application)}
          />
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
          <Answers answers={declining.answers} />
        </DeclineDialog>
      )}
    </>
  );
}
