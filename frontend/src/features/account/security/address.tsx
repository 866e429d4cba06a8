import {
  type AccountSecurity,
  changeEmail,
  type CurrentUser,
  type EmailBody,
  SECURITY_RULES,
  sendEmailVerification,
} from '@oniverse/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { send } from '../../../api/calls.js';
import { validation } from '../../../forms/rules.js';
import { Badge } from '../../../ui/badge.js';
import { Button } from '../../../ui/button.js';
import { Field } from '../../../ui/field.js';
import { useNow } from '../../../ui/now.js';
import { showToast } from '../../../ui/toast-store.js';
import { useGuard } from './confirmation.js';
import { formatDate } from './formats.js';
import { failureTextOf, showFailure } from './failures.js';
import { refreshAccount } from './security.queries.js';
import { ADDRESS_TEXTS as TEXTS, SECURITY_TEXTS } from './security.texts.js';
import { useInlineForm } from './use-inline-form.js';

interface AddressProps {
  user: CurrentUser;
  security: AccountSecurity;
}

function AddressForm({ security, onClose }: Pick<AddressProps, 'security'> & { onClose: () => void }) {
  const client = useQueryClient();
  const guard = useGuard();
  const { register, handleSubmit, setError, setFocus, formState } = useForm({
    defaultValues: { email: '' },
  });
  useEffect(() => setFocus('email'), [setFocus]);
  const { mutate, isPending } = useMutation({
    mutationFn: (body: EmailBody) => guard(() => send(changeEmail, { body })),
    onSuccess: (_ok, { email }) => {
      showToast(TEXTS.changed(email, security.canMail));
      onClose();
    },
    onError: (error) => {
      const message = failureTextOf(error);
      if (message !== undefined) setError('email', { message }, { shouldFocus: true });
    },
    onSettled: () => refreshAccount(client),
  });
  return (
    <form
      className="security__form stack"
      noValidate
      onSubmit={(event) => void handleSubmit(({ email }) => mutate({ email: email.trim() }))(event)}
    >
      <Field
        label={TEXTS.new}
        type="email"
        autoComplete="email"
        error={formState.errors.email?.message}
        {...register('email', validation(SECURITY_RULES.email))}
      />
      <div className="row">
        <Button type="submit" pending={isPending && TEXTS.saving}>
          {TEXTS.save}
        </Button>
        <Button look="quiet" disabled={isPending} onClick={onClose}>
          {SECURITY_TEXTS.cancel}
        </Button>
      </div>
    </form>
  );
}

function SendLink({ email }: { email: string }) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => send(sendEmailVerification),
    onSuccess: () => showToast(TEXTS.sent(email)),
    onError: (error) => {
      showFailure(TEXTS.sendFailed, error);
      // Another device may have verified the address.
      void refreshAccount(client);
    },
  });
  return (
    <Button small pending={isPending && TEXTS.sending} onClick={() => mutate()}>
      {TEXTS.send}
    </Button>
  );
}

function Consequence({ user: { email, emailVerifiedAt }, security }: AddressProps) {
  const { canMail, recoveryEmail } = security;
  if (email === null) return <p className="hint">{TEXTS.noneText}</p>;
  if (!canMail) return <p className="hint">{TEXTS.cannotMail}</p>;
  if (recoveryEmail !== null && recoveryEmail !== email) {
    return <p className="hint">{TEXTS.recovery(recoveryEmail)}</p>;
  }
  return emailVerifiedAt === null ? <p className="hint">{TEXTS.unverifiedText}</p> : null;
}

/** The address, whether it is verified, and the consequences. */
export function Address({ user, security }: AddressProps) {
  const now = useNow();
  const { isOpen, button, open, close } = useInlineForm();
  const { email, emailVerifiedAt } = user;
  return (
    <>
      <div className="security__row">
        <div className="grow">
          <b>{email ?? TEXTS.none}</b>
          {email !== null && security.canMail && (
            <span className="small">
              {emailVerifiedAt === null ? (
                <Badge tone="warm">{TEXTS.unverified}</Badge>
              ) : (
                <Badge filled tone="accent">
                  {TEXTS.verified(formatDate(emailVerifiedAt, now))}
                </Badge>
              )}
            </span>
          )}
        </div>
        {email !== null && emailVerifiedAt === null && security.canMail && <SendLink email={email} />}
      </div>
      <Consequence user={user} security={security} />
      <div className="security__more">
        {isOpen ? (
          <AddressForm security={security} onClose={close} />
        ) : (
          <Button ref={button} onClick={open}>
            {email === null ? TEXTS.add : TEXTS.change}
          </Button>
        )}
      </div>
    </>
  );
}
