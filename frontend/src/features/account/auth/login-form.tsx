import { Button } from '../../../ui/button.js';
import { Icon } from '../../../ui/icons.js';
import { showToast } from '../../../ui/toast-store.js';
import { LoginFields } from './login-fields.js';
import { AUTH_TEXTS, NO_PASSKEYS_TOAST, RESET_ACTION, RESET_TOAST } from './auth.texts.js';
import type { AuthVariant } from './auth-variants.js';
import { useSignInOptions } from './sign-in-options.js';
import type { useLoginForm } from './use-auth-forms.js';

interface LoginFormProps {
  variant: AuthVariant;
  form: ReturnType<typeof useLoginForm>;
}

export function LoginForm({ variant, form }: LoginFormProps) {
  const { pending, passkey, onSubmit } = form;
  const { canMail, canUsePasskeys } = useSignInOptions();
  return (
    <form className="stack" method="post" noValidate aria-label={variant.tabs.login} onSubmit={onSubmit}>
      <LoginFields form={form} oniId={AUTH_TEXTS.oniId} />
      <div className="row between auth__foot">
        <Button look="primary" type="submit" disabled={pending}>
          {pending && !passkey.pending ? AUTH_TEXTS.connecting : variant.submit.login}
        </Button>
        <button
          type="button"
          className="small link muted"
          onClick={() => showToast(canMail ? { ...RESET_TOAST, action: RESET_ACTION } : RESET_TOAST)}
        >
          {AUTH_TEXTS.forgotten}
        </button>
      </div>
      <div className="auth__passkey">
        {/* Also there where it cannot work, because that is known only later and the form must not move. */}
        <Button
          block
          disabled={pending}
          pending={passkey.pending && AUTH_TEXTS.passkeyPending}
          onClick={canUsePasskeys === false ? () => showToast(NO_PASSKEYS_TOAST) : passkey.onClick}
        >
          <Icon name="passkey" small />
          {AUTH_TEXTS.passkey}
        </Button>
        {passkey.isUnanswered && <output className="hint">{AUTH_TEXTS.noPasskey}</output>}
      </div>
    </form>
  );
}
