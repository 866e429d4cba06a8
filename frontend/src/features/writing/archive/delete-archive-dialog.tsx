import type { ProfileArchiveView } from '@oniverse/contracts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.js';
import { ARCHIVE_TEXTS } from './archive.texts.js';
import { useDeleteArchive } from './profile-archives.queries.js';

interface DeleteArchiveDialogProps {
  archive: ProfileArchiveView;
  onClose: () => void;
}

export function DeleteArchiveDialog({ archive, onClose }: DeleteArchiveDialogProps) {
  const { ask, deleting } = ARCHIVE_TEXTS.remove;
  const { mutate, isPending } = useDeleteArchive();
  return (
    <ConfirmDialog
      {...ask(archive.title)}
      pending={isPending && deleting}
      onCancel={onClose}
      onConfirm={() => mutate(archive.id, { onSettled: onClose })}
    />
  );
}
