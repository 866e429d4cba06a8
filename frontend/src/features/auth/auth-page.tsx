import { useState } from 'react';
import { usePageTitle } from '../../ui/page-title.js';
import { StarField } from '../../ui/star-field.js';
import { LitChart } from '../../ui/lit-chart.js';
import { TopNavigation } from '../../frame/top-navigation.js';
import { AuthPanel, type AuthMode } from './auth-panel.js';
import { AUTH_TEXTS } from './auth.texts.js';
import { SCREEN_VARIANT } from './auth-variants.js';
import { useRedirectMembers } from './use-redirect-members.js';

export function AuthPage() {
  usePageTitle(AUTH_TEXTS.title);
  useRedirectMembers();
  const [mode, setMode] = useState<AuthMode>('login');
  const { heading, text } = AUTH_TEXTS[mode];
  return (
    <div className="p-auth">
      <TopNavigation />
      <StarField />
      <main className="auth" id="content" tabIndex={-1}>
        <div className="auth__map" aria-hidden="true">
          <LitChart />
        </div>
        <div className="auth__box">
          <h1 className="h1">{heading}</h1>
          <p className="muted auth__t">{text}</p>
          <AuthPanel variant={SCREEN_VARIANT} onModeChange={setMode} />
        </div>
      </main>
    </div>
  );
}
