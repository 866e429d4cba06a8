import { type ReactNode, useEffect, useRef } from 'react';
import { Icon } from '../../ui/icons.js';
import { DIMENSIONS_TEXTS } from './dimensions.texts.js';

interface ChannelDrawerProps {
  onClose: () => void;
  children: ReactNode;
}

/** The channel list of a narrow screen: opens over the conversation from the left, closes by Escape or beside it. */
export function ChannelDrawer({ onClose, children }: ChannelDrawerProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const { channels, close } = DIMENSIONS_TEXTS.room;
  return (
    <dialog ref={dialog} className="drawer" aria-label={channels} onClose={onClose}>
      <div className="drawer__in chat__ch">
        <button type="button" className="x drawer__x" aria-label={close} onClick={onClose}>
          <Icon name="close" small />
        </button>
        {children}
      </div>
      <button type="button" className="drawer__out" tabIndex={-1} aria-label={close} onClick={onClose} />
    </dialog>
  );
}
