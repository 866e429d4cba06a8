import { useState } from 'react';
import { usePageTitle } from '../../../ui/page-title.js';
import { AuthLayout } from './auth-layout.js';
import { AuthPanel, type AuthMode, firstMode } from './auth-panel.js';
import { AUTH_TEXTS } from './auth.texts.js';
import { SCREEN_VARIANT } from './auth-variants.js';
import { useRedirectMembers } from './use-redirect-members.js';

export function AuthPage() {
  usePageTitle(AUTH_TEXTS.title);
  useRedirectMembers();
  const [mode, setMode] = useState<AuthMode>(firstMode);
  return (
    <AuthLayout {...AUTH_TEXTS[mode]}>
      <AuthPanel variant={SCREEN_VARIANT} onModeChange={setMode} />
    </AuthLayout>
  );
}
