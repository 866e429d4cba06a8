import './dialog.css';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode, RefObject } from 'react';
import { useLayer } from '../theme/worn.js';
import { Icon } from './icons.js';
import { useReturnFocus } from './use-return-focus.js';

interface DialogProps {
  open: boolean;
  title: string;
  /** A sentence that says what it is for. */
  text?: string;
  /** 560 px, or 820 where a picture stands in it. */
  wide?: boolean;
  /** While the work is on its way, nothing but the work closes it. */
  busy?: boolean;
  /** The part that the focus starts on; the first one otherwise. Use this and not `autoFocus`. */
  initialFocus?: RefObject<HTMLElement | null>;
  /** The buttons, the one that does it last. */
  actions?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

const stay = (event: Event) => event.preventDefault();

/** A window over the page: holds the focus, closes by Escape, beside it or with its cross, gives the focus back. */
export function Dialog(props: DialogProps) {
  const { open, title, text, wide = false, busy = false, initialFocus, actions, onClose, children } = props;
  const layer = useLayer();
  const { remember, giveBack } = useReturnFocus();
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
            className={wide ? 'dialog dialog--w' : 'dialog'}
            aria-busy={busy}
            {...(text === undefined && { 'aria-describedby': undefined })}
            onOpenAutoFocus={(event) => {
              remember();
              if (!initialFocus?.current) return;
              event.preventDefault();
              initialFocus.current.focus();
            }}
            onCloseAutoFocus={giveBack}
            {...(busy && { onEscapeKeyDown: stay, onInteractOutside: stay })}
          >
            <div className="dialog__h">
              <Radix.Title className="h3">{title}</Radix.Title>
              <Radix.Close className="x" aria-label="Close" disabled={busy}>
                <Icon name="close" />
              </Radix.Close>
            </div>
            <div className="dialog__b">
              {text !== undefined && <Radix.Description className="t2 dialog__p">{text}</Radix.Description>}
              {children}
            </div>
            {actions !== undefined && <div className="dialog__f">{actions}</div>}
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  );
}
