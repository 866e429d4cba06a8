import './dialog.css';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode, RefObject } from 'react';
import { useOverlayContainer } from '../theme/active-theme.js';
import { Icon } from './icons.js';
import { UI_TEXTS } from './ui.texts.js';
import { useRestoreFocus } from './use-restore-focus.js';

interface DialogProps {
  /** Absent where the dialog is rendered only while it is open. */
  open?: boolean;
  title: ReactNode;
  text?: string;
  /** 820 px wide instead of 560, for dialogs with a picture. */
  wide?: boolean;
  /** The dialog cannot be closed while its action runs. */
  busy?: boolean;
  /** Defaults to the first focusable element. Do not use `autoFocus`. */
  initialFocus?: RefObject<HTMLElement | null>;
  /** The confirming button comes last. */
  actions?: ReactNode;
  onClose: () => void;
  /** Called when it has closed and the previous focus has returned, which something else may take then. */
  onClosed?: () => void;
  children: ReactNode;
}

const preventClose = (event: Event) => event.preventDefault();

/** Escape, a click outside or the close button close the dialog; then the previous focus returns. */
export function Dialog(props: DialogProps) {
  const { open = true, title, text, wide = false, busy = false } = props;
  const { initialFocus, actions, onClose, onClosed, children } = props;
  const layer = useOverlayContainer();
  const { saveFocus, restoreFocus } = useRestoreFocus();
  return (
    <Radix.Root
      open={open}
      onOpenChange={(next) => {
        if (!next && !busy) onClose();
      }}
    >
      <Radix.Portal container={layer}>
        <Radix.Overlay className="scrim">
          <Radix.Content
            className={wide ? 'dialog dialog--wide' : 'dialog'}
            aria-busy={busy}
            {...(text === undefined && { 'aria-describedby': undefined })}
            onOpenAutoFocus={(event) => {
              saveFocus();
              if (!initialFocus?.current) return;
              event.preventDefault();
              initialFocus.current.focus();
            }}
            onCloseAutoFocus={(event) => {
              restoreFocus(event);
              onClosed?.();
            }}
            {...(busy && { onEscapeKeyDown: preventClose, onInteractOutside: preventClose })}
          >
            <div className="dialog__head">
              <Radix.Title className="h3">{title}</Radix.Title>
              <Radix.Close className="close" aria-label={UI_TEXTS.close} disabled={busy}>
                <Icon name="close" />
              </Radix.Close>
            </div>
            <div className="dialog__body">
              {text !== undefined && (
                <Radix.Description className="muted dialog__text">{text}</Radix.Description>
              )}
              {children}
            </div>
            {actions !== undefined && <div className="dialog__foot">{actions}</div>}
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  );
}
