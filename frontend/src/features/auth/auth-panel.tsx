import './auth.css';
import { useState } from 'react';
import { keptDestination } from '../../session/destination.js';
import { Tabs } from '../../ui/tabs.js';
import { useToastsAtHand } from '../../ui/toaster.js';
import { AUTH_TEXTS } from './auth.texts.js';
import { LoginForm } from './login-form.js';
import type { AuthReading } from './readings.js';
import { RegisterForm } from './register-form.js';
import { useLoginForm, useRegisterForm } from './use-auth-forms.js';

export type AuthMode = 'login' | 'register';

interface AuthPanelProps {
  reading: AuthReading;
  onModeChange?: (mode: AuthMode) => void;
}

/** Two tabs: the way in for those who have a name, and the making of one. What is typed outlives a look at the other. */
export function AuthPanel({ reading, onModeChange }: AuthPanelProps) {
  const [mode, setMode] = useState<AuthMode>('login');
  const [isInvited] = useState(() => keptDestination() !== null);
  const login = useLoginForm(reading);
  const register = useRegisterForm(reading);
  useToastsAtHand();
  return (
    <div className="auth__p">
      {isInvited && <p className="small wm auth__i">{AUTH_TEXTS.invited}</p>}
      <Tabs
        label={AUTH_TEXTS.choice}
        value={mode}
        onChange={(next) => {
          setMode(next);
          onModeChange?.(next);
        }}
        tabs={[
          {
            value: 'login',
            title: reading.tabs.login,
            content: <LoginForm reading={reading} form={login} />,
          },
          {
            value: 'register',
            title: reading.tabs.register,
            content: <RegisterForm reading={reading} form={register} />,
          },
        ]}
      />
    </div>
  );
}
