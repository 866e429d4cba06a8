import { readField, type RegisterBody, RULES } from '@oniverse/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm, type UseFormSetError } from 'react-hook-form';
import { serverMessageOf } from '../../api/http.js';
import { holds, showFields } from '../../forms/rules.js';
import { useKeptFocus } from '../../forms/use-kept-focus.js';
import { keptDestination } from '../../session/destination.js';
import { pageLoad } from '../../session/page-load.js';
import { login, refreshSession, register } from '../../session/session.js';
import { keepToast, showToast } from '../../ui/toast-store.js';
import { ENTRANCE_KEY } from './entrance.js';
import type { AuthReading } from './readings.js';

/**
 * Sends a form; once it succeeded, refreshes the current user and loads the destination with its toast: the place
 * that the visitor was going to, where one is carried, else what the reading names.
 */
function useEntrance<T>(send: (values: T) => Promise<void>, outcome: AuthReading['login']) {
  const queryClient = useQueryClient();
  const entrance = useMutation({
    mutationKey: ENTRANCE_KEY,
    mutationFn: send,
    onSuccess: async () => {
      await refreshSession(queryClient);
      keepToast(outcome.success);
      pageLoad.to(keptDestination() ?? outcome.destination);
      // Under way until the page is gone: nothing else shall navigate meanwhile.
      await new Promise<never>(() => {});
    },
    onError: (error) =>
      showToast({
        title: outcome.failure,
        description: serverMessageOf(error) || outcome.unexplained,
        variant: 'destructive',
      }),
  });
  const pending = entrance.isPending || entrance.isSuccess;
  const keepFocus = useKeptFocus(pending);
  const mutate: typeof entrance.mutate = (...sent) => {
    keepFocus();
    entrance.mutate(...sent);
  };
  return { mutate, pending };
}

const EMPTY_LOGIN = { username: '', password: '' };
type LoginValues = typeof EMPTY_LOGIN;

/** The login form. */
export function useLoginForm(reading: AuthReading) {
  const form = useForm({ defaultValues: EMPTY_LOGIN });
  const { errors } = form.formState;
  const entrance = useEntrance(
    ({ username, password }: LoginValues) =>
      login({ username: readField(RULES.login.username, username), password }),
    reading.login,
  );
  const setError: UseFormSetError<LoginValues> = form.setError;
  return {
    pending: entrance.pending,
    username: { ...form.register('username', holds(RULES.login.username)), error: errors.username?.message },
    password: { ...form.register('password', holds(RULES.login.password)), error: errors.password?.message },
    onSubmit: form.handleSubmit((values) =>
      entrance.mutate(values, {
        onError: (error) =>
          showFields<LoginValues>(error, ['username', 'password'], (name, message) =>
            setError(name, { message }),
          ),
      }),
    ),
  };
}

const EMPTY_REGISTRATION = { username: '', email: '', password: '', displayName: '' };
type RegisterValues = typeof EMPTY_REGISTRATION;

function bodyOf(values: RegisterValues): RegisterBody {
  const { username, email, displayName } = RULES.register;
  const body: RegisterBody = {
    username: readField(username, values.username),
    email: readField(email, values.email),
    password: values.password,
  };
  const name = readField(displayName, values.displayName);
  return name ? { ...body, displayName: name } : body;
}

/** The form that makes an account. */
export function useRegisterForm(reading: AuthReading) {
  const form = useForm({ defaultValues: EMPTY_REGISTRATION });
  const { errors } = form.formState;
  const entrance = useEntrance((values: RegisterValues) => register(bodyOf(values)), reading.register);
  const field = (name: keyof RegisterValues) => ({
    ...form.register(name, holds(RULES.register[name])),
    error: errors[name]?.message,
  });
  return {
    pending: entrance.pending,
    username: field('username'),
    email: field('email'),
    password: field('password'),
    displayName: field('displayName'),
    onSubmit: form.handleSubmit((values) =>
      entrance.mutate(values, {
        onError: (error) =>
          showFields<RegisterValues>(
            error,
            ['username', 'email', 'password', 'displayName'],
            (name, message) => form.setError(name, { message }),
          ),
      }),
    ),
  };
}
