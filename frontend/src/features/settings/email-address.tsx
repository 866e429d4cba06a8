import { type ChangeEmailBody, type CurrentUser, SECURITY_RULES } from '@oniverse/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { failureMessageOf, http, HttpError } from '../../api/http.js';
import { HiddenUsername } from '../../forms/hidden-username.js';
import { validation } from '../../forms/rules.js';
import { refreshSession } from '../../session/session.js';
import { Badge } from '../../ui/badge.js';
import { Button } from '../../ui/button.js';
import { Field } from '../../ui/field.js';
import { showToast } from '../../ui/toast-store.js';
import { useCanMail } from '../auth/index.js';
import { EMAIL_TEXTS as TEXTS } from './settings.texts.js';

const EMPTY = { email: '', password: '' };

function EmailForm({ username, onClose }: { username: string; onClose: () => void }) {
  const client = useQueryClient();
  const canMail = useCanMail() === true;
  const { register, handleSubmit, setError, setFocus, formState } = useForm({ defaultValues: EMPTY });
  useEffect(() => setFocus('email'), [setFocus]);
  const { mutate, isPending } = useMutation({
    mutationFn: (body: ChangeEmailBody) => http('/api/auth/email', { method: 'PUT', body }),
    onSuccess: async (_ok, { email }) => {
      await refreshSession(client);
      showToast(TEXTS.changed(email, canMail));
      onClose();
    },
    onError: (error) => {
      const isPassword = error instanceof HttpError && error.code === 'wrong_password';
      const message = failureMessageOf(error);
      setError(isPassword ? 'password' : 'email', { message }, { shouldFocus: true });
    },
  });
  const submit = handleSubmit(({ email, password }) => mutate({ email: email.trim(), password }));
  const { errors } = formState;
  return (
    <form
      className="set__form stack"
      noValidate
      aria-label={TEXTS.change}
      onSubmit={(event) => void submit(event)}
    >
      <HiddenUsername username={username} />
      <Field
        label={TEXTS.new}
        type="email"
        autoComplete="email"
        error={errors.email?.message}
        {...register('email', validation(SECURITY_RULES.email))}
      />
      <Field
        label={TEXTS.password}
        type="password"
        autoComplete="current-password"
        error={errors.password?.message}
        {...register('password', validation(SECURITY_RULES.password))}
      />
      <div className="row">
        <Button type="submit" pending={isPending && TEXTS.saving}>
          {TEXTS.save}
        </Button>
        <Button look="quiet" disabled={isPending} onClick={onClose}>
          {TEXTS.cancel}
        </Button>
      </div>
    </form>
  );
}

function SendLink({ email }: { email: string }) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => http('/api/auth/email/verification', { method: 'POST' }),
    onSuccess: () => showToast(TEXTS.sent(email)),
    onError: (error) => {
      showToast({ title: TEXTS.sendFailed, description: failureMessageOf(error), variant: 'destructive' });
      // Another device may have verified the address.
      void refreshSession(client);
    },
  });
  return (
    <Button small pending={isPending && TEXTS.sending} onClick={() => mutate()}>
      {TEXTS.send}
    </Button>
  );
}

function hintOf({ email, emailVerifiedAt }: CurrentUser, canMail: boolean): string | undefined {
  if (email === null) return TEXTS.noneText;
  if (!canMail) return TEXTS.cannotMail;
  return emailVerifiedAt === null ? TEXTS.unverifiedText : undefined;
}

/** Shows the address and whether it is verified, and changes it. */
export function EmailAddress({ user }: { user: CurrentUser }) {
  const { username, email, emailVerifiedAt } = user;
  const canMail = useCanMail();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  const isUnverified = email !== null && emailVerifiedAt === null && canMail === true;
  const hint = canMail === undefined ? undefined : hintOf(user, canMail);
  return (
    <>
      <div className="set__list set__row set__mail">
        <div className="grow">
          <span>{email ?? TEXTS.none}</span>
          {email !== null && canMail && (
            <div className="small">
              {isUnverified ? (
                <Badge tone="warm">{TEXTS.unverified}</Badge>
              ) : (
                <Badge filled tone="accent">
                  {TEXTS.verified}
                </Badge>
              )}
            </div>
          )}
        </div>
        {isUnverified && <SendLink email={email} />}
      </div>
      {hint !== undefined && <p className="hint">{hint}</p>}
      <div className="set__more">
        {isOpen ? (
          <EmailForm username={username} onClose={() => setOpen(false)} />
        ) : (
          <Button ref={button} onClick={() => setOpen(true)}>
            {email === null ? TEXTS.add : TEXTS.change}
          </Button>
        )}
      </div>
    </>
  );
}
