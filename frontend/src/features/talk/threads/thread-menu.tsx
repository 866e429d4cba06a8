import type { ThreadView } from '@oniverse/contracts';
import { useState } from 'react';
import { failureMessageOf } from '../../../api/http.js';
import { ConfirmDialog } from '../../../ui/confirm-dialog.js';
import { IconButton } from '../../../ui/icon-button.js';
import { Menu, MenuItem } from '../../../ui/menu.js';
import { useNewestVersion } from '../messages/index.js';
import { useDeleteThread } from './threads.queries.js';
import { THREAD_TEXTS as TEXTS } from './threads.texts.js';

/** The menu of a thread for staff. */
export function ThreadMenu({ thread, onDeleted }: { thread: ThreadView; onDeleted: () => void }) {
  const [isAsking, setAsking] = useState(false);
  const start = useNewestVersion(thread.message);
  const { mutate, isPending, error } = useDeleteThread(thread.id);
  const { title, text, action, pending } = TEXTS.deletion;
  return (
    <>
      <Menu button={<IconButton small icon="more" name={TEXTS.options} />}>
        <MenuItem danger icon="delete" onSelect={() => setAsking(true)}>
          {TEXTS.remove}
        </MenuItem>
      </Menu>
      <ConfirmDialog
        open={isAsking}
        title={title}
        text={text(start.thread?.replyCount ?? thread.lastSeq)}
        confirm={action}
        pending={isPending && pending}
        error={error ? failureMessageOf(error) : undefined}
        onConfirm={() => mutate(undefined, { onSuccess: onDeleted })}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}
