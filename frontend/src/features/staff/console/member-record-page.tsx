import './case-page.css';
import {
  deviceName,
  isAtLeast,
  MEMBER_ACTIONS,
  type MemberAction,
  type MemberRecord,
  outranks,
} from '@oniverse/contracts';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useSession } from '../../../session/session.js';
import { Avatar } from '../../../ui/avatar.js';
import { Button } from '../../../ui/button.js';
import { memberName } from '../../../ui/member-name.js';
import { MemberNames } from '../../../ui/member-names.js';
import { Plate, Tally } from '../../../ui/plate.js';
import { RelativeTime } from '../../../ui/relative-time.js';
import { SkeletonLines } from '../../../ui/skeleton.js';
import { showToast } from '../../../ui/toast-store.js';
import { REASON_TEXTS } from '../../safety/reports/index.js';
import { CASES_TEXTS } from './cases.texts.js';
import { ConsoleFailure } from './console-frame.js';
import { EraseMemberDialog } from './erase-member-dialog.js';
import { MeasureDialog } from './measure-dialog.js';
import { MeasureList } from './measure-list.js';
import { MemberFactList } from './member-fact-list.js';
import { useEndMemberSessions, useMemberRecord } from './members.queries.js';
import { MEMBERS_TEXTS as TEXTS } from './members.texts.js';

function Sessions({ record, canAct }: { record: MemberRecord; canAct: boolean }) {
  const { id, openSessions } = record;
  const { mutate, isPending, failure } = useEndMemberSessions(id, () =>
    showToast({ title: TEXTS.sessionsEnded }),
  );
  return (
    <Plate title={TEXTS.sessions} aside={<Tally>{openSessions.length}</Tally>}>
      {openSessions.length === 0 && <p className="muted">{TEXTS.noSessions}</p>}
      <ul>
        {openSessions.map((session) => (
          <li key={session.id} className="console__entry">
            <p className="small">
              {session.device === null ? TEXTS.unknownDevice : deviceName(session.device)}
            </p>
            <p className="tiny faint">
              {session.address !== null && `${session.address}, `}
              <RelativeTime at={session.lastSeenAt} />, {TEXTS.since} <RelativeTime at={session.createdAt} />
            </p>
          </li>
        ))}
      </ul>
      {failure !== undefined && (
        <p className="error" role="alert">
          {failure}
        </p>
      )}
      {canAct && openSessions.length > 0 && (
        <Button
          small
          className="case-page__after"
          pending={isPending && TEXTS.endingSessions}
          onClick={() => mutate()}
        >
          {TEXTS.endSessions}
        </Button>
      )}
    </Plate>
  );
}

function Cases({ record: { newestCases } }: { record: MemberRecord }) {
  return (
    <Plate title={TEXTS.cases} aside={<Tally>{newestCases.length}</Tally>}>
      {newestCases.length === 0 && <p className="muted">{TEXTS.noCases}</p>}
      <ul>
        {newestCases.map(({ id, number, kind, reason, outcome, openedAt }) => (
          <li key={id} className="console__entry">
            <Link
              className="link small"
              to="/console/{-$section}"
              params={{ section: 'reports' }}
              search={{ id }}
            >
              {CASES_TEXTS.about(number, REASON_TEXTS[reason], CASES_TEXTS.kinds[kind])}
            </Link>
            <p className="tiny faint">
              {outcome === null ? CASES_TEXTS.waiting : CASES_TEXTS.outcomes[outcome]},{' '}
              <RelativeTime at={openedAt} />
            </p>
          </li>
        ))}
      </ul>
    </Plate>
  );
}

/** The record of a member, and what staff can do. The server decides which members they may act on. */
export function MemberRecordPage({ id, onErased }: { id: string; onErased: () => void }) {
  const { data: record, error, refetch } = useMemberRecord(id);
  const { status, user } = useSession();
  const [action, setAction] = useState<MemberAction | 'erase'>();
  if (!record && error) return <ConsoleFailure error={error} onRetry={() => void refetch()} />;
  if (!record) return <SkeletonLines text={TEXTS.recordLoading} count={6} />;
  const role = status === 'member' ? user.staffRole : null;
  const canAct = role !== null && outranks(role, record.staffRole);
  const close = () => setAction(undefined);
  return (
    <article aria-labelledby="record-title">
      <header className="case-page__head">
        <div className="case-page__member">
          <Avatar name={memberName(record)} src={record.profileImageUrl} />
          <h1 className="h2 names--two" id="record-title">
            <MemberNames member={record} />
          </h1>
        </div>
        {canAct && (
          <div className="console-actions">
            {MEMBER_ACTIONS.map((one) => (
              <Button
                key={one}
                small
                look={one === 'suspend' ? 'danger' : 'secondary'}
                onClick={() => setAction(one)}
              >
                {TEXTS.action[one]}
              </Button>
            ))}
            {isAtLeast(role, 'admin') && (
              <Button small look="danger" onClick={() => setAction('erase')}>
                {TEXTS.erase}
              </Button>
            )}
          </div>
        )}
      </header>
      {!canAct && <p className="small muted">{TEXTS.cannotAct}</p>}
      <div className="case-page">
        <div>
          <Plate title={TEXTS.measures} aside={<Tally>{record.newestMeasures.length}</Tally>}>
            {record.newestMeasures.length === 0 && <p className="muted">{TEXTS.noMeasures}</p>}
            <MeasureList
              measures={record.newestMeasures}
              {...(canAct && { onTakenBack: () => void refetch() })}
            />
          </Plate>
          <Cases record={record} />
        </div>
        <div>
          <Plate title={TEXTS.record}>
            <MemberFactList member={record} />
            <p className="small faint case-page__after">{TEXTS.recorded}</p>
          </Plate>
          <Sessions record={record} canAct={canAct} />
        </div>
      </div>
      {action === 'erase' && <EraseMemberDialog member={record} onErased={onErased} onClose={close} />}
      {action !== undefined && action !== 'erase' && (
        <MeasureDialog member={record} action={action} onClose={close} />
      )}
    </article>
  );
}
