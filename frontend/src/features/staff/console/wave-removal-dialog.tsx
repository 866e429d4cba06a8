import { MEASURE_LIMITS, MEASURE_RULES, type WaveView } from '@oniverse/contracts';
import { type FormEvent, useState } from 'react';
import { violationOf } from '../../../api/sentences.js';
import { KeptNotice } from '../../../forms/kept-notice.js';
import { useKeptValues } from '../../../forms/use-kept-values.js';
import { FormDialog } from '../../../ui/form-dialog.js';
import { TextArea } from '../../../ui/text-area.js';
import { showToast } from '../../../ui/toast-store.js';
import { useRemoveWave } from './waves.queries.js';
import { WAVES_TEXTS } from './waves.texts.js';

const { ask: TEXTS, done: DONE } = WAVES_TEXTS;
const NO_REASON = { reason: '' };

interface WaveRemovalDialogProps {
  wave: WaveView;
  /** Accounts that stay as they are. */
  sparedIds: readonly string[];
  onClose: () => void;
}

/** Asks for the reason of a removal, which each of the accounts reads. */
export function WaveRemovalDialog({ wave: { id, accounts }, sparedIds, onClose }: WaveRemovalDialogProps) {
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  const kept = useKeptValues(`wave:${id}`, {
    stored: NO_REASON,
    values: { reason },
    setValues: (values) => setReason(values.reason),
  });
  const leave = () => {
    kept.forget();
    onClose();
  };
  const { mutate, isPending, failure } = useRemoveWave(id, () => {
    showToast({ title: DONE.removed });
    leave();
  });
  const reasonError = violationOf(MEASURE_RULES.reason, reason);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (reasonError === undefined) mutate({ reason, sparedIds: [...sparedIds] });
  };
  return (
    <FormDialog
      title={TEXTS.title(accounts - sparedIds.length)}
      text={TEXTS.text}
      texts={TEXTS}
      danger
      isPending={isPending}
      isDirty={reason.trim() !== ''}
      error={failure}
      onSubmit={submit}
      onClose={leave}
    >
      <KeptNotice kept={kept} />
      <TextArea
        label={TEXTS.reason}
        note={TEXTS.required}
        max={MEASURE_LIMITS.reason.max}
        value={reason}
        error={isTried ? reasonError : undefined}
        onChange={({ target }) => setReason(target.value)}
      />
    </FormDialog>
  );
}
