import './reports.css';
import {
  CASE_STATES,
  type CaseState,
  type ServerCaseDetail,
  type ServerCaseOutcome,
  type ServerCaseView,
  MODERATION_LIMITS,
} from '@oniverse/contracts';
import { useEffect, useRef, useState } from 'react';
import { failureMessageOf } from '../../../api/http.js';
import { KeptNotice } from '../../../forms/kept-notice.js';
import { useKeptValues } from '../../../forms/use-kept-values.js';
import { Button } from '../../../ui/button.js';
import { ConfirmDialog } from '../../../ui/confirm-dialog.js';
import { Failure } from '../../../ui/failure.js';
import { MoreButton } from '../../../ui/more-button.js';
import { RelativeTime } from '../../../ui/relative-time.js';
import { Segmented } from '../../../ui/segmented.js';
import { SkeletonLines } from '../../../ui/skeleton.js';
import { TextArea } from '../../../ui/text-area.js';
import { showToast } from '../../../ui/toast-store.js';
import { useCloseServerCase, useHandOnServerCase, useServerCase, useServerCases } from './reports.queries.js';
import { CASES_TEXTS as TEXTS, REASON_TEXTS } from './reports.texts.js';
import { SnapshotMessage } from './snapshot-message.js';

const STATES = CASE_STATES.map((value) => ({ value, title: TEXTS.states[value] }));

function CaseRow({ found, onOpen }: { found: ServerCaseView; onOpen: () => void }) {
  const { username, channelName, reason, reports, openedAt } = found;
  return (
    <li>
      <button type="button" className="case__row" onClick={onOpen}>
        <span className="h4">{REASON_TEXTS[reason]}</span>
        <span className="small muted case__latest">
          <bdi>{username === null ? TEXTS.nobody : `@${username}`}</bdi>
          {channelName !== null && (
            <>
              {' '}
              # <bdi>{channelName}</bdi>
            </>
          )}
        </span>
        <span className="tiny faint">
          {TEXTS.opened} <RelativeTime at={openedAt} />, {TEXTS.reports(reports)}
        </span>
      </button>
    </li>
  );
}

interface CaseListProps {
  serverId: string;
  state: CaseState;
  onOpen: (caseId: string) => void;
}

function CaseList({ serverId, state, onOpen }: CaseListProps) {
  const query = useServerCases(serverId, state);
  const { items: cases } = query;
  if (!cases && query.isError) {
    return <Failure small text={failureMessageOf(query.error)} onRetry={() => void query.refetch()} />;
  }
  if (!cases) return <SkeletonLines text={TEXTS.loading} />;
  if (cases.length === 0) return <p className="small faint case__none">{TEXTS.empty[state]}</p>;
  return (
    <>
      <ul className="case__list" aria-label={TEXTS.title}>
        {cases.map((found) => (
          <CaseRow key={found.id} found={found} onOpen={() => onOpen(found.id)} />
        ))}
      </ul>
      <MoreButton list={query} name={TEXTS.more} pending={TEXTS.loading} small className="case__more" />
    </>
  );
}

function Closing({ found: { closing } }: { found: ServerCaseDetail }) {
  if (!closing) return <p className="muted">{TEXTS.handedOn}</p>;
  return (
    <>
      <p>{TEXTS.outcomes[closing.outcome]}</p>
      {closing.reason !== null && (
        <p className="muted" dir="auto">
          {closing.reason}
        </p>
      )}
      <p className="small faint">
        {closing.username === null ? TEXTS.closedByOperators : TEXTS.closedBy(`@${closing.username}`)}{' '}
        <RelativeTime at={closing.closedAt} />
      </p>
    </>
  );
}

interface DecisionProps {
  serverId: string;
  found: ServerCaseDetail;
  onDone: () => void;
}

const NO_REASON = { reason: '' };

type Question = 'member_removed' | 'member_banned';

