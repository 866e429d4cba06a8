import { type PasskeyView, removePasskey, renamePasskey, SECURITY_RULES } from '@oniverse/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { send } from '../../../api/calls.js';
import { validation } from '../../../forms/rules.js';
import { Button } from '../../../ui/button.js';
import { Field } from '../../../ui/field.js';
import { Icon } from '../../../ui/icons.js';
import { keyOf } from '../../../ui/keys.js';
import { useNow } from '../../../ui/now.js';
import { showToast } from '../../../ui/toast-store.js';
import { formatDay } from './formats.js';
import { failureTextOf } from './failures.js';
import { GuardedDialog } from './guarded-dialog.js';
import { refreshAccount } from './security.queries.js';
import { PASSKEY_TEXTS as TEXTS, SECURITY_TEXTS } from './security.texts.js';
import { useInlineForm } from './use-inline-form.js';

function RenameForm({ passkey, onClose }: { passkey: PasskeyView; onClose: () => void }) {
  const client = useQueryClient();
  const { register, handleSubmit, setError, setFocus, formState } = useForm({
    defaultValues: { name: passkey.name },
  });
  useEffect(() => setFocus('name', { shouldSelect: true }), [setFocus]);
  const { mutate, isPending } = useMutation({
    mutationFn: (name: string) => send(renamePasskey, { id: passkey.id, body: { name } }),
    onSuccess: async () => {
      await refreshAccount(client);
      onClose();
    },
    onError: (error) => {
      const message = failureTextOf(error);
      if (message !== undefined) setError('name', { message }, { shouldFocus: true });
    },
  });
  const closeByEscape = (event: KeyboardEvent) => {
    if (keyOf(event) === 'Escape' && !isPending) onClose();
  };
  return (
    <li className="security__row">
      <form
        className="security__form stack grow"
        noValidate
        onSubmit={(event) => void handleSubmit(({ name }) => mutate(name.trim()))(event)}
      >
        <Field
          label={TEXTS.newName(passkey.name)}
          autoComplete="off"
          error={formState.errors.name?.message}
          onKeyDown={closeByEscape}
          {...register('name', validation(SECURITY_RULES.passkeyName))}
        />
        <div className="row">
          <Button small type="submit" pending={isPending && TEXTS.saving}>
            {TEXTS.save}
          </Button>
          <Button small look="quiet" disabled={isPending} onClick={onClose}>
            {SECURITY_TEXTS.cancel}
          </Button>
        </div>
      </form>
    </li>
  );
}

interface PasskeyRowProps {
  passkey: PasskeyView;
  /** Removing it leaves the account without a second factor. */
  isLastFactor: boolean;
}

export function PasskeyRow({ passkey, isLastFactor }: PasskeyRowProps) {
  const now = useNow();
  const { isOpen, button, open, close } = useInlineForm();
  const [isRemoving, setRemoving] = useState(false);
  if (isOpen) return <RenameForm passkey={passkey} onClose={close} />;
  const { name, isSynced, createdAt, lastUsedAt } = passkey;
  const facts = [
    TEXTS.added(formatDay(createdAt, now)),
    lastUsedAt === null ? TEXTS.neverUsed : TEXTS.used(formatDay(lastUsedAt, now)),
    ...(isSynced ? [TEXTS.synced] : []),
  ];
  return (
    <li className="security__row">
      <Icon name={isSynced ? 'synced' : 'passkey'} />
      <div className="grow">
        <b>{name}</b>
        <span className="small faint">{facts.join(', ')}</span>
      </div>
      <div className="row">
        <Button small ref={button} aria-label={TEXTS.renameName(name)} onClick={open}>
          {TEXTS.rename}
        </Button>
        <Button small look="danger" aria-label={TEXTS.removeName(name)} onClick={() => setRemoving(true)}>
          {TEXTS.remove}
        </Button>
      </div>
      {isRemoving && (
        <GuardedDialog
          title={TEXTS.removeTitle(name)}
          text={isLastFactor ? TEXTS.removeLastText : TEXTS.removeText}
          confirm={TEXTS.removeConfirm}
          pending={TEXTS.removing}
          action={() => send(removePasskey, { id: passkey.id })}
          onDone={() => showToast(TEXTS.removed)}
          onClose={() => setRemoving(false)}
        />
      )}
    </li>
  );
}
