import { MODERATION_LIMITS, type ServerCaseDetail, type ServerCaseOutcome } from '@oniverse/contracts';
import { useState } from 'react';
import { failureMessageOf } from '../../../api/http.js';
import { KeptNotice } from '../../../forms/kept-notice.js';
import { useKeptValues } from '../../../forms/use-kept-values.js';
import { ConfirmDialog } from '../../../ui/confirm-dialog.js';
import { Failure } from '../../../ui/failure.js';
import { KeyButton } from '../../../ui/key-button.js';
import { RelativeTime } from '../../../ui/relative-time.js';
import { SkeletonLines } from '../../../ui/skeleton.js';
import { TextArea } from '../../../ui/text-area.js';
import { showToast } from '../../../ui/toast-store.js';
import { useCloseServerCase, useHandOnServerCase, useServerCase } from './reports.queries.js';
import { CASES_TEXTS as TEXTS, REASON_TEXTS } from './reports.texts.js';
import SnapshotMessage from './snapshot-message.js';

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
}

const NO_REASON = { reason: '' };

type Question = 'member_removed' | 'member_banned';

function Decision({ serverId, found }: DecisionProps) {
  const [reason, setReason] = useState('');
  const [question, setQuestion] = useState<Question>();
  const kept = useKeptValues(`case:${found.id}`, {
    stored: NO_REASON,
    values: { reason },
    setValues: (texts) => setReason(texts.reason),
  });
  const finish = (title: string) => () => {
    showToast({ title });
    kept.forget();
  };
  const closing = useCloseServerCase(serverId, found.id, finish(TEXTS.closed));
  const handingOn = useHandOnServerCase(serverId, found.id, finish(TEXTS.handOnDone));
  const { variables } = closing;
  const isPending = closing.isPending || handingOn.isPending;
  const close = (outcome: ServerCaseOutcome) =>
    closing.mutate({ outcome, reason }, { onSettled: () => setQuestion(undefined) });
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
      <div className="case__actions">
        <KeyButton hotkey="D" disabled={isPending} pending={pendingFor('none')} onClick={() => close('none')}>
          {TEXTS.none}
        </KeyButton>
        <KeyButton
          hotkey="H"
          disabled={isPending}
          pending={handingOn.isPending && TEXTS.handingOn}
          onClick={() => handingOn.mutate(undefined)}
        >
          {TEXTS.handOn}
        </KeyButton>
        <div className="case__actions case__hard">
          {found.isMember && (
            <KeyButton
              hotkey="E"
              look="danger"
              disabled={isPending}
              onClick={() => setQuestion('member_removed')}
            >
              {TEXTS.removeMember}
            </KeyButton>
          )}
          {found.username !== null && (
            <KeyButton
              hotkey="B"
              look="danger"
              disabled={isPending}
              onClick={() => setQuestion('member_banned')}
            >
              {TEXTS.banMember}
            </KeyButton>
          )}
          <KeyButton
            hotkey="X"
            look={isGone ? 'secondary' : 'danger-fill'}
            disabled={isPending}
            pending={pendingFor('removed')}
            onClick={() => close('removed')}
          >
            {isGone ? TEXTS.confirmGone : TEXTS.remove}
          </KeyButton>
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

export interface CaseViewProps {
  serverId: string;
  caseId: string;
}

/** A reported message with its reports, and the decision about it or how it was decided. */
export default function CaseView({ serverId, caseId }: CaseViewProps) {
  const { data: found, error, refetch } = useServerCase(serverId, caseId);
  if (!found && error) return <Failure small text={failureMessageOf(error)} onRetry={() => void refetch()} />;
  if (!found) return <SkeletonLines text={TEXTS.caseLoading} />;
  return (
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
          <Decision serverId={serverId} found={found} />
        )}
      </div>
    </div>
  );
}
