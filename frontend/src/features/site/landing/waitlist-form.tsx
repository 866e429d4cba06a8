import { PASSWORD_AUTOFILL_RULES } from '@oniverse/contracts';
import { Link } from '@tanstack/react-router';
import { Button, buttonClass } from '../../../ui/button.js';
import { Field } from '../../../ui/field.js';
import { PendingMark } from '../../../ui/marks.js';
import { WAITLIST_TEXTS } from './landing.texts.js';
import { useWaitlistForm } from './use-waitlist-form.js';

/** The name and the access key are optional. */
export function WaitlistForm() {
  const { field, onSubmit, status, submitting, disabled } = useWaitlistForm();
  const { email, oniId, accessKey } = WAITLIST_TEXTS;
  return (
    <form className="waitlist" method="post" aria-label={WAITLIST_TEXTS.name} noValidate onSubmit={onSubmit}>
      <div className="waitlist__fields">
        <Field {...field('email')} {...email} type="email" autoComplete="email" />
        <Field
          {...field('oni_id')}
          {...oniId}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
        <Field
          {...field('access_key')}
          {...accessKey}
          type="password"
          autoComplete="new-password"
          passwordrules={PASSWORD_AUTOFILL_RULES}
        />
      </div>
      <div className="row waitlist__send">
        <Button look="primary" type="submit" disabled={disabled}>
          {submitting && <PendingMark />}
          {submitting ? WAITLIST_TEXTS.submitting : WAITLIST_TEXTS.submit}
        </Button>
        <output className={`small ${status.text.includes('error') ? 'danger' : 'accent'}`}>
          {status.text}
        </output>
      </div>
      {status.state === 'success' && (
        <Link to="/auth" className={`${buttonClass()} waitlist__next`}>
          {WAITLIST_TEXTS.next}
        </Link>
      )}
    </form>
  );
}
