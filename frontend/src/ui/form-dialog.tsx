import { type FormEvent, type ReactNode, useCallback, useId, useRef, useState } from 'react';
import { Button } from './button.js';
import { ConfirmDialog } from './confirm-dialog.js';
import { Dialog } from './dialog.js';
import { UI_TEXTS } from './ui.texts.js';

interface FormDialogProps {
  title: string;
  text?: string;
  wide?: boolean;
  /** Labels of the cancel and submit buttons; `pending` replaces the latter while submitting. */
  texts: { discard: string; confirm: string; pending: string };
  /** Submitting deletes permanently. */
  danger?: boolean;
  isPending: boolean;
  /** What the form has cannot be submitted yet; it says why. */
  isBlocked?: boolean;
  /** There are unsaved changes: Escape, the close button and a click outside ask before closing. */
  isDirty: boolean;
  /** Defaults to a question about typed text. */
  discardQuestion?: { title: string; text: string; confirm: string };
  error?: string | undefined;
  onSubmit: (event: FormEvent) => unknown;
  onClose: () => void;
  children: ReactNode;
}

export function FormDialog(props: FormDialogProps) {
  const { title, text, wide = false, texts, danger = false, children } = props;
  const { isPending, isBlocked = false, isDirty, discardQuestion = UI_TEXTS.discard, error, onClose } = props;
  const id = useId();
  const [isConfirmingDiscard, setConfirmingDiscard] = useState(false);
  const firstField = useRef<HTMLElement | null>(null);
  const setFirstField = useCallback((form: HTMLFormElement | null) => {
    firstField.current = form?.querySelector<HTMLElement>('input, textarea') ?? null;
  }, []);
  return (
    <Dialog
      title={title}
      {...(text !== undefined && { text })}
      wide={wide}
      busy={isPending}
      initialFocus={firstField}
      onClose={() => (isDirty ? setConfirmingDiscard(true) : onClose())}
      actions={
        <>
          <Button disabled={isPending} onClick={onClose}>
            {texts.discard}
          </Button>
          <Button
            look={danger ? 'danger-fill' : 'primary'}
            type="submit"
            form={id}
            disabled={isBlocked}
            pending={isPending && texts.pending}
          >
            {texts.confirm}
          </Button>
        </>
      }
    >
      <form
        id={id}
        ref={setFirstField}
        className="stack"
        noValidate
        onSubmit={(event) => {
          // React would also submit a form that opened the dialog.
          event.stopPropagation();
          void props.onSubmit(event);
        }}
      >
        {children}
        {error && (
          <p className="error" role="alert">
            {error}
          </p>
        )}
      </form>
      <ConfirmDialog
        open={isConfirmingDiscard}
        {...discardQuestion}
        onConfirm={onClose}
        onCancel={() => setConfirmingDiscard(false)}
      />
    </Dialog>
  );
}
