import type { AccountActivityView, AccountSecurity, CurrentUser, SessionView } from '@oniverse/contracts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { SecurityTab, useSecurityForms } from '../features/account/security/index.js';
import {
  activityQuery,
  securityQuery,
  sessionsQuery,
} from '../features/account/security/security.queries.js';
import { TotpSetup } from '../features/account/security/totp-setup.js';
import { sessionQuery } from '../session/session.js';
import { Button } from '../ui/button.js';
import { Window } from '../ui/window.js';
import { READER } from './samples.js';

const AT = '2026-11-20T21:14:00.000Z';
const UNTIL = '2026-11-27T21:14:00.000Z';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Mobile/15E148 Safari/604.1';
const CODES = ['7KQM-2F9X', 'P4TD-8WNA', 'M3HV-6RZC', 'QX81-J5LB', 'HT4N-63WD', '9BGE-T2KY', 'KD7S-5VQA'];

const SECURITY: AccountSecurity = {
  authenticatedUntil: null,
  canMail: true,
  canUseTotp: true,
  passkeyDomain: window.location.hostname,
  recoveryEmail: 'vesper@lund.example',
  totpSince: AT,
  recoveryCodesLeft: CODES.length,
  passkeys: [
    { id: 'laptop', name: 'Laptop, fingerprint', isSynced: true, createdAt: AT, lastUsedAt: AT },
    { id: 'key', name: 'Security key on the door hook', isSynced: false, createdAt: AT, lastUsedAt: null },
  ],
};

const session = (id: string, device: string): SessionView => ({
  id,
  device,
  address: '203.0.113.0/24',
  current: id === 'here',
  createdAt: AT,
  lastSeenAt: AT,
  expiresAt: UNTIL,
});

const entry = (
  given: Pick<AccountActivityView, 'kind'> & Partial<AccountActivityView>,
): AccountActivityView => ({
  id: given.kind,
  sessionId: null,
  device: FIREFOX,
  address: '203.0.113.0/24',
  detail: null,
  count: 1,
  createdAt: AT,
  ...given,
});

/** Filled with samples, and without requests. */
function sampleClient(): QueryClient {
  const client = new QueryClient({ defaultOptions: { queries: { enabled: false } } });
  client.setQueryData(sessionQuery.queryKey, READER);
  client.setQueryData(securityQuery.queryKey, SECURITY);
  client.setQueryData(sessionsQuery.queryKey, [session('here', FIREFOX), session('there', IPHONE)]);
  const items = [
    entry({ kind: 'reauthenticated' }),
    entry({ kind: 'signed_in_new_device', device: IPHONE, createdAt: new Date().toISOString() }),
    entry({ kind: 'sign_in_failed', device: null, count: 2 }),
    entry({ kind: 'email_changed', detail: 'v…@example.org' }),
  ];
  client.setQueryData(activityQuery.queryKey, { pages: [{ items, nextCursor: null }], pageParams: [''] });
  return client;
}

const client = sampleClient();
const SETUP = {
  secret: 'JBSWY3DPEHPK3PXPKRSXG5DJ',
  uri: 'otpauth://totp/Oniverse:vesper?secret=JBSWY3DPEHPK3PXPKRSXG5DJ&issuer=Oniverse',
};
const ignore = () => undefined;

function Tab({ user }: { user: CurrentUser }) {
  const forms = useSecurityForms(user);
  return (
    <>
      <Button onClick={() => forms.setCodes(CODES)}>Show new codes</Button>
      <SecurityTab user={user} forms={forms} />
    </>
  );
}

function Setup() {
  const [isOpen, setOpen] = useState(false);
  return isOpen ? (
    <TotpSetup setup={SETUP} onRecoveryCodes={ignore} onClose={() => setOpen(false)} />
  ) : (
    <Button onClick={() => setOpen(true)}>Show the setup</Button>
  );
}

export function SecurityParts() {
  return (
    <QueryClientProvider client={client}>
      <Window title="The setup of an authenticator app">
        <Setup />
      </Window>
      <Window title="Settings, Security">
        <Tab user={READER} />
      </Window>
    </QueryClientProvider>
  );
}
