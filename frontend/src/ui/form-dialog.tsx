import { type FormEvent, type ReactNode, useCallback, useId, useRef, useState } from 'react';
import { Button } from './button.js';
import { ConfirmDialog } from './confirm-dialog.js';
import { Dialog } from './dialog.js';

interface FormDialogProps {
  title: string;
  text?: string;
  wide?: boolean;
  /** What the buttons say: to leave it, to do it, and while that is on its way. */
  texts: { discard: string; confirm: string; pending: string };
  /** It takes something away for good. */
  danger?: boolean;
  isPending: boolean;
  /** Whether there is enough to be sent; true when left out. */
  isReady?: boolean;
  /** Something was typed: closed by anything but its button, the dialog asks before that is lost. */
  isDirty: boolean;
  /** Why it did not work. */
  error?: string | undefined;
  onSubmit: (event: FormEvent) => unknown;
  onClose: () => void;
  /** The fields. */
  children: ReactNode;
}

const ASK = {
  title: 'Discard what you typed',
  text: 'It is not saved yet.',
  confirm: 'Discard',
} as const;

/** A form in a window over the page, open as long as it is there. */
export function FormDialog(props: FormDialogProps) {
  const { title, text, wide = false, texts, danger = false, children } = props;
  const { isPending, isReady = true, isDirty, error, onClose } = props;
  const id = useId();
  const [asking, setAsking] = useState(false);
  const first = useRef<HTMLElement | null>(null);
  const findFirst = useCallback((form: HTMLFormElement | null) => {
    first.current = form?.querySelector<HTMLElement>('input, textarea') ?? null;
  }, []);
  return (
    <Dialog
      open
      title={title}
      {...(text !== undefined && { text })}
      wide={wide}
      busy={isPending}
      initialFocus={first}
      onClose={() => (isDirty ? setAsking(true) : onClose())}
      actions={
        <>
          <Button disabled={isPending} onClick={onClose}>
            {texts.discard}
          </Button>
          <Button
            look={danger ? 'danger-fill' : 'primary'}
            type="submit"
            form={id}
            disabled={!isReady}
            pending={isPending && texts.pending}
          >
            {texts.confirm}
          </Button>
        </>
      }
    >
      <form
        id={id}
        ref={findFirst}
        className="stack"
        noValidate
        onSubmit={(event) => void props.onSubmit(event)}
      >
        {children}
        {error && (
          <p className="err" role="alert">
            {error}
          </p>
        )}
      </form>
      <ConfirmDialog open={asking} {...ASK} onConfirm={onClose} onCancel={() => setAsking(false)} />
    </Dialog>
  );
}
