import { brokenRule, type ChangePasswordBody, LIMITS, characterCount, RULES } from '@oniverse/contracts';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { http, serverMessageOf } from '../../api/http.js';
import { showToast, type ToastContent } from '../../ui/toast-store.js';
import { SECURITY_TEXTS as TEXTS, SETTINGS_TEXTS } from './settings.texts.js';

const EMPTY = { currentPassword: '', newPassword: '', confirm: '' };
type Values = typeof EMPTY;

/** What is wrong with the three fields, in the order in which it is said, and where. */
function problemOf(values: Values): (ToastContent & { field: keyof Values }) | undefined {
  const { currentPassword, newPassword, confirm } = values;
  if (!currentPassword) {
    return { title: TEXTS.invalid, description: TEXTS.missing, field: 'currentPassword' };
  }
  if (!newPassword) return { title: TEXTS.invalid, description: TEXTS.missing, field: 'newPassword' };
  if (newPassword !== confirm) return { ...TEXTS.mismatch, field: 'confirm' };
  const isShort = characterCount(newPassword) < LIMITS.newPassword.min;
  for (const field of ['newPassword', 'currentPassword'] as const) {
    const description = brokenRule(RULES.password[field], values[field]);
    if (description) return { title: isShort ? TEXTS.weak : TEXTS.invalid, description, field };
  }
  return undefined;
}

/** The form that changes the password; what was typed stays where it did not work. */
export function usePasswordForm() {
  const { register, handleSubmit, setFocus, reset, formState } = useForm<Values>({ defaultValues: EMPTY });
  const { mutate, isPending } = useMutation({
    mutationFn: (body: ChangePasswordBody) => http('/api/auth/password', { method: 'PATCH', body }),
    onSuccess: () => {
      reset();
      showToast(TEXTS.changed);
    },
    onError: (error) =>
      showToast({
        title: TEXTS.changeFailed,
        description: serverMessageOf(error) ?? SETTINGS_TEXTS.unreachable,
        variant: 'destructive',
      }),
  });
  const send = (values: Values) => {
    const problem = problemOf(values);
    if (problem) {
      const { field, ...content } = problem;
      showToast({ ...content, variant: 'destructive' });
      setFocus(field);
      return;
    }
    const { currentPassword, newPassword } = values;
    mutate({ currentPassword, newPassword });
  };
  const { newPassword, confirm } = formState.dirtyFields;
  // The current one may have been put in by the browser.
  return { register, isPending, isDirty: Boolean(newPassword ?? confirm), onSubmit: handleSubmit(send) };
}

export type PasswordFormState = ReturnType<typeof usePasswordForm>;
