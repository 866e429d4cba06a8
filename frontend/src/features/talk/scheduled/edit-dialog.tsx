import {
  type ChangeScheduledBody,
  characterCount,
  LIMITS,
  type ScheduledMessageView,
} from '@oniverse/contracts';
import { useState } from 'react';
import { failureMessageOf, isProblem } from '../../../api/http.js';
import { serverNow } from '../../../api/server-clock.js';
import { FormDialog } from '../../../ui/form-dialog.js';
import { TextArea } from '../../../ui/text-area.js';
import { ClockInput, useClockField } from '../clock/index.js';
import { useChangeScheduled } from './scheduled.queries.js';
import { SCHEDULED_TEXTS } from './scheduled.texts.js';

const { edit: TEXTS } = SCHEDULED_TEXTS;
/** The time that is suggested for a message that was not sent. */
const SOON_MS = 60 * 60_000;

/** Changes the text and the time of a scheduled message. */
export function EditDialog({ message, onClose }: { message: ScheduledMessageView; onClose: () => void }) {
  const { id, content, sendAt, isLeft, failure } = message;
  const [text, setText] = useState(content);
  const [initialAt] = useState(() => (failure ? serverNow() + SOON_MS : Date.parse(sendAt)));
  const field = useClockField('message', initialAt);
  const { mutate, isPending, error } = useChangeScheduled(id);
  const isWarned = isProblem(error, 'filter_warning');
  const isTextChanged = text !== content;
  const save = () => {
    const isMoved = field.isChanged || failure !== null;
    const at = isMoved ? field.read() : undefined;
    if (isMoved && at === undefined) return;
    const body: ChangeScheduledBody = {
      ...((isTextChanged || failure !== null) && { content: text, acceptsWarning: isWarned }),
      ...(at !== undefined && { sendAt: new Date(at).toISOString() }),
    };
    mutate(body, { onSuccess: onClose });
  };
  return (
    <FormDialog
      title={TEXTS.title}
      texts={{ ...TEXTS.form, ...(isWarned && { confirm: TEXTS.insist }) }}
      isPending={isPending}
      isBlocked={characterCount(text) > LIMITS.message.max}
      isDirty={isTextChanged || field.isChanged}
      error={error ? failureMessageOf(error) : undefined}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
      onClose={onClose}
    >
      <TextArea
        label={TEXTS.label}
        rows={6}
        max={LIMITS.message.max}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {!isLeft && <ClockInput field={field} />}
    </FormDialog>
  );
}
