import { addPasskey, deviceName, type PasskeyAdded, SECURITY_RULES, startPasskey } from '@oniverse/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { send } from '../../../api/calls.js';
import { validation } from '../../../forms/rules.js';
import { PasskeyError } from '../../../api/passkey-support.js';
import { createPasskey } from '../../../api/passkeys.js';
import { Button } from '../../../ui/button.js';
import { Field } from '../../../ui/field.js';
import { showToast } from '../../../ui/toast-store.js';
import { useGuard } from './confirmation.js';
import { failureTextOf, showFailure } from './failures.js';
import { refreshAccount } from './security.queries.js';
import { PASSKEY_TEXTS as TEXTS, SECURITY_TEXTS } from './security.texts.js';

interface AddPasskeyProps {
  onRecoveryCodes: (codes: readonly string[]) => void;
  onClose: () => void;
}

async function createAndAdd(name: string): Promise<PasskeyAdded> {
  const { challenge, options } = await send(startPasskey);
  return send(addPasskey, { body: { challenge, name, passkey: await createPasskey(options) } });
}

function suggestedName(): string {
  const name = deviceName(navigator.userAgent);
  // An unknown browser is a long text.
  return name === navigator.userAgent ? TEXTS.thisDevice : name;
}

/** Names a passkey and creates it. The device suggests the name. */
export function AddPasskey({ onRecoveryCodes, onClose }: AddPasskeyProps) {
  const client = useQueryClient();
  const guard = useGuard();
  const { register, handleSubmit, setFocus, formState } = useForm({
    defaultValues: { name: suggestedName() },
  });
  useEffect(() => setFocus('name', { shouldSelect: true }), [setFocus]);
  const { mutate, isPending, error } = useMutation({
    mutationFn: (name: string) => guard(() => createAndAdd(name)),
    onSuccess: ({ recoveryCodes }) => {
      showToast(TEXTS.created);
      onClose();
      if (recoveryCodes) onRecoveryCodes(recoveryCodes);
    },
    onError: (failure) => showFailure(TEXTS.createFailed, failure),
    onSettled: () => refreshAccount(client),
  });
  const failure = error && failureTextOf(error);
  const isCancelled = error instanceof PasskeyError && failure === undefined;
  return (
    <form
      className="security__form stack"
      noValidate
      onSubmit={(event) => void handleSubmit(({ name }) => mutate(name.trim()))(event)}
    >
      <Field
        label={TEXTS.name}
        hint={TEXTS.nameHint}
        autoComplete="off"
        error={formState.errors.name?.message}
        {...register('name', validation(SECURITY_RULES.passkeyName))}
      />
      {isCancelled && <output className="hint">{TEXTS.nothingAdded}</output>}
      {failure && <p className="error">{failure}</p>}
      <div className="row">
        <Button look="primary" type="submit" pending={isPending && TEXTS.creating}>
          {TEXTS.create}
        </Button>
        <Button look="quiet" disabled={isPending} onClick={onClose}>
          {SECURITY_TEXTS.cancel}
        </Button>
      </div>
    </form>
  );
}
