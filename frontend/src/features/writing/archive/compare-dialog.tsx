import type { CurrentUser, ProfileArchiveView } from '@oniverse/contracts';
import { useRef, useState } from 'react';
import { Button } from '../../../ui/button.js';
import { Dialog } from '../../../ui/dialog.js';
import { Select } from '../../../ui/select.js';
import { COMPARE_TEXTS as TEXTS } from './archive.texts.js';
import { useVisibleArchives } from './profile-archives.queries.js';
import { RestoreDialog } from './restore-dialog.js';
import { TextDiff } from './text-diff.js';

/** The value for the profile as it is now; not an id. */
const NOW = 'now';

interface CompareDialogProps {
  archive: ProfileArchiveView;
  user: CurrentUser;
  onClose: () => void;
}

const sideOf = ({ title, createdAt, markdownContent }: ProfileArchiveView) => ({
  title: TEXTS.side(title, Date.parse(createdAt)),
  text: markdownContent,
});

/** Compares a snapshot with the profile as it is now, or with another snapshot. The earlier text comes first. */
export default function CompareDialog({ archive, user, onClose }: CompareDialogProps) {
  const { archives = [] } = useVisibleArchives();
  const [otherId, setOtherId] = useState<string>(NOW);
  // Focused first, so that the keys of the comparison work at once.
  const body = useRef<HTMLElement>(null);
  const [isRestoring, setRestoring] = useState(false);
  const others = archives.filter(({ id }) => id !== archive.id);
  const other = others.find(({ id }) => id === otherId);
  const own = sideOf(archive);
  const compared = other ? sideOf(other) : { title: TEXTS.now, text: user.profileMarkdown };
  const isEarlier = other === undefined || archive.createdAt <= other.createdAt;
  return (
    <Dialog
      wide
      initialFocus={body}
      title={TEXTS.title(archive.title)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{TEXTS.close}</Button>
          <Button look="primary" onClick={() => setRestoring(true)}>
            {TEXTS.restore}
          </Button>
        </>
      }
    >
      <Select
        label={TEXTS.with}
        options={[
          { value: NOW, title: TEXTS.now },
          ...others.map(({ id, title, createdAt }) => ({
            value: id,
            title: TEXTS.side(title, Date.parse(createdAt)),
          })),
        ]}
        value={other ? otherId : NOW}
        onChange={setOtherId}
      />
      <TextDiff
        key={otherId}
        body={body}
        before={isEarlier ? own : compared}
        after={isEarlier ? compared : own}
      />
      {isRestoring && (
        <RestoreDialog
          archive={archive}
          user={user}
          onRestored={onClose}
          onClose={() => setRestoring(false)}
        />
      )}
    </Dialog>
  );
}
