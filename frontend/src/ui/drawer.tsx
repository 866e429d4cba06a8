import './dialog.css';
import './drawer.css';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { useOverlayContainer } from '../theme/active-theme.js';
import { Icon } from './icons.js';
import { UI_TEXTS } from './ui.texts.js';
import { useRestoreFocus } from './use-restore-focus.js';

interface DrawerProps {
  name: string;
  /** At the bottom it is a sheet as high as its content. */
  side: 'left' | 'right' | 'bottom';
  onClose: () => void;
  children: ReactNode;
}

/** Lies beside the page on wide screens and over it on narrow ones. Closes like a `Dialog`. */
export function Drawer({ name, side, onClose, children }: DrawerProps) {
  const layer = useOverlayContainer();
  const { saveFocus, restoreFocus } = useRestoreFocus();
  return (
    <Radix.Root
      open
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
    >
      <Radix.Portal container={layer}>
        <Radix.Overlay className={`scrim scrim--${side}`}>
          <Radix.Content
            className="drawer"
            aria-describedby={undefined}
            onOpenAutoFocus={saveFocus}
            onCloseAutoFocus={restoreFocus}
          >
            <Radix.Title className="vh">{name}</Radix.Title>
            <Radix.Close className="close drawer__close" aria-label={UI_TEXTS.close}>
              <Icon name="close" small />
            </Radix.Close>
            {children}
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  );
}
