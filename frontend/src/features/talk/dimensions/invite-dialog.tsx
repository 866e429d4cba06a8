import { type InviteView, LIMITS } from '@oniverse/contracts';
import { useEffect, useId, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { failureMessageOf } from '../../../api/http.js';
import { Button } from '../../../ui/button.js';
import { copyLink } from '../../../ui/copy-text.js';
import { formatShortMoment } from '../../../ui/dates.js';
import { Dialog } from '../../../ui/dialog.js';
import { Field } from '../../../ui/field.js';
import { Select } from '../../../ui/select.js';
import { ActiveInvites } from './active-invites.js';
import { DIMENSIONS_TEXTS } from './dimensions.texts.js';
import { useCreateInvite } from './servers.mutations.js';
import { useRevokeInvite } from './staff.queries.js';

const { invite: TEXTS } = DIMENSIONS_TEXTS;
const HOURS = ['1', '24', '168', '720'] as const;

/** Validates the number of uses; empty means unlimited. */
function validateUses(text: string): true | string {
  if (text.trim() === '') return true;
  const uses = Number(text);
  const { min, max } = LIMITS.inviteUses;
  return (Number.isInteger(uses) && uses >= min && uses <= max) || TEXTS.badUses(min, max);
}

interface CreatedInviteActionsProps {
  serverId: string;
  invite: InviteView;
  onRevoked: () => void;
}

function CreatedInviteActions({ serverId, invite: { id, url }, onRevoked }: CreatedInviteActionsProps) {
  const { mutate: revoke, isPending } = useRevokeInvite(serverId);
  const first = useRef<HTMLButtonElement>(null);
  // The submit button that had the focus is gone, so the next action gets it.
  useEffect(() => first.current?.focus(), []);
  return (
    <>
      <Button
        look="danger"
        pending={isPending && TEXTS.revoking}
        onClick={() => revoke(id, { onSuccess: onRevoked })}
      >
        {TEXTS.revoke}
      </Button>
      <Button ref={first} look="primary" onClick={() => void copyLink(url, { title: TEXTS.copyFailed })}>
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

export function InviteDialog({ serverId, serverName, onClose }: InviteDialogProps) {
  const { mutateAsync: create, data: invite, reset, isPending } = useCreateInvite(serverId);
  const [hours, setHours] = useState<(typeof HOURS)[number]>('168');
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { uses: '' } });
  const { errors } = formState;
  const id = useId();
  const submit = useRef<HTMLButtonElement>(null);
  const save = handleSubmit(async ({ uses }) => {
    try {
      await create({
        expiresInHours: Number(hours),
        ...(uses.trim() !== '' && { maxUses: Number(uses) }),
      });
    } catch (error) {
      setError('root', { message: failureMessageOf(error) });
    }
  });
  return (
    <Dialog
      open
      title={TEXTS.title(serverName)}
      text={TEXTS.text}
      busy={isPending}
      initialFocus={submit}
      onClose={onClose}
      actions={
        invite ? (
          <CreatedInviteActions serverId={serverId} invite={invite} onRevoked={reset} />
        ) : (
          <Button ref={submit} type="submit" form={id} look="primary" pending={isPending && TEXTS.creating}>
            {TEXTS.create}
          </Button>
        )
      }
    >
      {invite ? (
        <Field
          label={TEXTS.link}
          hint={TEXTS.worksUntil(formatShortMoment(new Date(invite.expiresAt)), invite.maxUses)}
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
            {...register('uses', { validate: validateUses })}
          />
          {errors.root?.message !== undefined && (
            <p className="error" role="alert">
              {errors.root.message}
            </p>
          )}
        </form>
      )}
      {!invite && <ActiveInvites serverId={serverId} />}
    </Dialog>
  );
}
