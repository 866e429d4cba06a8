import { type MemberView, TIME_OUT_LIMITS, TIME_OUT_REASON, type TimeOutView } from '@oniverse/contracts';
import { type FormEvent, useState } from 'react';
import { failureMessageOf } from '../../../api/http.js';
import { violationOf } from '../../../api/sentences.js';
import { KeptNotice } from '../../../forms/kept-notice.js';
import { useKeptValues } from '../../../forms/use-kept-values.js';
import { FormDialog } from '../../../ui/form-dialog.js';
import { Select } from '../../../ui/select.js';
import { TextArea } from '../../../ui/text-area.js';
import { showToast } from '../../../ui/toast-store.js';
import { useSetTimeOut } from './staff.queries.js';
import { formatTimeOutEnd, TIME_OUT_TEXTS as TEXTS } from './time-outs.texts.js';

const MINUTES = ['10', '60', '1440', '10080', '40320'] as const;
const NO_REASON = { reason: '' };

interface TimeOutDialogProps {
  serverId: string;
  member: MemberView;
  onDone: () => void;
  onCancel: () => void;
}

/** Asks for how long and why a member is timed out. */
export default function TimeOutDialog({ serverId, member, onDone, onCancel }: TimeOutDialogProps) {
  const { userId, username } = member;
  const { mutate: set, isPending, error } = useSetTimeOut(serverId);
  const [minutes, setMinutes] = useState<(typeof MINUTES)[number]>('60');
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  const kept = useKeptValues(`time-out:${serverId}:${userId}`, {
    stored: NO_REASON,
    values: { reason },
    setValues: (texts) => setReason(texts.reason),
  });
  const reasonError = violationOf(TIME_OUT_REASON, reason);
  const finish = ({ until }: TimeOutView) => {
    kept.forget();
    showToast({ title: TEXTS.done(username, formatTimeOutEnd(until)) });
    onDone();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (reasonError !== undefined) return;
    set({ userId, body: { minutes: Number(minutes), reason } }, { onSuccess: finish });
  };
  return (
    <FormDialog
      title={TEXTS.title(username)}
      text={TEXTS.text}
      texts={TEXTS.form}
      isPending={isPending}
      isDirty={reason.trim() !== ''}
      error={error ? failureMessageOf(error) : undefined}
      onSubmit={submit}
      onClose={() => {
        kept.forget();
        onCancel();
      }}
    >
      <KeptNotice kept={kept} />
      <Select
        label={TEXTS.duration}
        options={MINUTES.map((value) => ({ value, title: TEXTS.durations[value] }))}
        value={minutes}
        onChange={setMinutes}
      />
      <TextArea
        label={TEXTS.reason}
        note={TEXTS.reasonNote}
        max={TIME_OUT_LIMITS.reason.max}
        value={reason}
        error={isTried ? reasonError : undefined}
        onChange={({ target }) => setReason(target.value)}
      />
    </FormDialog>
  );
}
