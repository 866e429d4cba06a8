import { ARCHIVE_RULES, LIMITS, type ProfileArchiveView } from '@oniverse/contracts';
import { useState } from 'react';
import { MarkdownItemDialog } from '../../../forms/markdown-item-dialog.js';
import { CapsuleSelect } from '../capsules/index.js';
import { ARCHIVE_TEXTS } from './archive.texts.js';
import { useUpdateArchive } from './profile-archives.queries.js';

const TEXTS = ARCHIVE_TEXTS.edit;

interface ArchiveDialogProps {
  archive: ProfileArchiveView;
  onClose: () => void;
}

export function ArchiveDialog({ archive, onClose }: ArchiveDialogProps) {
  const { id, title, markdownContent, tags } = archive;
  const [capsuleId, setCapsuleId] = useState(archive.capsuleId);
  const { mutate, isPending } = useUpdateArchive();
  return (
    <MarkdownItemDialog
      thing={`archive:${id}`}
      title={TEXTS.title}
      texts={TEXTS}
      item={{ title, markdownContent, tags }}
      rules={ARCHIVE_RULES}
      max={LIMITS.profileMarkdown.max}
      isPending={isPending}
      onSave={(changes, callbacks) =>
        mutate({ id, body: { ...changes, ...(capsuleId !== archive.capsuleId && { capsuleId }) } }, callbacks)
      }
      onClose={onClose}
    >
      <CapsuleSelect value={capsuleId} onChange={setCapsuleId} />
    </MarkdownItemDialog>
  );
}
