import { Field } from '../../../ui/field.js';
import { AUTH_TEXTS } from './auth.texts.js';
import type { useLoginForm } from './use-auth-forms.js';

interface LoginFieldsProps {
  form: ReturnType<typeof useLoginForm>;
  oniId: typeof AUTH_TEXTS.oniId | typeof AUTH_TEXTS.clean.username;
}

export function LoginFields({ form: { pending, username, password }, oniId }: LoginFieldsProps) {
  return (
    <>
      <Field
        {...username}
        {...oniId}
        disabled={pending}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <Field
        {...password}
        {...AUTH_TEXTS.password}
        disabled={pending}
        type="password"
        autoComplete="current-password"
      />
    </>
  );
}
