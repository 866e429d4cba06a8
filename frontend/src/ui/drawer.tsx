import './dialog.css';
import './drawer.css';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { useLayer } from '../theme/worn.js';
import { Icon } from './icons.js';
import { useReturnFocus } from './use-return-focus.js';

interface DrawerProps {
  /** What is in it. */
  name: string;
  side: 'left' | 'right';
  onClose: () => void;
  children: ReactNode;
}

/** What stands beside the page on a wide screen, over it on a narrow one: closes by Escape, beside it or with its cross. */
export function Drawer({ name, side, onClose, children }: DrawerProps) {
  const layer = useLayer();
  const { remember, giveBack } = useReturnFocus();
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
            onOpenAutoFocus={remember}
            onCloseAutoFocus={giveBack}
          >
            <Radix.Title className="vh">{name}</Radix.Title>
            <Radix.Close className="x drawer__x" aria-label="Close">
              <Icon name="close" small />
            </Radix.Close>
            {children}
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  );
}
