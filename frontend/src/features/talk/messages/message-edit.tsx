import './message-composer.css';
import { useEffect, useRef } from 'react';
import { KeptNotice } from '../../../forms/kept-notice.js';
import { ConfirmDialog } from '../../../ui/confirm-dialog.js';
import { FieldError } from '../../../ui/field.js';
import { keyOf } from '../../../ui/keys.js';
import { messageText, useLog } from '../log/index.js';
import {
  confirmDelete,
  type Edit,
  endEdit,
  keepOwnText,
  cancelDelete,
  saveEdit,
  storedContentOf,
  useChanges,
  takeNewerText,
  updateEditText,
} from './messages.changes.js';
import { MESSAGE_TEXTS } from './messages.texts.js';
import { getComposerField, focusComposer, isSendKey } from './use-composer.js';

function cancelEdit(channelId: string): void {
  endEdit();
  focusComposer(channelId);
}

interface MessageEditProps {
  edit: Edit;
  /** The reader's id. */
  me: string;
}

export function MessageEdit({ edit, me }: MessageEditProps) {
  const { message, text, base, isKept, problem, asked } = edit;
  /** The stored text, which another device may have changed since the edit began. */
  const stored = useLog(() => storedContentOf(message));
  const save = () => {
    if (saveEdit(me)) focusComposer(message.channelId);
  };
  const field = useRef<HTMLTextAreaElement>(null);
  const answered = useRef<object>(undefined);
  useEffect(() => {
    if (answered.current === asked) return;
    answered.current = asked;
    const area = field.current;
    area?.focus({ preventScroll: true });
    area?.setSelectionRange(area.value.length, area.value.length);
  }, [asked]);
  const isNewer = stored !== base && stored !== text;
  const errorId = `edit-error-${message.id}`;
  return (
    <form
      className="edit"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <KeptNotice
        kept={{
          isKept,
          newer: isNewer ? [stored] : [],
          takeNewer: () => takeNewerText(stored),
          keepOwn: () => keepOwnText(stored),
        }}
      />
      <div className="message-composer__field" data-text={text}>
        <textarea
          ref={field}
          className={problem ? 'input is-bad' : 'input'}
          rows={1}
          dir="auto"
          aria-label={MESSAGE_TEXTS.editLabel}
          aria-invalid={problem !== undefined}
          {...(problem !== undefined && { 'aria-describedby': errorId })}
          value={text}
          onChange={(event) => updateEditText(event.target.value)}
          onKeyDown={(event) => {
            if (keyOf(event) === 'Escape') {
              event.preventDefault();
              cancelEdit(message.channelId);
            } else if (isSendKey(event)) {
              event.preventDefault();
              save();
            }
          }}
        />
      </div>
      {problem !== undefined && <FieldError id={errorId} text={problem} />}
      <p className="edit__actions small">
        <button type="submit" className="act">
          {MESSAGE_TEXTS.save}
        </button>
        <button type="button" className="act" onClick={() => cancelEdit(message.channelId)}>
          {MESSAGE_TEXTS.cancel}
        </button>
        <span className="faint edit__hint">{MESSAGE_TEXTS.editHint}</span>
      </p>
      <p className="tiny">{MESSAGE_TEXTS.editNote}</p>
    </form>
  );
}

export function DeleteMessageDialog() {
  const deleting = useChanges((state) => state.deleting);
  /** The button that opened the dialog disappears with its message, so the focus moves to the composer. */
  const confirmedIn = useRef<string>(undefined);
  const texts = MESSAGE_TEXTS.deletion;
  return (
    <ConfirmDialog
      open={deleting !== null}
      title={texts.title}
      text={texts.text}
      confirm={texts.confirm}
      onConfirm={() => {
        confirmedIn.current = deleting?.message.channelId;
        confirmDelete();
      }}
      onCancel={() => {
        confirmedIn.current = undefined;
        cancelDelete();
      }}
      returnTo={() => (confirmedIn.current === undefined ? null : getComposerField(confirmedIn.current))}
    >
      <blockquote className="muted quote" dir="auto">
        {deleting && messageText(deleting.message.content)}
      </blockquote>
    </ConfirmDialog>
  );
}
