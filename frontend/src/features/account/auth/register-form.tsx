import { PASSWORD_AUTOFILL_RULES } from '@oniverse/contracts';
import { Button } from '../../../ui/button.js';
import { Field } from '../../../ui/field.js';
import { AUTH_TEXTS } from './auth.texts.js';
import type { AuthVariant } from './auth-variants.js';
import { useSignInOptions } from './sign-in-options.js';
import { TakenEmail } from './taken-email.js';
import type { useRegisterForm } from './use-auth-forms.js';

interface RegisterFormProps {
  variant: AuthVariant;
  form: ReturnType<typeof useRegisterForm>;
  /** Whether a link fixes the address. */
  isEmailFixed?: boolean;
}

export function RegisterForm({ variant, form, isEmailFixed = false }: RegisterFormProps) {
  const { pending, username, email, password, displayName, inviteCode, takenEmail, onSubmit } = form;
  const { canMail, registration } = useSignInOptions();
  if (registration === 'closed') return <p className="muted">{AUTH_TEXTS.closed}</p>;
  return (
    <form className="stack" method="post" noValidate aria-label={variant.tabs.register} onSubmit={onSubmit}>
      <Field
        {...username}
        {...AUTH_TEXTS.newOniId}
        disabled={pending}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <div>
        <Field
          {...email}
          {...AUTH_TEXTS.email}
          disabled={pending}
          readOnly={isEmailFixed}
          type="email"
          autoComplete="email"
        />
        {takenEmail !== undefined && canMail && <TakenEmail key={takenEmail} email={takenEmail} />}
      </div>
      <Field
        {...password}
        {...AUTH_TEXTS.newPassword}
        disabled={pending}
        type="password"
        autoComplete="new-password"
        passwordrules={PASSWORD_AUTOFILL_RULES}
      />
      <Field {...displayName} {...AUTH_TEXTS.displayName} disabled={pending} autoComplete="nickname" />
      {registration === 'invite' && (
        <Field
          {...inviteCode}
          {...AUTH_TEXTS.inviteCode}
          disabled={pending}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
      <div className="auth__foot">
        <Button look="primary" type="submit" block disabled={pending}>
          {pending ? AUTH_TEXTS.creating : variant.submit.register}
        </Button>
      </div>
    </form>
  );
}
