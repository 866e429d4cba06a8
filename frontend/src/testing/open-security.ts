import { expect } from '@jest/globals';
import type { AccountSecurity, CurrentUser } from '@oniverse/contracts';
import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { signIn } from './members.js';
import { renderApp, type RenderedApp } from './render.js';
import { security } from './security.js';
import { server } from './server.js';

/**
 * Opens Settings > Security.
 * @param given how the account differs from one without factors
 * @param mock replaces answers before the page is rendered
 * @returns the view, and the served account, whose later changes are served too
 */
export async function openSecurity(
  given: Partial<AccountSecurity> = {},
  user: Partial<CurrentUser> = {},
  mock: () => void = () => undefined,
): Promise<RenderedApp & { account: AccountSecurity }> {
  signIn(user);
  const account = security(given);
  server.use(http.get('/api/auth/security', () => HttpResponse.json(account)));
  mock();
  const view = renderApp('/settings?tab=security');
  await screen.findByRole('heading', { name: 'Account activity' });
  await waitFor(() => expect(screen.queryByText('Loading your security settings')).not.toBeInTheDocument());
  return { ...view, account };
}
