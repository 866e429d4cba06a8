import {
  CASE_DECISION_RULES,
  type CaseAction,
  isHideable,
  MEASURE_LIMITS,
  MEASURE_RULES,
  type ReportReason,
  type StaffCaseDetail,
} from '@oniverse/contracts';
import { useState } from 'react';
import { serverNow } from '../../../api/server-clock.js';
import { violationOf } from '../../../api/sentences.js';
import { KeptNotice } from '../../../forms/kept-notice.js';
import { useKeptValues } from '../../../forms/use-kept-values.js';
import { ConfirmDialog } from '../../../ui/confirm-dialog.js';
import { KeyButton } from '../../../ui/key-button.js';
import { memberName } from '../../../ui/member-name.js';
import { Switch } from '../../../ui/switch.js';
import { TextArea } from '../../../ui/text-area.js';
import { showToast } from '../../../ui/toast-store.js';
import { useDecideCase } from './cases.queries.js';
import { CASES_TEXTS as TEXTS, type SuspensionLength } from './cases.texts.js';
import { MeasureFields, untilOf } from './measure-fields.js';

const NO_REASON = { reason: '' };

/** The decision about an open case, as one of several measures or none. */
export function CaseDecision({ found }: { found: StaffCaseDetail }) {
  const { id, kind, member, canAct, isMine, assignee } = found;
  const [rule, setRule] = useState<ReportReason>(found.reason);
  const [length, setLength] = useState<SuspensionLength>('14');
  const [hidesContent, setHidesContent] = useState(false);
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  const [isSuspending, setSuspending] = useState(false);
  const kept = useKeptValues(`staff-case:${id}`, {
    stored: NO_REASON,
    values: { reason },
    setValues: (texts) => setReason(texts.reason),
  });
  const { mutate, isPending, variables, failure } = useDecideCase(id, () => {
    showToast({ title: TEXTS.closed });
    kept.forget();
  });
  if (!canAct) return <p className="muted">{TEXTS.cannotAct}</p>;
  if (assignee !== null && !isMine) return <p className="muted">{TEXTS.taken(assignee)}</p>;

  const name = member && memberName(member);
  const noteError = violationOf(CASE_DECISION_RULES.reason, reason);
  const reasonError = violationOf(MEASURE_RULES.reason, reason);
  const decide = (action: CaseAction) => {
    const until = action === 'suspend' ? untilOf(length, serverNow()) : undefined;
    mutate(
      {
        action,
        reason,
        ...(action !== 'none' && { rule }),
        ...(until !== undefined && { until }),
        ...(action === 'suspend' && hidesContent && { hidesContent }),
      },
      { onSettled: () => setSuspending(false) },
    );
  };
  /** A measure needs a reason, for the member. */
  const ask = (action: CaseAction) => {
    setTried(action !== 'none');
    if ((action === 'none' ? noteError : reasonError) !== undefined) return;
    if (action === 'suspend') setSuspending(true);
    else decide(action);
  };
  const pendingFor = (action: CaseAction) => isPending && variables?.action === action && TEXTS.pending;
  const canHide = isHideable(kind) && (name !== null || kind === 'message');
  return (
    <div className="stack">
      <KeptNotice kept={kept} />
      {name !== null && <MeasureFields {...{ rule, setRule, length, setLength }} />}
      <TextArea
        label={name === null ? TEXTS.note : TEXTS.reason(name)}
        note={name === null ? TEXTS.optional : TEXTS.required}
        max={MEASURE_LIMITS.reason.max}
        value={reason}
        error={isTried ? reasonError : noteError}
        onChange={({ target }) => setReason(target.value)}
      />
      {name !== null && canHide && (
        <Switch label={TEXTS.hides(kind)} checked={hidesContent} onChange={setHidesContent} />
      )}
      {failure !== undefined && (
        <p className="error" role="alert">
          {failure}
        </p>
      )}
      <div className="console-actions">
        <KeyButton hotkey="D" disabled={isPending} pending={pendingFor('none')} onClick={() => ask('none')}>
          {TEXTS.none}
        </KeyButton>
        {name !== null && (
          <KeyButton hotkey="W" disabled={isPending} pending={pendingFor('warn')} onClick={() => ask('warn')}>
            {TEXTS.warn}
          </KeyButton>
        )}
        {canHide && (
          <KeyButton hotkey="H" disabled={isPending} pending={pendingFor('hide')} onClick={() => ask('hide')}>
            {TEXTS.hide(kind)}
          </KeyButton>
        )}
        {name !== null && (
          <div className="console-actions__hard">
            <KeyButton hotkey="S" look="danger-fill" disabled={isPending} onClick={() => ask('suspend')}>
              {TEXTS.suspend(name, length)}
            </KeyButton>
          </div>
        )}
      </div>
      {canHide && <p className="small faint">{TEXTS.hideHint(kind)}</p>}
      {isSuspending && name !== null && (
        <ConfirmDialog
          title={TEXTS.askSuspend.title(name)}
          text={TEXTS.askSuspend.text}
          confirm={TEXTS.suspend(name, length)}
          pending={pendingFor('suspend')}
          error={failure}
          onConfirm={() => decide('suspend')}
          onCancel={() => setSuspending(false)}
        />
      )}
    </div>
  );
}
