import { Suspense, useState } from 'react';
import { usePageTitle } from '../../../ui/page-title.js';
import { SuspendedPage, useSuspendedSession } from '../measures/index.js';
import { AuthLayout } from './auth-layout.js';
import { AuthPanel, type AuthMode, firstMode } from './auth-panel.js';
import { AUTH_TEXTS } from './auth.texts.js';
import { SCREEN_VARIANT } from './auth-variants.js';
import { useRedirectMembers } from './use-redirect-members.js';

function AccessPage() {
  usePageTitle(AUTH_TEXTS.title);
  const [mode, setMode] = useState<AuthMode>(firstMode);
  return (
    <AuthLayout {...AUTH_TEXTS[mode]}>
      <AuthPanel variant={SCREEN_VARIANT} onModeChange={setMode} />
    </AuthLayout>
  );
}

export function AuthPage() {
  useRedirectMembers();
  const suspendedSession = useSuspendedSession();
  if (suspendedSession === null) return <AccessPage />;
  return (
    <Suspense fallback={null}>
      <SuspendedPage sessionId={suspendedSession} />
    </Suspense>
  );
}
