import './auth.css';
import { Suspense, useState } from 'react';
import { storedDestination } from '../../../session/destination.js';
import { lazyPart } from '../../../ui/lazy-part.js';
import { Tabs } from '../../../ui/tabs.js';
import { usePrefetchToasts } from '../../../ui/prefetch-toasts.js';
import { AUTH_TEXTS } from './auth.texts.js';
import { inviteCodeInAddress } from './invite-code.js';
import { LoginForm } from './login-form.js';
import type { AuthVariant } from './auth-variants.js';
import { RegisterForm } from './register-form.js';
import { useLoginForm, useRegisterForm } from './use-auth-forms.js';

export const SecondStep = lazyPart(() => import('./second-step.js'));

export type AuthMode = 'login' | 'register';

/** An invitation leads to the registration. */
export const firstMode = (): AuthMode => (inviteCodeInAddress() === '' ? 'login' : 'register');

interface AuthPanelProps {
  variant: AuthVariant;
  onModeChange?: (mode: AuthMode) => void;
}

/** Keeps typed values when the visitor switches tabs. */
export function AuthPanel({ variant, onModeChange }: AuthPanelProps) {
  const [mode, setMode] = useState<AuthMode>(firstMode);
  const [destination] = useState(storedDestination);
  const login = useLoginForm(variant);
  const register = useRegisterForm(variant);
  usePrefetchToasts();
  if (login.nextStep) {
    return (
      <div className="auth__panel">
        <Suspense fallback={null}>
          <SecondStep answer={login.nextStep.body} variant={variant} onRestart={login.restart} />
        </Suspense>
      </div>
    );
  }
  return (
    <div className="auth__panel">
      {destination && <p className="small warm auth__invitation">{destination.reason}</p>}
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
            title: variant.tabs.login,
            content: <LoginForm variant={variant} form={login} />,
          },
          {
            value: 'register',
            title: variant.tabs.register,
            content: <RegisterForm variant={variant} form={register} />,
          },
        ]}
      />
    </div>
  );
}
