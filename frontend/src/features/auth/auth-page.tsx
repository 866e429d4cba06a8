import { useState } from 'react';
import { usePageTitle } from '../../ui/page-title.js';
import { Sky } from '../../ui/sky.js';
import { LitChart } from '../../ui/lit-chart.js';
import { TopNavigation } from '../navigation/top-navigation.js';
import { AuthPanel, type AuthMode } from './auth-panel.js';
import { AUTH_TEXTS } from './auth.texts.js';
import { SCREEN_READING } from './readings.js';
import { useMembersGoHome } from './use-members-go-home.js';

/** `/auth`: log in or make an account. */
export function AuthPage() {
  usePageTitle(AUTH_TEXTS.title);
  useMembersGoHome();
  const [mode, setMode] = useState<AuthMode>('login');
  const { heading, text } = AUTH_TEXTS[mode];
  return (
    <div className="p-auth">
      <TopNavigation />
      <Sky />
      <main className="auth" id="content" tabIndex={-1}>
        <div className="auth__map" aria-hidden="true">
          <LitChart />
        </div>
        <div className="auth__box">
          <h1 className="h1">{heading}</h1>
          <p className="t2 auth__t">{text}</p>
          <AuthPanel reading={SCREEN_READING} onModeChange={setMode} />
        </div>
      </main>
    </div>
  );
}
