import { type ReactNode, useEffect, useRef } from 'react';
import { Icon } from '../../ui/icons.js';
import { DIMENSIONS_TEXTS } from './dimensions.texts.js';

interface DrawerProps {
  /** What is in it. */
  name: string;
  side: 'left' | 'right';
  onClose: () => void;
  children: ReactNode;
}

/** What stands beside the conversation, on a narrow screen: opens over it, closes by Escape or beside it. */
export function Drawer({ name, side, onClose, children }: DrawerProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const { close } = DIMENSIONS_TEXTS.room;
  return (
    <dialog ref={dialog} className={`drawer drawer--${side}`} aria-label={name} onClose={onClose}>
      <div className={side === 'left' ? 'drawer__in chat__ch' : 'drawer__in chat__on'}>
        <button type="button" className="x drawer__x" aria-label={close} onClick={onClose}>
          <Icon name="close" small />
        </button>
        {children}
      </div>
      <button type="button" className="drawer__out" tabIndex={-1} aria-label={close} onClick={onClose} />
    </dialog>
  );
}
