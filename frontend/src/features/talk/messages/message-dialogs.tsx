import { DeleteMessageDialog } from './message-edit.js';
import { ReactorsDialog } from './reactors-dialog.js';
import { ReminderDialog } from './reminder-dialog.js';
import { VersionsDialog } from './versions-dialog.js';

/** The dialogs of all message lists on a page. Mount it once. */
export function MessageDialogs() {
  return (
    <>
      <DeleteMessageDialog />
      <ReactorsDialog />
      <VersionsDialog />
      <ReminderDialog />
    </>
  );
}
