import './dialog.css';
import { AlertDialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { useOverlayContainer } from '../theme/active-theme.js';
import { Button } from './button.js';
import { Icon } from './icons.js';
import { UI_TEXTS } from './ui.texts.js';
import { useRestoreFocus } from './use-restore-focus.js';

interface ConfirmDialogProps {
  /** Absent where the dialog is rendered only while it is open. */
  open?: boolean;
  /** Names the object: `Delete “Night walks”`. */
  title: string;
  text: string;
  /** A verb with its object: `Delete board`. */
  confirm: string;
  /** Replaces the label while the action runs; the dialog cannot be closed then. */
  pending?: string | false;
  error?: string | undefined;
  /** Does not style the button as dangerous. */
  harmless?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
  /** Returns the element to focus after closing; by default the one focused before. */
  returnTo?: () => HTMLElement | null;
  children?: ReactNode;
}

const preventClose = (event: Event) => event.preventDefault();

/** Focuses Cancel first. Escape cancels; a click outside does not. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open = true, title, text, confirm, pending = false, error, harmless = false, children } = props;
  const { onConfirm, onCancel, returnTo } = props;
  const layer = useOverlayContainer();
  const { saveFocus, restoreFocus } = useRestoreFocus();
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
            onOpenAutoFocus={saveFocus}
            onCloseAutoFocus={(event) => {
              restoreFocus(event);
              returnTo?.()?.focus();
            }}
            {...(pending && { onEscapeKeyDown: preventClose })}
          >
            <div className="dialog__head">
              <Radix.Title className="h3">{title}</Radix.Title>
              <button
                type="button"
                className="close"
                aria-label={UI_TEXTS.close}
                disabled={Boolean(pending)}
                onClick={onCancel}
              >
                <Icon name="close" />
              </button>
            </div>
            <div className="dialog__body">
              <Radix.Description className="muted">{text}</Radix.Description>
              {children}
              {error && (
                <p className="error" role="alert">
                  {error}
                </p>
              )}
            </div>
            <div className="dialog__foot">
              <Radix.Cancel asChild>
                <Button disabled={Boolean(pending)}>{UI_TEXTS.cancel}</Button>
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
