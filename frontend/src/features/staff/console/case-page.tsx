import './case-page.css';
import type { StaffCaseDetail } from '@oniverse/contracts';
import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { Avatar } from '../../../ui/avatar.js';
import { KeyButton } from '../../../ui/key-button.js';
import { memberName } from '../../../ui/member-name.js';
import { MemberNames } from '../../../ui/member-names.js';
import { Plate, Tally } from '../../../ui/plate.js';
import { RelativeTime } from '../../../ui/relative-time.js';
import { SkeletonLines } from '../../../ui/skeleton.js';
import { REASON_TEXTS, SnapshotMessage } from '../../safety/reports/index.js';
import { auditSentence } from './audit-sentence.js';
import { CaseDecision } from './case-decision.js';
import { CaseFiles } from './case-files.js';
import { useAssignCase, useReleaseCase, useStaffCase } from './cases.queries.js';
import { CASES_TEXTS as TEXTS } from './cases.texts.js';
import { ConsoleFailure } from './console-frame.js';
import { MeasureList } from './measure-list.js';
import { MemberFactList } from './member-fact-list.js';

function Assignment({ found: { id, isMine, assignee } }: { found: StaffCaseDetail }) {
  const assigning = useAssignCase(id);
  const releasing = useReleaseCase(id);
  const failure = assigning.failure ?? releasing.failure;
  return (
    <div>
      {isMine ? (
        <KeyButton
          small
          hotkey="G"
          pending={releasing.isPending && TEXTS.releasing}
          onClick={() => releasing.mutate()}
        >
          {TEXTS.release}
        </KeyButton>
      ) : (
        <KeyButton
          small
          hotkey="A"
          pending={assigning.isPending && TEXTS.assigning}
          onClick={() => assigning.mutate()}
        >
          {assignee === null ? TEXTS.assign : TEXTS.takeOver(assignee)}
        </KeyButton>
      )}
      {failure !== undefined && (
        <p className="error" role="alert">
          {failure}
        </p>
      )}
    </div>
  );
}

function Snapshots({ found }: { found: StaffCaseDetail }) {
  const { kind, snapshot, isGone } = found;
  return (
    <Plate
      title={TEXTS.what}
      aside={
        snapshot && (
          <span className="count">
            {TEXTS.snapshot} <RelativeTime at={snapshot.takenAt} />
          </span>
        )
      }
    >
      {snapshot ? (
        <Suspense fallback={<SkeletonLines text={TEXTS.caseLoading} />}>
          <SnapshotMessage
            snapshot={snapshot}
            kind={kind}
            isDeleted={isGone}
            files={<CaseFiles found={found} files={snapshot.files} />}
          />
        </Suspense>
      ) : (
        <p className="muted">{TEXTS.gone}</p>
      )}
      <p className="small faint">{TEXTS.recorded}</p>
    </Plate>
  );
}

function Given({ found }: { found: StaffCaseDetail }) {
  return (
    <Plate title={TEXTS.given} aside={<Tally>{found.reports}</Tally>}>
      <ul className="case-page__given" aria-label={TEXTS.given}>
        {found.given.map(({ id, reporter, reason, note, createdAt, snapshot }) => (
          <li key={id}>
            <span className="small">
              {reporter && (
                <>
                  <b>
                    <bdi>{memberName(reporter)}</bdi>
                  </b>{' '}
                </>
              )}
              {REASON_TEXTS[reason]}
            </span>
            <span className={note === null ? 'small faint' : 'small'} dir="auto">
              {note === null ? TEXTS.noNote : `“${note}”`}
            </span>
            <span className="tiny faint">
              <RelativeTime at={createdAt} />
            </span>
            {snapshot && (
              <div className="case-page__changed">
                <p className="small">{TEXTS.changed}</p>
                <Suspense fallback={<SkeletonLines text={TEXTS.caseLoading} />}>
                  <SnapshotMessage
                    snapshot={snapshot}
                    kind={found.kind}
                    isDeleted={found.isGone}
                    files={<CaseFiles found={{ ...found, hasPicture: false }} files={snapshot.files} />}
                  />
                </Suspense>
              </div>
            )}
          </li>
        ))}
      </ul>
    </Plate>
  );
}

function Closing({
  found: { outcome, note, assignee, closedBy, closedAt, measures },
}: {
  found: StaffCaseDetail;
}) {
  const decidedBy = closedBy ?? assignee;
  return (
    <div className="stack">
      {outcome !== null && <p>{TEXTS.outcomes[outcome]}</p>}
      {note !== null && (
        <p className="muted" dir="auto">
          {note}
        </p>
      )}
      {closedAt !== null && (
        <p className="small faint">
          {decidedBy === null ? TEXTS.bySite : TEXTS.by(decidedBy)} <RelativeTime at={closedAt} />
        </p>
      )}
      {measures.length > 0 && <MeasureList measures={measures} />}
    </div>
  );
}

function MemberPart({ member }: { member: StaffCaseDetail['member'] }) {
  return (
    <Plate
      title={TEXTS.member}
      aside={
        member && (
          <Link
            className="link small"
            to="/console/{-$section}"
            params={{ section: 'members' }}
            search={{ id: member.id }}
          >
            {TEXTS.openRecord}
          </Link>
        )
      }
    >
      {member ? (
        <>
          <div className="case-page__member">
            <Avatar name={memberName(member)} src={member.profileImageUrl} />
            <p className="h4 names--two">
              <MemberNames member={member} />
            </p>
          </div>
          <MemberFactList member={member} />
        </>
      ) : (
        <p className="muted">{TEXTS.formerMember}</p>
      )}
    </Plate>
  );
}

function Trail({ trail }: { trail: StaffCaseDetail['trail'] }) {
  return (
    <Plate title={TEXTS.trail} aside={<span className="count">{TEXTS.trailNote}</span>}>
      <ol className="case-page__trail">
        {trail.map((entry) => (
          <li key={entry.id}>
            <span className="small">{auditSentence(entry)}</span>{' '}
            <span className="tiny faint">
              <RelativeTime at={entry.createdAt} />
            </span>
          </li>
        ))}
      </ol>
    </Plate>
  );
}

/** A case: what was reported, its reports, its decision, the member and what staff did with it. */
export function CasePage({ id }: { id: string }) {
  const { data: found, error, refetch } = useStaffCase(id);
  if (!found && error) return <ConsoleFailure error={error} onRetry={() => void refetch()} />;
  if (!found) return <SkeletonLines text={TEXTS.caseLoading} count={6} />;
  const { number, openedAt, reason, title, member, trail, outcome } = found;
  return (
    <article aria-labelledby="case-title">
      <header className="case-page__head">
        <div>
          <p className="tiny faint">
            {TEXTS.number(number)} <RelativeTime at={openedAt} />
          </p>
          <h1 className="h2" id="case-title">
            {REASON_TEXTS[reason]}
            {title !== null && (
              <>
                {', '}
                <bdi>{title}</bdi>
              </>
            )}
          </h1>
        </div>
        {outcome === null && <Assignment found={found} />}
      </header>
      <div className="case-page">
        <div>
          <Snapshots found={found} />
          <Given found={found} />
          <Plate title={TEXTS.decision}>
            {outcome === null ? <CaseDecision found={found} /> : <Closing found={found} />}
          </Plate>
        </div>
        <div>
          <MemberPart member={member} />
          <Trail trail={trail} />
        </div>
      </div>
    </article>
  );
}
