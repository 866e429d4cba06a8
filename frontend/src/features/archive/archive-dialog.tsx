import { LIMITS, type ProfileArchiveView, RULES } from '@oniverse/contracts';
import { useState } from 'react';
import { WrittenDialog } from '../../forms/written-dialog.js';
import { CapsuleSelect } from '../capsules/capsule-select.js';
import { ARCHIVE_TEXTS } from './archive.texts.js';
import { useUpdateArchive } from './profile-archives.queries.js';

const TEXTS = ARCHIVE_TEXTS.edit;

interface ArchiveDialogProps {
  archive: ProfileArchiveView;
  onClose: () => void;
}

/** Changes a profile archive: its title, text, tags and capsule. */
export function ArchiveDialog({ archive, onClose }: ArchiveDialogProps) {
  const { id, title, markdownContent, tags } = archive;
  const [capsuleId, setCapsuleId] = useState(archive.capsuleId);
  const { mutate, isPending } = useUpdateArchive();
  return (
    <WrittenDialog
      title={TEXTS.title}
      texts={TEXTS}
      written={{ title, markdownContent, tags }}
      rules={RULES.profileArchive}
      max={LIMITS.profileMarkdown.max}
      isPending={isPending}
      onSave={(changes, onError) =>
        mutate(
          { id, body: { ...changes, ...(capsuleId !== archive.capsuleId && { capsuleId }) } },
          { onSuccess: onClose, onError },
        )
      }
      onClose={onClose}
    >
      <CapsuleSelect value={capsuleId} onChange={setCapsuleId} />
    </WrittenDialog>
  );
}
