import { HiddenUsername } from '../../../forms/hidden-username.js';
import { Button } from '../../../ui/button.js';
import { Field } from '../../../ui/field.js';
import { PASSWORD_TEXTS as TEXTS } from './security.texts.js';
import type { PasswordFormState } from './use-security-forms.js';

interface PasswordFormProps {
  username: string;
  form: PasswordFormState;
}

export function PasswordForm({
  username,
  form: { register, errors, isPending, onSubmit },
}: PasswordFormProps) {
  return (
    <form className="security__form stack" noValidate onSubmit={(event) => void onSubmit(event)}>
      <HiddenUsername username={username} />
      <Field
        label={TEXTS.current}
        type="password"
        autoComplete="current-password"
        error={errors.currentPassword?.message}
        {...register('currentPassword')}
      />
      <Field
        label={TEXTS.new}
        hint={TEXTS.newHint}
        type="password"
        autoComplete="new-password"
        error={errors.newPassword?.message}
        {...register('newPassword')}
      />
      <Field label={TEXTS.confirm} type="password" autoComplete="new-password" {...register('confirm')} />
      <Button type="submit" pending={isPending && TEXTS.changing}>
        {TEXTS.change}
      </Button>
    </form>
  );
}
