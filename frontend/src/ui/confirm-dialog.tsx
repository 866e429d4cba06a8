import './dialog.css';
import { AlertDialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { useLayer } from '../theme/worn.js';
import { Button } from './button.js';
import { Icon } from './icons.js';
import { useReturnFocus } from './use-return-focus.js';

interface ConfirmDialogProps {
  open: boolean;
  /** Names the thing: `Delete “Night walks”`. */
  title: string;
  /** The question, word for word. */
  text: string;
  /** What the button does, with the object: `Delete board`. */
  confirm: string;
  /** The word in its place while it is on its way; nothing closes the dialog then. */
  pending?: string | false;
  /** Why it did not work. */
  error?: string | undefined;
  /** For what can be undone. */
  harmless?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
  /** What has the focus afterwards, where that is another thing than had it before. */
  returnTo?: () => HTMLElement | null;
  /** What is going to be lost. */
  children?: ReactNode;
}

const stay = (event: Event) => event.preventDefault();

/** Asks before something is done for good. The focus starts on Cancel; Escape cancels, a click beside it does not. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, title, text, confirm, pending = false, error, harmless = false, children } = props;
  const { onConfirm, onCancel, returnTo } = props;
  const layer = useLayer();
  const { remember, giveBack } = useReturnFocus();
  return (
    <Radix.Root
      open={open}
      onOpenChange={(next) => {
        if (!next && !pending) onCancel();
      }}
    >
      <Radix.Portal container={layer}>
        <Radix.Overlay className="scrim">
          <Radix.Content
            className="dialog dialog--ask"
            aria-busy={Boolean(pending)}
            onOpenAutoFocus={remember}
            onCloseAutoFocus={(event) => {
              giveBack(event);
              returnTo?.()?.focus();
            }}
            {...(pending && { onEscapeKeyDown: stay })}
          >
            <div className="dialog__h">
              <Radix.Title className="h3">{title}</Radix.Title>
              <button
                type="button"
                className="x"
                aria-label="Close"
                disabled={Boolean(pending)}
                onClick={onCancel}
              >
                <Icon name="close" />
              </button>
            </div>
            <div className="dialog__b">
              <Radix.Description className="t2">{text}</Radix.Description>
              {children}
              {error && (
                <p className="err" role="alert">
                  {error}
                </p>
              )}
            </div>
            <div className="dialog__f">
              <Radix.Cancel asChild>
                <Button disabled={Boolean(pending)}>Cancel</Button>
              </Radix.Cancel>
              <Button look={harmless ? 'primary' : 'danger-fill'} pending={pending} onClick={onConfirm}>
                {confirm}
              </Button>
            </div>
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  );
}
