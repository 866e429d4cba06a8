import { type InviteView, LIMITS } from '@oniverse/contracts';
import { useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { serverMessageOf } from '../../api/http.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { Field } from '../../ui/field.js';
import { Select } from '../../ui/select.js';
import { showToast } from '../../ui/toast-store.js';
import { showFailure } from './dimensions.queries.js';
import { DIMENSIONS_TEXTS } from './dimensions.texts.js';
import { useCreateInvite, useRevokeInvite } from './servers.mutations.js';

const { invite: TEXTS } = DIMENSIONS_TEXTS;
/** How long an invite may work, in hours. */
const HOURS = ['1', '24', '168', '720'] as const;
const UNTIL = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

/** An empty number of uses is no bound. */
function isUses(text: string): true | string {
  if (text.trim() === '') return true;
  const uses = Number(text);
  const { min, max } = LIMITS.inviteUses;
  return (Number.isInteger(uses) && uses >= min && uses <= max) || TEXTS.badUses(min, max);
}

function MadeInvite({ invite, onRevoked }: { invite: InviteView; onRevoked: () => void }) {
  const { mutate: revoke, isPending } = useRevokeInvite();
  const { url, code, expiresAt, maxUses } = invite;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      showToast({ title: TEXTS.copied });
    } catch {
      showToast({ title: TEXTS.copyFailed, variant: 'destructive' });
    }
  };
  return (
    <div className="form">
      <Field
        label={TEXTS.link}
        hint={TEXTS.worksUntil(UNTIL.format(new Date(expiresAt)), maxUses)}
        readOnly
        value={url}
        onFocus={(event) => event.target.select()}
      />
      <div className="invite__a">
        <Button look="primary" onClick={() => void copy()}>
          {TEXTS.copy}
        </Button>
        <Button
          look="danger"
          pending={isPending && TEXTS.revoking}
          onClick={() =>
            revoke(code, { onSuccess: onRevoked, onError: (error) => showFailure(TEXTS.revokeFailed, error) })
          }
        >
          {TEXTS.revoke}
        </Button>
      </div>
    </div>
  );
}

interface InviteDialogProps {
  serverId: string;
  serverName: string;
  open: boolean;
  onClose: () => void;
}

function InviteForm({ serverId }: Pick<InviteDialogProps, 'serverId'>) {
  const { mutateAsync: create, data: invite, reset, isPending } = useCreateInvite(serverId);
  const [hours, setHours] = useState<(typeof HOURS)[number]>('168');
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { uses: '' } });
  const id = useId();
  if (invite) return <MadeInvite invite={invite} onRevoked={reset} />;
  const save = handleSubmit(async ({ uses }) => {
    try {
      await create({
        expiresInHours: Number(hours),
        ...(uses.trim() !== '' && { maxUses: Number(uses) }),
      });
    } catch (error) {
      setError('root', { message: serverMessageOf(error) ?? DIMENSIONS_TEXTS.unreachable });
    }
  });
  return (
    <form id={id} className="form" noValidate onSubmit={(event) => void save(event)}>
      <Select
        label={TEXTS.expiry}
        options={HOURS.map((value) => ({ value, title: TEXTS.hours[value] }))}
        value={hours}
        onChange={setHours}
      />
      <Field
        label={TEXTS.uses}
        hint={TEXTS.usesHint}
        inputMode="numeric"
        autoComplete="off"
        error={formState.errors.uses?.message}
        {...register('uses', { validate: isUses })}
      />
      {formState.errors.root?.message !== undefined && (
        <p className="err" role="alert">
          {formState.errors.root.message}
        </p>
      )}
      <div className="invite__a">
        <Button type="submit" look="primary" pending={isPending && TEXTS.creating}>
          {TEXTS.create}
        </Button>
      </div>
    </form>
  );
}

/** Makes an invite to a server, and shows it. */
export function InviteDialog({ serverId, serverName, open, onClose }: InviteDialogProps) {
  return (
    <Dialog open={open} title={TEXTS.title(serverName)} text={TEXTS.text} onClose={onClose}>
      <InviteForm serverId={serverId} />
    </Dialog>
  );
}
