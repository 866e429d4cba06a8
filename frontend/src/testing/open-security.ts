import { expect } from '@jest/globals';
import { type AccountSecurity, type CurrentUser, getAccountSecurity } from '@oniverse/contracts';
import { screen, waitFor } from '@testing-library/react';
import { signIn } from './members.js';
import { mock } from './mock.js';
import { renderApp, type RenderedApp } from './render.js';
import { security } from './security.js';

/**
 * Opens Settings > Security.
 * @param given how the account differs from one without factors
 * @param setUp replaces answers before the page is rendered
 * @returns the view, and the served account, whose later changes are served too
 */
export async function openSecurity(
  given: Partial<AccountSecurity> = {},
  user: Partial<CurrentUser> = {},
  setUp: () => void = () => undefined,
): Promise<RenderedApp & { account: AccountSecurity }> {
  signIn(user);
  const account = security(given);
  mock(getAccountSecurity, () => account);
  setUp();
  const view = renderApp('/settings?tab=security');
  await screen.findByRole('heading', { name: 'Account activity' });
  await waitFor(() => expect(screen.queryByText('Loading your security settings')).not.toBeInTheDocument());
  return { ...view, account };
}
