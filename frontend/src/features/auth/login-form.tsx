import { Button } from '../../ui/button.js';
import { showToast } from '../../ui/toast-store.js';
import { LoginFields } from './login-fields.js';
import { AUTH_TEXTS, RESET_TOAST } from './auth.texts.js';
import type { AuthReading } from './readings.js';
import type { useLoginForm } from './use-auth-forms.js';

interface LoginFormProps {
  reading: AuthReading;
  form: ReturnType<typeof useLoginForm>;
}

/** Signs a member in. */
export function LoginForm({ reading, form }: LoginFormProps) {
  const { pending, onSubmit } = form;
  return (
    <form className="stack" method="post" noValidate aria-label={reading.tabs.login} onSubmit={onSubmit}>
      <LoginFields form={form} oniId={AUTH_TEXTS.oniId} />
      <div className="row between auth__f">
        <Button look="primary" type="submit" disabled={pending}>
          {pending ? AUTH_TEXTS.connecting : reading.submit.login}
        </Button>
        <button type="button" className="small link t2" onClick={() => showToast(RESET_TOAST)}>
          {AUTH_TEXTS.forgotten}
        </button>
      </div>
    </form>
  );
}
