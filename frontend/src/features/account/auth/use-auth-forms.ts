import { LOGIN_RULES, readField, REGISTER_RULES, type RegisterBody } from '@oniverse/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useForm, type UseFormSetError } from 'react-hook-form';
import { type HttpError, isProblem, serverMessageOf } from '../../../api/http.js';
import { NO_ANSWER } from '../../../api/http.texts.js';
import { PasskeyError } from '../../../api/passkey-support.js';
import { isSessionUnstored } from '../../../api/stored-session.js';
import { validation, showFieldErrors } from '../../../forms/rules.js';
import { useRestoreFocusAfterSubmit } from '../../../forms/use-restore-focus-after-submit.js';
import { storedDestination } from '../../../session/destination.js';
import { pageLoad } from '../../../session/page-end.js';
import { refreshSession } from '../../../session/session.js';
import { login, register, signInWithPasskey } from '../../../session/sign-in.js';
import { saveToastForNextPage, showToast } from '../../../ui/toast-store.js';
import { keepSuspendedSession } from '../measures/index.js';
import { AUTH_TEXTS } from './auth.texts.js';
import { inviteCodeInAddress } from './invite-code.js';
import { SIGN_IN_KEY } from './use-redirect-members.js';
import type { AuthVariant } from './auth-variants.js';

/** Returns the refusal of a sign-in whose password was right, which `SecondStep` parses; undefined for other errors. */
const nextStepOf = (error: unknown): HttpError | undefined =>
  isProblem(error, 'second_factor_required') ? error : undefined;

/**
 * Loads the page that the visitor requested before signing in, else the variant's destination. The new page shows the
 * success toast. If the browser stores nothing, this page goes there and says how long the session lasts.
 */
export function useSignIn<T>(send: (values: T) => Promise<void>, outcome: AuthVariant['login']) {
  const queryClient = useQueryClient();
  const router = useRouter({ warn: false });
  const signIn = useMutation({
    mutationKey: SIGN_IN_KEY,
    mutationFn: send,
    onSuccess: async () => {
      // Read before the refresh, because a member has no stored destination.
      const destination = storedDestination()?.path ?? outcome.destination;
      await refreshSession(queryClient);
      if (isSessionUnstored()) {
        // Another page would not know the session.
        showToast({ ...outcome.success, description: AUTH_TEXTS.unstored });
        // Pending until it has arrived, so that nothing else navigates.
        await router.navigate({ href: destination });
        return;
      }
      saveToastForNextPage(outcome.success);
      pageLoad.assign(destination);
      // Stays pending until the page unloads, so that nothing else navigates.
      await new Promise<never>(() => {});
    },
    onError: (error) => {
      if (isProblem(error, 'suspended')) {
        keepSuspendedSession(error.body);
        void router.navigate({ to: '/auth' });
        return;
      }
      // The form shows that no passkey answered, or the next step follows.
      if (error instanceof PasskeyError || nextStepOf(error)) return;
      showToast({
        title: outcome.failure,
        description: serverMessageOf(error) || outcome.fallbackMessage,
        variant: 'destructive',
      });
    },
  });
  const pending = signIn.isPending || signIn.isSuccess;
  const keepFocus = useRestoreFocusAfterSubmit(pending);
  const mutate: typeof signIn.mutate = (...sent) => {
    keepFocus();
    signIn.mutate(...sent);
  };
  return { mutate, pending, error: signIn.error };
}

const EMPTY_LOGIN = { username: '', password: '' };
type LoginValues = typeof EMPTY_LOGIN;

export function useLoginForm(variant: AuthVariant) {
  const form = useForm({ defaultValues: EMPTY_LOGIN });
  const { errors } = form.formState;
  const signIn = useSignIn(
    ({ username, password }: LoginValues) =>
      login({ username: readField(LOGIN_RULES.username, username), password }),
    variant.login,
  );
  const [nextStep, setNextStep] = useState<HttpError>();
  const passkey = useSignIn(async () => {
    const { askForPasskey } = await import('./ask-for-passkey.js');
    await signInWithPasskey(await askForPasskey({}));
  }, proofOutcome(variant));
  const setError: UseFormSetError<LoginValues> = form.setError;
  return {
    pending: signIn.pending || passkey.pending,
    /** Set once the password was right and a second factor is needed. */
    nextStep,
    restart: () => {
      setNextStep(undefined);
      form.resetField('password');
    },
    passkey: {
      pending: passkey.pending,
      /** The browser has none for this site, or the member cancelled. */
      isUnanswered: passkey.error instanceof PasskeyError,
      onClick: () => passkey.mutate(),
    },
    username: {
      ...form.register('username', validation(LOGIN_RULES.username)),
      error: errors.username?.message,
    },
    password: {
      ...form.register('password', validation(LOGIN_RULES.password)),
      error: errors.password?.message,
    },
    onSubmit: form.handleSubmit((values) =>
      signIn.mutate(values, {
        onError: (error) => {
          setNextStep(nextStepOf(error));
          showFieldErrors<LoginValues>(error, ['username', 'password'], (name, message) =>
            setError(name, { message }),
          );
        },
      }),
    ),
  };
}

/** Names a missing answer. The specification fixes another message for passwords only. */
export const proofOutcome = ({ login }: AuthVariant) => ({ ...login, fallbackMessage: NO_ANSWER });

const EMPTY_REGISTRATION = { username: '', email: '', password: '', displayName: '', inviteCode: '' };
const REGISTER_FIELDS = ['username', 'email', 'password', 'displayName', 'inviteCode'] as const;
type RegisterValues = typeof EMPTY_REGISTRATION;

/** A link to an address that another account has but never verified. */
export interface EmailClaim {
  email: string;
  token: string;
}

function bodyOf(values: RegisterValues, claim: EmailClaim | undefined): RegisterBody {
  const { username, email, displayName, inviteCode } = REGISTER_RULES;
  const code = readField(inviteCode, values.inviteCode);
  const body: RegisterBody = {
    username: readField(username, values.username),
    email: readField(email, values.email),
    password: values.password,
    ...(claim && { claimToken: claim.token }),
    ...(code && { inviteCode: code }),
  };
  const name = readField(displayName, values.displayName);
  return name ? { ...body, displayName: name } : body;
}

export function useRegisterForm(variant: AuthVariant, claim?: EmailClaim) {
  const form = useForm({
    defaultValues: { ...EMPTY_REGISTRATION, email: claim?.email ?? '', inviteCode: inviteCodeInAddress() },
  });
  const [takenEmail, setTakenEmail] = useState<string>();
  const { errors } = form.formState;
  const signIn = useSignIn((values: RegisterValues) => register(bodyOf(values, claim)), variant.register);
  const field = (name: keyof RegisterValues) => ({
    ...form.register(name, validation(REGISTER_RULES[name])),
    error: errors[name]?.message,
  });
  return {
    pending: signIn.pending,
    username: field('username'),
    email: field('email'),
    password: field('password'),
    displayName: field('displayName'),
    inviteCode: field('inviteCode'),
    /** The address of the last attempt, if another account has it. */
    takenEmail,
    onSubmit: form.handleSubmit((values) =>
      signIn.mutate(values, {
        onError: (error) => {
          const isTaken = isProblem(error, 'email_taken');
          setTakenEmail(isTaken ? readField(REGISTER_RULES.email, values.email) : undefined);
          showFieldErrors<RegisterValues>(error, REGISTER_FIELDS, (name, message) =>
            form.setError(name, { message }),
          );
        },
      }),
    ),
  };
}
