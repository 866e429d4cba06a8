import { type CurrentUser, LIMITS, type ProfileArchiveView } from '@oniverse/contracts';
import { useState } from 'react';
import { ConfirmDialog } from '../../../ui/confirm-dialog.js';
import { Switch } from '../../../ui/switch.js';
import { readProfileDraft, useArchiveProfile, useSaveProfile } from '../../people/profile/index.js';
import { RESTORE_TEXTS as TEXTS } from './archive.texts.js';

interface RestoreDialogProps {
  archive: ProfileArchiveView;
  user: CurrentUser;
  onRestored?: () => void;
  onClose: () => void;
}

/** Replaces the profile text by a snapshot. Offers to save the present text as a snapshot first. */
export function RestoreDialog({ archive, user, onRestored, onClose }: RestoreDialogProps) {
  const [savesPresent, setSavesPresent] = useState(true);
  const save = useSaveProfile(() => {
    onClose();
    onRestored?.();
  });
  const snapshot = useArchiveProfile();
  const restore = () => save.mutate({ text: archive.markdownContent, base: user.profileMarkdown });
  const title = TEXTS.snapshotTitle(archive.title).slice(0, LIMITS.title.max);
  return (
    <ConfirmDialog
      harmless
      title={TEXTS.title(archive.title)}
      text={TEXTS.text}
      confirm={TEXTS.confirm}
      pending={(save.isPending || snapshot.isPending) && TEXTS.pending}
      onCancel={onClose}
      onConfirm={() => {
        // The text is not replaced unless it is stored.
        if (savesPresent) snapshot.mutate({ title }, { onSuccess: restore });
        else restore();
      }}
    >
      <div className="restore">
        <Switch label={TEXTS.savePresent} checked={savesPresent} onChange={setSavesPresent} />
        {readProfileDraft(user.id) && <p className="small muted">{TEXTS.draft}</p>}
      </div>
    </ConfirmDialog>
  );
}
