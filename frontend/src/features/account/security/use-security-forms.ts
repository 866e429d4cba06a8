import type { CurrentUser } from '@oniverse/contracts';
import { useState } from 'react';
import { usePasswordForm } from './use-password-form.js';

/** What the tab must not lose when another tab is shown: the typed password, and recovery codes that are shown once. */
export function useSecurityForms(user: CurrentUser) {
  const password = usePasswordForm(user);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  return { password, codes, setCodes, isDirty: password.isDirty };
}

export type SecurityFormsState = ReturnType<typeof useSecurityForms>;
