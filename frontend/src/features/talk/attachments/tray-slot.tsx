import './tray-slot.css';
import { Suspense } from 'react';
import { ATTACHMENT_TEXTS } from './attachments.texts.js';
import { AttachmentPart } from './lazy-attachment-part.js';
import { type TrayPlace, useTrayFiles } from './tray.store.js';

interface TraySlotProps {
  place: TrayPlace;
  /** Whether files are being dragged over the part of the page that takes them. */
  isOver: boolean;
  /** Returns to the text. */
  onDone: () => void;
  onDisarm?: (() => void) | undefined;
}

/** The files of what a member writes, beside its text. Their part loads with the first file. */
export function TraySlot({ place, isOver, onDone, onDisarm }: TraySlotProps) {
  const files = useTrayFiles(place);
  return (
    <>
      {isOver && <p className="tray-drop small">{ATTACHMENT_TEXTS.drop}</p>}
      {files.length > 0 && (
        <Suspense fallback={null}>
          <AttachmentPart place={place} onDone={onDone} onDisarm={onDisarm} />
        </Suspense>
      )}
    </>
  );
}
