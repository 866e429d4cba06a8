import { PASSWORD_AUTOFILL_RULES, resetPassword, SECURITY_RULES } from '@oniverse/contracts';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { send } from '../../../api/calls.js';
import { fieldMessagesOf } from '../../../api/field-messages.js';
import { failureMessageOf } from '../../../api/http.js';
import { storeDeviceToken } from '../../../session/device-token.js';
import { pageLoad } from '../../../session/page-end.js';
import { endOwnSession } from '../../../session/session-end.js';
import { forgetSession, useSession } from '../../../session/session.js';
import { HiddenUsername } from '../../../forms/hidden-username.js';
import { validation } from '../../../forms/rules.js';
import { Button } from '../../../ui/button.js';
import { Field } from '../../../ui/field.js';
import { saveToastForNextPage } from '../../../ui/toast-store.js';
import { AuthLayout } from '../auth/index.js';
import { PURPOSE_TEXTS } from './account-links.texts.js';
import { dropLinkToken } from './link-token.js';

const TEXTS = PURPOSE_TEXTS['reset-password'];

interface ResetPasswordProps {
  username: string;
  token: string;
}

export function ResetPassword({ username, token }: ResetPasswordProps) {
  const { user } = useSession();
  const { register, handleSubmit, formState, setError } = useForm({ defaultValues: { newPassword: '' } });
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: (newPassword: string) =>
      endOwnSession(() => send(resetPassword, { body: { token, newPassword } })),
    onSuccess: ({ username: owner, deviceToken }) => {
      storeDeviceToken(owner, deviceToken);
      dropLinkToken('reset-password');
      saveToastForNextPage(TEXTS.done);
      // The reset ended the account's sessions, perhaps this page's.
      if (user?.username === owner) forgetSession(undefined, '/auth');
      else pageLoad.assign('/auth');
    },
    onError: (error) => {
      const message = fieldMessagesOf(error)['newPassword'] ?? failureMessageOf(error);
      setError('newPassword', { message }, { shouldFocus: true });
    },
  });
  const submit = handleSubmit(({ newPassword }) => mutate(newPassword));
  return (
    <AuthLayout heading={TEXTS.heading} text={TEXTS.text(username)}>
      <form
        className="auth__panel stack"
        noValidate
        aria-label={TEXTS.form}
        onSubmit={(event) => void submit(event)}
      >
        <HiddenUsername username={username} />
        <Field
          label={TEXTS.field}
          hint={TEXTS.hint}
          type="password"
          autoComplete="new-password"
          passwordrules={PASSWORD_AUTOFILL_RULES}
          error={formState.errors.newPassword?.message}
          {...register('newPassword', validation(SECURITY_RULES.newPassword))}
        />
        <div className="auth__foot">
          <Button look="primary" type="submit" pending={(isPending || isSuccess) && TEXTS.pending}>
            {TEXTS.submit}
          </Button>
        </div>
      </form>
    </AuthLayout>
  );
}
