import { type InviteView, LIMITS } from '@oniverse/contracts';
import { useEffect, useId, useRef, useState } from 'react';
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

async function copy(url: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(url);
    showToast({ title: TEXTS.copied });
  } catch {
    showToast({ title: TEXTS.copyFailed, variant: 'destructive' });
  }
}

function MadeActions({ invite: { url, code }, onRevoked }: { invite: InviteView; onRevoked: () => void }) {
  const { mutate: revoke, isPending } = useRevokeInvite();
  const first = useRef<HTMLButtonElement>(null);
  // The button that made the invite is gone: the next thing to do takes its place.
  useEffect(() => first.current?.focus(), []);
  return (
    <>
      <Button
        look="danger"
        pending={isPending && TEXTS.revoking}
        onClick={() =>
          revoke(code, { onSuccess: onRevoked, onError: (error) => showFailure(TEXTS.revokeFailed, error) })
        }
      >
        {TEXTS.revoke}
      </Button>
      <Button ref={first} look="primary" onClick={() => void copy(url)}>
        {TEXTS.copy}
      </Button>
    </>
  );
}

interface InviteDialogProps {
  serverId: string;
  serverName: string;
  onClose: () => void;
}

/** Makes an invite to a server, and shows it. Open as long as it is there. */
export function InviteDialog({ serverId, serverName, onClose }: InviteDialogProps) {
  const { mutateAsync: create, data: invite, reset, isPending } = useCreateInvite(serverId);
  const [hours, setHours] = useState<(typeof HOURS)[number]>('168');
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { uses: '' } });
  const { errors } = formState;
  const id = useId();
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
    <Dialog
      open
      title={TEXTS.title(serverName)}
      text={TEXTS.text}
      busy={isPending}
      onClose={onClose}
      actions={
        invite ? (
          <MadeActions invite={invite} onRevoked={reset} />
        ) : (
          <Button type="submit" form={id} look="primary" pending={isPending && TEXTS.creating}>
            {TEXTS.create}
          </Button>
        )
      }
    >
      {invite ? (
        <Field
          label={TEXTS.link}
          hint={TEXTS.worksUntil(UNTIL.format(new Date(invite.expiresAt)), invite.maxUses)}
          readOnly
          value={invite.url}
          onFocus={(event) => event.target.select()}
        />
      ) : (
        <form id={id} className="stack" noValidate onSubmit={(event) => void save(event)}>
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
            error={errors.uses?.message}
            {...register('uses', { validate: isUses })}
          />
          {errors.root?.message !== undefined && (
            <p className="err" role="alert">
              {errors.root.message}
            </p>
          )}
        </form>
      )}
    </Dialog>
  );
}
