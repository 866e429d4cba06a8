import type { AccountActivityView, AccountSecurity, PasskeyView, SessionView } from '@oniverse/contracts';

const ago = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();

/** An account without factors, whose member has just confirmed who they are. */
export const security = (given: Partial<AccountSecurity> = {}): AccountSecurity => ({
  authenticatedUntil: ago(-9),
  canMail: true,
  canUseTotp: true,
  passkeyDomain: window.location.hostname,
  recoveryEmail: 'vesper@example.org',
  totpSince: null,
  recoveryCodesLeft: 0,
  passkeys: [],
  ...given,
});

export const passkey = (given: Partial<PasskeyView> = {}): PasskeyView => ({
  id: 'pk-1',
  name: 'Laptop',
  isSynced: false,
  createdAt: ago(60),
  lastUsedAt: null,
  ...given,
});

export const session = (given: Partial<SessionView> = {}): SessionView => ({
  id: 'here',
  device: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  address: '203.0.113.0/24',
  current: true,
  createdAt: ago(60),
  lastSeenAt: ago(1),
  expiresAt: ago(-60 * 24),
  ...given,
});

export const activity = (given: Partial<AccountActivityView> = {}): AccountActivityView => ({
  id: 'act-1',
  kind: 'signed_in',
  sessionId: 'here',
  device: session().device,
  address: '203.0.113.0/24',
  detail: null,
  count: 1,
  createdAt: ago(60),
  ...given,
});
