import { readField, requestPasswordReset, SECURITY_RULES } from '@oniverse/contracts';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { send } from '../../../api/calls.js';
import { failureMessageOf } from '../../../api/http.js';
import { validation } from '../../../forms/rules.js';
import { Button } from '../../../ui/button.js';
import { Field } from '../../../ui/field.js';
import { usePageTitle } from '../../../ui/page-title.js';
import { AuthLayout } from '../auth/index.js';
import { RESET_REQUEST_TEXTS as TEXTS } from './account-links.texts.js';

/** Asks for a link that sets a new password. The answer is the same for every address. */
export function ResetRequestPage() {
  usePageTitle(TEXTS.title);
  const { register, handleSubmit, formState, setError } = useForm({ defaultValues: { email: '' } });
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: (email: string) => send(requestPasswordReset, { body: { email } }),
    onError: (error) => setError('email', { message: failureMessageOf(error) }, { shouldFocus: true }),
  });
  const submit = handleSubmit(({ email }) => mutate(readField(SECURITY_RULES.email, email)));
  return (
    <AuthLayout heading={TEXTS.heading} text={TEXTS.text}>
      {isSuccess ? (
        <output className="auth__done">
          <span>{TEXTS.sent}</span>
          <span className="muted small">{TEXTS.elsewhere}</span>
        </output>
      ) : (
        <form
          className="auth__panel stack"
          noValidate
          aria-label={TEXTS.form}
          onSubmit={(event) => void submit(event)}
        >
          <Field
            {...TEXTS.email}
            type="email"
            autoComplete="email"
            error={formState.errors.email?.message}
            {...register('email', validation(SECURITY_RULES.email))}
          />
          <div className="auth__foot">
            <Button look="primary" type="submit" pending={isPending && TEXTS.sending}>
              {TEXTS.send}
            </Button>
          </div>
        </form>
      )}
      <p className="auth__back">
        <Link className="small link muted" to="/auth">
          {TEXTS.back}
        </Link>
      </p>
    </AuthLayout>
  );
}
