import { isReminderTime, NOTIFICATION_MESSAGES, REMINDER_DAYS } from '@oniverse/contracts';
import { useState } from 'react';
import { sentenceOf } from '../../../api/sentences.js';
import { serverNow } from '../../../api/server-clock.js';
import { Field } from '../../../ui/field.js';
import { FormDialog } from '../../../ui/form-dialog.js';
import { fieldTimeOf, reminderTimes } from './reminder-times.js';
import { ROW_TEXTS } from './rows.texts.js';

const TEXTS = ROW_TEXTS.dialog;

interface ReminderDialogProps {
  /** @param at in ms */
  onChoose: (at: number) => void;
  onClose: () => void;
}

/** Asks when a row comes back. */
export function ReminderDialog({ onChoose, onClose }: ReminderDialogProps) {
  const [openedAt] = useState(serverNow);
  const initial = fieldTimeOf(reminderTimes(openedAt).tomorrow);
  const [value, setValue] = useState(initial);
  const [isTried, setTried] = useState(false);
  const at = Date.parse(value);
  const isWrong = !isReminderTime(at, openedAt);
  return (
    <FormDialog
      title={TEXTS.title}
      text={TEXTS.text}
      texts={TEXTS.form}
      isPending={false}
      isDirty={value !== initial}
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (!isWrong) onChoose(at);
      }}
      onClose={onClose}
    >
      <Field
        label={TEXTS.at}
        type="datetime-local"
        min={fieldTimeOf(openedAt)}
        max={fieldTimeOf(openedAt + REMINDER_DAYS * 86_400_000)}
        value={value}
        error={isTried && isWrong ? sentenceOf(NOTIFICATION_MESSAGES.badReminder) : undefined}
        onChange={({ target }) => setValue(target.value)}
      />
    </FormDialog>
  );
}
