import type { CurrentUser } from '@oniverse/contracts';
import { HiddenUsername } from '../../forms/hidden-username.js';
import { Button } from '../../ui/button.js';
import { Field } from '../../ui/field.js';
import { EmailAddress } from './email-address.js';
import { EraseAccount } from './erase-account.js';
import { ExportData } from './export-data.js';
import { Section } from './section.js';
import { SessionList } from './session-list.js';
import { DATA_TEXTS, EMAIL_TEXTS, SECURITY_TEXTS as TEXTS, SESSIONS_TEXTS } from './settings.texts.js';
import type { PasswordFormState } from './use-password-form.js';

interface PasswordFormProps {
  username: string;
  form: PasswordFormState;
}

function PasswordForm({ username, form: { register, errors, isPending, onSubmit } }: PasswordFormProps) {
  return (
    <form className="set__form stack" noValidate onSubmit={(event) => void onSubmit(event)}>
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
      <Button look="primary" type="submit" pending={isPending && TEXTS.changing}>
        {TEXTS.change}
      </Button>
    </form>
  );
}

export function SecurityTab({ user, form }: { user: CurrentUser; form: PasswordFormState }) {
  return (
    <>
      <Section title={EMAIL_TEXTS.title} note={EMAIL_TEXTS.note}>
        <EmailAddress user={user} />
      </Section>
      <Section title={TEXTS.password}>
        <PasswordForm username={user.username} form={form} />
      </Section>
      <Section title={SESSIONS_TEXTS.title}>
        <SessionList />
      </Section>
      <Section title={DATA_TEXTS.title}>
        <ExportData />
      </Section>
      <Section title={DATA_TEXTS.eraseTitle}>
        <EraseAccount user={user} />
      </Section>
    </>
  );
}
