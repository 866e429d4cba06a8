import { cancelSignOut, confirmSignOut, useSignOut } from './sign-out.js';
import { SIGN_OUT_TEXTS as TEXTS } from '../session/session-end.texts.js';
import { ConfirmDialog } from '../ui/confirm-dialog.js';

/** Asks before a sign-out that loses what is not sent. */
export default function SignOutDialog() {
  const { unsent } = useSignOut();
  return (
    <ConfirmDialog
      open={unsent > 0}
      title={TEXTS.title}
      text={TEXTS.text(unsent)}
      confirm={TEXTS.confirm}
      onConfirm={confirmSignOut}
      onCancel={cancelSignOut}
    />
  );
}
