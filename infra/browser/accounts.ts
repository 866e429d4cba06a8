import { createAccountLink, type NewAccountLink } from '@oniverse/data';
import { linkPath } from '@oniverse/contracts';
import { registration } from '@oniverse/testing';
import type { BrowserContext } from '@playwright/test';
import type { ProductUnderTest } from './product.js';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Mobile/15E148 Safari/604.1';
const NETWORK = '203.0.113.0/24';

export interface Account {
  id: string;
  username: string;
  email: string;
  sessionId: string;
}

/** Registers a member with the password `GOOD_PASSWORD` through the API. */
export async function registerAccount(
  { url, dataSource }: ProductUnderTest,
  displayName = 'Vesper Lund',
): Promise<Account> {
  const form = registration({ displayName });
  const answer = await fetch(`${url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(form),
  });
  const body: { sessionId: string } = await answer.json();
  const { username } = form;
  const [user]: { id: string; email: string }[] = await dataSource.query(
    'SELECT id, email FROM users WHERE username = $1',
    [username],
  );
  if (!user) throw new Error(`The registration returned ${answer.status}`);
  return { ...user, username, sessionId: body.sessionId };
}

/** Signs a browser context in, from the next page load on. */
export async function signInAs(context: BrowserContext, { sessionId }: Account): Promise<void> {
  await context.addInitScript((id) => localStorage.setItem('sessionId', id), sessionId);
}

/** Creates a link as the worker does. @returns its path */
export async function makeLinkPath({ dataSource }: ProductUnderTest, link: NewAccountLink): Promise<string> {
  return linkPath(link.purpose, await createAccountLink(dataSource.manager, link));
}

/** Gives an account a verified address, every kind of second factor, another session, and an activity of many kinds. */
export async function secureAccount({ dataSource }: ProductUnderTest, { id }: Account): Promise<void> {
  await dataSource.query('UPDATE users SET email_verified_at = now(), recovery_email = email WHERE id = $1', [
    id,
  ]);
  await dataSource.query(
    `INSERT INTO passkeys (user_id, credential_id, public_key, name, is_synced, last_used_at)
     VALUES ($1, gen_random_uuid(), 'key', 'Laptop, fingerprint', true, now()),
            ($1, gen_random_uuid(), 'key', 'Security key on the door hook', false, NULL)`,
    [id],
  );
  await dataSource.query(
    `INSERT INTO totp_factors (user_id, secret, confirmed_at) VALUES ($1, 'sealed', now())
     ON CONFLICT (user_id) DO UPDATE SET confirmed_at = now()`,
    [id],
  );
  await dataSource.query(
    `INSERT INTO recovery_codes (user_id, hash) SELECT $1, 'hash' FROM generate_series(1, 7)`,
    [id],
  );
  await dataSource.query(
    `INSERT INTO sessions (id, user_id, expires_at, device, address)
     VALUES (gen_random_uuid(), $1, now() + interval '1 day', $2, $3)`,
    [id, IPHONE, NETWORK],
  );
  await dataSource.query(
    `INSERT INTO account_activity (user_id, kind, device, address, detail, count)
     VALUES ($1, 'sign_in_failed', NULL, $4, NULL, 2),
            ($1, 'signed_in_new_device', $3, $4, NULL, 1),
            ($1, 'email_changed', $2, $4, 'v…@lund.example', 1),
            ($1, 'recovery_code_used', $2, $4, '7', 1)`,
    [id, FIREFOX, IPHONE, NETWORK],
  );
}