function Decision({ serverId, found, onDone }: DecisionProps) {
  const [reason, setReason] = useState('');
  const [question, setQuestion] = useState<Question>();
  const kept = useKeptValues(`case:${found.id}`, {
    stored: NO_REASON,
    values: { reason },
    setValues: (texts) => setReason(texts.reason),
  });
  const closing = useCloseServerCase(serverId, found.id);
  const handingOn = useHandOnServerCase(serverId, found.id);
  const { variables } = closing;
  const isPending = closing.isPending || handingOn.isPending;
  const error = closing.error ?? handingOn.error;
  const finish = (title: string) => () => {
    showToast({ title });
    kept.forget();
    onDone();
  };
  const close = (outcome: ServerCaseOutcome) =>
    closing.mutate(
      { outcome, reason },
      { onSuccess: finish(TEXTS.closed), onSettled: () => setQuestion(undefined) },
    );
  const pendingFor = (outcome: ServerCaseOutcome) =>
    closing.isPending && variables?.outcome === outcome && TEXTS.pending;
  const isGone = found.isDeleted;
  return (
    <>
      <KeptNotice kept={kept} />
      <TextArea
        label={TEXTS.reason}
        note={TEXTS.reasonHint}
        max={MODERATION_LIMITS.caseReason.max}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      {error && (
        <p className="error" role="alert">
          {failureMessageOf(error)}
        </p>
      )}
      <div className="case__actions">
        <Button disabled={isPending} pending={pendingFor('none')} onClick={() => close('none')}>
          {TEXTS.none}
        </Button>
        <Button
          disabled={isPending}
          pending={handingOn.isPending && TEXTS.handingOn}
          onClick={() => handingOn.mutate(undefined, { onSuccess: finish(TEXTS.handOnDone) })}
        >
          {TEXTS.handOn}
        </Button>
        <div className="case__actions case__hard">
          {found.isMember && (
            <Button look="danger" disabled={isPending} onClick={() => setQuestion('member_removed')}>
              {TEXTS.removeMember}
            </Button>
          )}
          {found.username !== null && (
            <Button look="danger" disabled={isPending} onClick={() => setQuestion('member_banned')}>
              {TEXTS.banMember}
            </Button>
          )}
          <Button
            look={isGone ? 'secondary' : 'danger-fill'}
            disabled={isPending}
            pending={pendingFor('removed')}
            onClick={() => close('removed')}
          >
            {isGone ? TEXTS.confirmGone : TEXTS.remove}
          </Button>
        </div>
      </div>
      {question && found.username !== null && (
        <ConfirmDialog
          title={TEXTS.ask[question].title(`@${found.username}`)}
          text={TEXTS.ask[question].text}
          confirm={TEXTS.ask[question].confirm}
          pending={pendingFor(question)}
          onConfirm={() => close(question)}
          onCancel={() => setQuestion(undefined)}
        />
      )}
    </>
  );
}

interface CaseViewProps {
  serverId: string;
  caseId: string;
  onBack: () => void;
}

function CaseView({ serverId, caseId, onBack }: CaseViewProps) {
  const { data: found, error, refetch } = useServerCase(serverId, caseId);
  const back = useRef<HTMLButtonElement>(null);
  // The row that opened it is gone.
  useEffect(() => back.current?.focus(), []);
  return (
    <>
      <Button ref={back} look="quiet" small onClick={onBack}>
        {TEXTS.back}
      </Button>
      {!found && error && <Failure small text={failureMessageOf(error)} onRetry={() => void refetch()} />}
      {!found && !error && <SkeletonLines text={TEXTS.caseLoading} />}
      {found && (
        <div className="case">
          <div className="case__part">
            <h3 className="h4">{REASON_TEXTS[found.reason]}</h3>
            {found.snapshot ? (
              <SnapshotMessage snapshot={found.snapshot} isDeleted={found.isDeleted} />
            ) : (
              <p className="muted">{TEXTS.gone}</p>
            )}
            <ul className="case__reports" aria-label={TEXTS.reports(found.reports)}>
              {found.given.map(({ id, reason, note, createdAt, snapshot }) => (
                <li key={id}>
                  <span className="small">{REASON_TEXTS[reason]}</span>
                  <span className={note === null ? 'small faint' : 'small'} dir="auto">
                    {note === null ? TEXTS.noNote : `“${note}”`}
                  </span>
                  <span className="tiny faint">
                    <RelativeTime at={createdAt} />
                  </span>
                  {snapshot && (
                    <div className="case__snapshot">
                      <p className="small">{TEXTS.changed}</p>
                      <SnapshotMessage snapshot={snapshot} isDeleted={found.isDeleted} />
                    </div>
                  )}
                </li>
              ))}
            </ul>
          </div>
          <div className="case__part case__decision">
            <h3 className="h4">{TEXTS.decision}</h3>
            {found.closing !== null || found.isHandedOn ? (
              <Closing found={found} />
            ) : (
              <Decision serverId={serverId} found={found} onDone={onBack} />
            )}
          </div>
        </div>
      )}
    </>
  );
}

/** The reports of messages in a dimension, for its staff. */
export default function ServerCases({ serverId }: { serverId: string }) {
  const [state, setState] = useState<CaseState>('open');
  const [openId, setOpenId] = useState<string>();
  if (openId !== undefined) {
    return <CaseView serverId={serverId} caseId={openId} onBack={() => setOpenId(undefined)} />;
  }
  return (
    <>
      <Segmented label={TEXTS.state} segments={STATES} value={state} onChange={setState} />
      <CaseList serverId={serverId} state={state} onOpen={setOpenId} />
    </>
  );
}
