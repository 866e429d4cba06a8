import {
  MEASURE_LIMITS,
  MEASURE_RULES,
  type MemberAction,
  type MemberFacts,
  type ReportReason,
} from '@oniverse/contracts';
import { type FormEvent, useState } from 'react';
import { serverNow } from '../../../api/server-clock.js';
import { violationOf } from '../../../api/sentences.js';
import { KeptNotice } from '../../../forms/kept-notice.js';
import { useKeptValues } from '../../../forms/use-kept-values.js';
import { FormDialog } from '../../../ui/form-dialog.js';
import { memberName } from '../../../ui/member-name.js';
import { TextArea } from '../../../ui/text-area.js';
import { showToast } from '../../../ui/toast-store.js';
import { CASES_TEXTS, type SuspensionLength } from './cases.texts.js';
import { MeasureFields, untilOf } from './measure-fields.js';
import { useTakeMeasure } from './members.queries.js';
import { MEMBERS_TEXTS as TEXTS } from './members.texts.js';

const NO_REASON = { reason: '' };

interface MeasureDialogProps {
  member: MemberFacts;
  action: MemberAction;
  onClose: () => void;
}

/** Asks for the rule, the reason and the end of a measure against a member, and takes it. */
export function MeasureDialog({ member, action, onClose }: MeasureDialogProps) {
  const { id } = member;
  const name = memberName(member);
  const [rule, setRule] = useState<ReportReason>('other');
  const [length, setLength] = useState<SuspensionLength>('14');
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  const kept = useKeptValues(`measure:${action}:${id}`, {
    stored: NO_REASON,
    values: { reason },
    setValues: (texts) => setReason(texts.reason),
  });
  const leave = () => {
    kept.forget();
    onClose();
  };
  const { mutate, isPending, failure } = useTakeMeasure(id, () => {
    showToast({ title: TEXTS.done[action] });
    leave();
  });
  const reasonError = violationOf(MEASURE_RULES.reason, reason);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (reasonError !== undefined) return;
    const until = action === 'suspend' ? untilOf(length, serverNow()) : undefined;
    mutate({ action, rule, reason, ...(until !== undefined && { until }) });
  };
  return (
    <FormDialog
      title={TEXTS.ask[action](name)}
      text={TEXTS.explain[action]}
      texts={{ ...TEXTS.form, confirm: TEXTS.action[action] }}
      danger={action === 'suspend'}
      isPending={isPending}
      isDirty={reason.trim() !== ''}
      error={failure}
      onSubmit={submit}
      onClose={leave}
    >
      <KeptNotice kept={kept} />
      <MeasureFields {...{ rule, setRule, length, ...(action === 'suspend' && { setLength }) }} />
      <TextArea
        label={CASES_TEXTS.reason(name)}
        note={CASES_TEXTS.required}
        max={MEASURE_LIMITS.reason.max}
        value={reason}
        error={isTried ? reasonError : undefined}
        onChange={({ target }) => setReason(target.value)}
      />
    </FormDialog>
  );
}
