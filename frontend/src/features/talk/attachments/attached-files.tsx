import type { AttachmentView } from '@oniverse/contracts';
import { Suspense } from 'react';
import { usualFilesHeight } from '../../../objects/attachment-space.js';
import { AttachmentPart } from './lazy-attachment-part.js';

/** The files of a message, post or reply. Their part loads with the first one that has some. */
export function AttachedFiles({ attachments = [] }: { attachments?: readonly AttachmentView[] | undefined }) {
  if (attachments.length === 0) return null;
  return (
    <Suspense fallback={<div style={{ minHeight: usualFilesHeight(attachments) }} />}>
      <AttachmentPart attachments={attachments} />
    </Suspense>
  );
}
