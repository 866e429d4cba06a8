import { Suspense } from 'react';
import type { Talk } from '../log/index.js';
import { ATTACHMENT_TEXTS } from './attachments.texts.js';
import { AttachmentPart } from './lazy-attachment-part.js';
import { useTrayFiles } from './tray.store.js';

interface TraySlotProps {
  talk: Talk;
  /** Whether files are being dragged over the conversation. */
  isOver: boolean;
  /** Returns to the text of the message. */
  onDone: () => void;
}

/** The files of a message above its text. Their part loads with the first file. */
export function TraySlot({ talk, isOver, onDone }: TraySlotProps) {
  const files = useTrayFiles(talk);
  return (
    <>
      {isOver && <p className="message-composer__drop small">{ATTACHMENT_TEXTS.drop}</p>}
      {files.length > 0 && (
        <Suspense fallback={null}>
          <AttachmentPart talk={talk} onDone={onDone} />
        </Suspense>
      )}
    </>
  );
}
