import type { AttachmentView } from '@oniverse/contracts';
import type { ReactNode } from 'react';
import { ATTACHMENT_TEXTS, AttachedFiles } from '../attachments/index.js';
import { MessageContent } from './message-content.js';

interface MessageBodyProps {
  content: string;
  attachments?: readonly AttachmentView[] | undefined;
  me: string;
  isEdited?: boolean;
  /** Takes the place of the text. */
  children?: ReactNode;
}

/** The text of a message and its files, one of which may be absent. */
export function MessageBody({ content, attachments, me, isEdited = false, children }: MessageBodyProps) {
  const isEmpty = content === '' && !children;
  return (
    <>
      {children}
      {!isEmpty && !children && <MessageContent content={content} me={me} isEdited={isEdited} />}
      {isEmpty && !attachments?.length && <p className="faint italic">{ATTACHMENT_TEXTS.lost}</p>}
      <AttachedFiles attachments={attachments} />
    </>
  );
}
