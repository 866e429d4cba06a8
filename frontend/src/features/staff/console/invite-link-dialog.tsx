import type { RegistrationInvite } from '@oniverse/contracts';
import { Button } from '../../../ui/button.js';
import { copyLink } from '../../../ui/copy-text.js';
import { formatShortMoment } from '../../../ui/dates.js';
import { Dialog } from '../../../ui/dialog.js';
import { Field } from '../../../ui/field.js';
import { INVITE_TEXTS as TEXTS } from './registration.texts.js';

/** Shows the address of a new invitation, which is shown only once. */
export function InviteLinkDialog({ invite, onClose }: { invite: RegistrationInvite; onClose: () => void }) {
  const url = invite.url ?? '';
  return (
    <Dialog
      title={TEXTS.title}
      text={TEXTS.text}
      onClose={onClose}
      actions={
        <Button look="primary" onClick={() => void copyLink(url, { title: TEXTS.copyFailed })}>
          {TEXTS.copy}
        </Button>
      }
    >
      <Field
        label={TEXTS.link}
        hint={TEXTS.worksUntil(formatShortMoment(new Date(invite.expiresAt)))}
        readOnly
        value={url}
        onFocus={(event) => event.target.select()}
      />
    </Dialog>
  );
}
