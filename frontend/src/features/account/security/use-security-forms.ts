import {
  changePassword,
  type ChangePasswordBody,
  characterCount,
  type CurrentUser,
  LIMITS,
  PASSWORD_RULES,
} from '@oniverse/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { send } from '../../../api/calls.js';
import { fieldMessagesOf } from '../../../api/field-messages.js';
import { failureMessageOf, isProblem } from '../../../api/http.js';
import { violationOf } from '../../../api/sentences.js';
import { storeDeviceToken } from '../../../session/device-token.js';
import { showToast, type ToastContent } from '../../../ui/toast-store.js';
import { useGuard } from './confirmation.js';
import { showFailure } from './failures.js';
import { refreshAccount } from './security.queries.js';
import { PASSWORD_TEXTS as TEXTS } from './security.texts.js';

const EMPTY = { currentPassword: '', newPassword: '', confirm: '' };
type Values = typeof EMPTY;

/** Returns the first problem of the three fields, with the field to focus. */
function findProblem(values: Values): (ToastContent & { field: keyof Values }) | undefined {
  const { currentPassword, newPassword, confirm } = values;
  if (!currentPassword) {
    return { title: TEXTS.invalid, description: TEXTS.missing, field: 'currentPassword' };
  }
  if (!newPassword) return { title: TEXTS.invalid, description: TEXTS.missing, field: 'newPassword' };
  if (newPassword !== confirm) return { ...TEXTS.mismatch, field: 'confirm' };
  for (const field of ['newPassword', 'currentPassword'] as const) {
    const description = violationOf(PASSWORD_RULES[field], values[field]);
    const isTooLong = characterCount(values[field]) > LIMITS.password.max;
    if (description) return { title: isTooLong ? TEXTS.invalid : TEXTS.weak, description, field };
  }
  return undefined;
}

/** Returns the field that a refusal of the server is about. */
function refusedField(error: unknown): keyof Values | undefined {
  const { currentPassword, newPassword } = fieldMessagesOf(error);
  const isWrong = isProblem(error, 'wrong_password');
  if (isWrong || currentPassword) return 'currentPassword';
  return newPassword ? 'newPassword' : undefined;
}

/** Typed values survive a failed submission. */
export function usePasswordForm({ username }: CurrentUser) {
  const client = useQueryClient();
  const guard = useGuard();
  const { register, handleSubmit, setFocus, setError, reset, formState } = useForm<Values>({
    defaultValues: EMPTY,
  });
  const { mutate, isPending } = useMutation({
    mutationFn: (body: ChangePasswordBody) =>
      guard(async () => send(changePassword, { body }), { password: body.currentPassword }),
    onSuccess: ({ deviceToken }) => {
      storeDeviceToken(username, deviceToken);
      reset();
      showToast(TEXTS.changed);
    },
    onError: (error) => {
      showFailure(TEXTS.changeFailed, error);
      const field = refusedField(error);
      if (field) setError(field, { message: failureMessageOf(error) }, { shouldFocus: true });
    },
    onSettled: () => refreshAccount(client),
  });
  const submit = (values: Values) => {
    const problem = findProblem(values);
    if (problem) {
      const { field, ...content } = problem;
      showToast({ ...content, variant: 'destructive' });
      setFocus(field);
      return;
    }
    const { currentPassword, newPassword } = values;
    mutate({ currentPassword, newPassword });
  };
  const { errors, dirtyFields } = formState;
  return {
    register,
    errors,
    isPending,
    // The browser may have filled in the current password.
    isDirty: Boolean(dirtyFields.newPassword ?? dirtyFields.confirm),
    onSubmit: handleSubmit(submit),
    focus: () => setFocus('currentPassword'),
  };
}

export type PasswordFormState = ReturnType<typeof usePasswordForm>;

/** What the tab must not lose when another tab is shown: the typed password, and recovery codes that are shown once. */
export function useSecurityForms(user: CurrentUser) {
  const password = usePasswordForm(user);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  return { password, codes, setCodes, isDirty: password.isDirty };
}

export type SecurityFormsState = ReturnType<typeof useSecurityForms>;
