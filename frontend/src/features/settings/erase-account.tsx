import { brokenRule, type CurrentUser, type EraseBody, RULES } from '@oniverse/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { http, serverMessageOf } from '../../api/http.js';
import { pageLoad } from '../../session/page-load.js';
import { forgetSession } from '../../session/session.js';
import { Button } from '../../ui/button.js';
import { Field } from '../../ui/field.js';
import { FormDialog } from '../../ui/form-dialog.js';
import { keepToast } from '../../ui/toast-store.js';
import { DATA_TEXTS as TEXTS, SETTINGS_TEXTS } from './settings.texts.js';

const EMPTY = { username: '', password: '' };

function useErase() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: EraseBody) => http('/api/users/me', { method: 'DELETE', body }),
    onSuccess: () => {
      keepToast(TEXTS.erased);
      forgetSession(client);
      // A full load, so that nothing of the member is left in this page.
      pageLoad.to('/');
    },
  });
}

function EraseDialog({ user, onClose }: { user: CurrentUser; onClose: () => void }) {
  const { register, handleSubmit, formState, setError } = useForm({ defaultValues: EMPTY });
  const { mutate, isPending } = useErase();
  const submit = handleSubmit(({ password }) =>
    mutate(
      { password },
      {
        onError: (error) =>
          setError(
            'password',
            { message: serverMessageOf(error) ?? SETTINGS_TEXTS.unreachable },
            { shouldFocus: true },
          ),
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
        {...register('password', { validate: (text) => brokenRule(RULES.erasure.password, text) ?? true })}
      />
    </FormDialog>
  );
}

/** The way out: asks for the Oni ID and the password, then everything is gone. */
export function EraseAccount({ user }: { user: CurrentUser }) {
  const [asking, setAsking] = useState(false);
  return (
    <div className="set__form stack">
      <p className="t2">{TEXTS.eraseText}</p>
      <Button look="danger" onClick={() => setAsking(true)}>
        {TEXTS.erase}
      </Button>
      {asking && <EraseDialog user={user} onClose={() => setAsking(false)} />}
    </div>
  );
}
