import '../features/account/auth/auth.css';
import type { SignInChallenge } from '@oniverse/contracts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { LoginForm } from '../features/account/auth/login-form.js';
import { SCREEN_VARIANT } from '../features/account/auth/auth-variants.js';
import SecondStep from '../features/account/auth/second-step.js';
import { signInOptionsQuery } from '../features/account/auth/sign-in-options.js';
import { useLoginForm } from '../features/account/auth/use-auth-forms.js';
import { Window } from '../ui/window.js';

/** Offers everything, without requests. */
function sampleClient(): QueryClient {
  const client = new QueryClient({ defaultOptions: { queries: { enabled: false } } });
  client.setQueryData(signInOptionsQuery.queryKey, {
    canMail: true,
    passkeyDomain: window.location.hostname,
    registration: 'open',
  });
  return client;
}

const client = sampleClient();
const ignore = () => undefined;

function Login() {
  return <LoginForm variant={SCREEN_VARIANT} form={useLoginForm(SCREEN_VARIANT)} />;
}

const challenge: SignInChallenge = {
  id: 'sample',
  // The first one takes no focus; the others are a click away.
  factors: ['recovery-code', 'passkey', 'totp'],
  expiresAt: '2026-11-20T21:14:00.000Z',
};

export function SignInParts() {
  return (
    <QueryClientProvider client={client}>
      <Window title="Sign-in">
        <div className="specimen__two">
          <Login />
          <SecondStep answer={{ challenge }} variant={SCREEN_VARIANT} onRestart={ignore} />
        </div>
      </Window>
    </QueryClientProvider>
  );
}
