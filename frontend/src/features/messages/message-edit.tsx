import { useEffect, useRef } from 'react';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { FieldError } from '../../ui/field.js';
import {
  confirmDelete,
  type Edit,
  endEdit,
  keepMessage,
  saveEdit,
  useChanges,
  writeEdit,
} from './messages.changes.js';
import { MESSAGE_TEXTS } from './messages.texts.js';
import { composerShown, focusComposer, meansSend } from './use-composer.js';

function leave(): void {
  endEdit();
  focusComposer();
}

async function save(): Promise<void> {
  await saveEdit();
  if (useChanges.getState().edit === null) focusComposer();
}

/** The text of a message while it is edited: Enter keeps it, Escape leaves it as it was. */
export function MessageEdit({ edit: { message, text, state, problem } }: { edit: Edit }) {
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    const area = field.current;
    area?.focus({ preventScroll: true });
    area?.setSelectionRange(area.value.length, area.value.length);
  }, []);
  const errorId = `edit-error-${message.id}`;
  return (
    <form
      className="edit"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <div className="say__f edit__f" data-text={text}>
        <textarea
          ref={field}
          className={problem ? 'in is-bad' : 'in'}
          rows={1}
          aria-label={MESSAGE_TEXTS.editLabel}
          aria-invalid={problem !== undefined}
          {...(problem !== undefined && { 'aria-describedby': errorId })}
          value={text}
          readOnly={state === 'saving'}
          onChange={(event) => writeEdit(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') {
              event.preventDefault();
              leave();
            } else if (meansSend(event)) {
              event.preventDefault();
              void save();
            }
          }}
        />
      </div>
      {problem !== undefined && <FieldError id={errorId} text={problem} />}
      <p className="edit__a small">
        <button type="submit" className="act">
          {state === 'saving' ? MESSAGE_TEXTS.saving : MESSAGE_TEXTS.save}
        </button>
        <button type="button" className="act" onClick={leave}>
          {MESSAGE_TEXTS.cancel}
        </button>
        <span className="t3 edit__hint">{MESSAGE_TEXTS.editHint}</span>
      </p>
    </form>
  );
}

/** Asks before a message is deleted. */
export function DeleteQuestion() {
  const deleting = useChanges((state) => state.deleting);
  /** The button of a message goes with it, sooner or later than the question does. */
  const isGone = useRef(false);
  const texts = MESSAGE_TEXTS.deletion;
  return (
    <ConfirmDialog
      open={deleting !== null}
      title={texts.title}
      text={texts.text}
      confirm={texts.confirm}
      pending={deleting?.state === 'deleting' && texts.pending}
      error={deleting?.problem}
      onConfirm={() => {
        isGone.current = true;
        void confirmDelete();
      }}
      onCancel={() => {
        isGone.current = false;
        keepMessage();
      }}
      returnTo={() => (isGone.current ? composerShown() : null)}
    >
      <blockquote className="t2 quote">{deleting?.message.content}</blockquote>
    </ConfirmDialog>
  );
}
