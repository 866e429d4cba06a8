import { type CurrentUser, eraseAccount, type EraseBody, ERASURE_RULES } from '@oniverse/contracts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { send } from '../../../api/calls.js';
import { violationOf } from '../../../api/sentences.js';
import { storeDeviceToken } from '../../../session/device-token.js';
import { endOwnSession } from '../../../session/session-end.js';
import { forgetSession } from '../../../session/session.js';
import { Button } from '../../../ui/button.js';
import { Field } from '../../../ui/field.js';
import { FormDialog } from '../../../ui/form-dialog.js';
import { showNoToast } from '../../../ui/show-failure.js';
import { saveToastForNextPage } from '../../../ui/toast-store.js';
import { useGuard } from './confirmation.js';
import { failureTextOf } from './failures.js';
import { DATA_TEXTS as TEXTS } from './security.texts.js';

const EMPTY = { username: '', password: '' };

function useEraseAccount({ username }: CurrentUser) {
  const guard = useGuard();
  return useMutation({
    mutationFn: (body: EraseBody) => guard(() => endOwnSession(() => send(eraseAccount, { body })), body),
    onSuccess: () => {
      saveToastForNextPage(TEXTS.erased);
      storeDeviceToken(username, undefined);
      forgetSession();
    },
    onError: showNoToast,
  });
}

function EraseDialog({ user, onClose }: { user: CurrentUser; onClose: () => void }) {
  const { register, handleSubmit, formState, setError } = useForm({ defaultValues: EMPTY });
  const { mutate, isPending } = useEraseAccount(user);
  const submit = handleSubmit(({ password }) =>
    mutate(
      { password },
      {
        onError: (error) => {
          const message = failureTextOf(error);
          if (message !== undefined) setError('password', { message }, { shouldFocus: true });
        },
      },
    ),
  );
  const { errors } = formState;
  return (
    <FormDialog
      title={TEXTS.eraseTitle}
      text={TEXTS.ask}
      texts={TEXTS}
      danger
      isPending={isPending}
      isDirty={false}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        label={TEXTS.typeId(user.username)}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.username?.message}
        {...register('username', { validate: (text) => text.trim() === user.username || TEXTS.typed })}
      />
      <Field
        label={TEXTS.password}
        type="password"
        autoComplete="current-password"
        error={errors.password?.message}
        {...register('password', {
          validate: (text) => violationOf(ERASURE_RULES.password, text) ?? true,
        })}
      />
    </FormDialog>
  );
}

export function EraseAccount({ user }: { user: CurrentUser }) {
  const [isDialogOpen, setDialogOpen] = useState(false);
  return (
    <div className="security__form stack">
      <p className="muted">{TEXTS.eraseText}</p>
      <Button look="danger" onClick={() => setDialogOpen(true)}>
        {TEXTS.erase}
      </Button>
      {isDialogOpen && <EraseDialog user={user} onClose={() => setDialogOpen(false)} />}
    </div>
  );
}
