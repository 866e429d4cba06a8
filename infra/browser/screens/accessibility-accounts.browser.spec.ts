import type { LinkPurpose } from '@oniverse/contracts';
import { GOOD_PASSWORD, uniqueName } from '@oniverse/testing';
import { expect, type Page } from '@playwright/test';
import { findViolations, measureOverflow } from '../accessibility.js';
import { makeLinkPath, registerAccount, secureAccount, signInAs } from '../accounts.js';
import { checkPage, savePicture } from '../check-page.js';
import { interceptRequests } from '../intercept.js';
import { findKeyboardProblems } from '../keyboard.js';
import { waitForText } from '../members.js';
import { type ProductUnderTest, test, type Visitor } from '../product.js';
import { openView as open, SCREEN_NAMES, type Show } from '../views.js';

/** The pages of links, with their headings for a visitor. */
const LINK_HEADINGS = {
  'verify-email': 'Is this your address?',
  'claim-email': 'Take your place.',
  'undo-email': 'Bring this address back?',
  'disown-sign-in': 'This was not you?',
  unsubscribe: 'No more digests?',
} as const satisfies Partial<Record<LinkPurpose, string>>;

const waitForHeading = (page: Page, name: string): Promise<void> =>
  page.getByRole('heading', { name }).waitFor();

async function openSecurity(page: Page): Promise<void> {
  await open(page, '/settings?tab=security');
  await page.getByRole('button', { name: 'Add a passkey' }).waitFor();
  await page.getByText('this session', { exact: true }).waitFor();
  await page.getByText('End of the log').waitFor();
}

async function* showAccount({ context, page }: Visitor, product: ProductUnderTest): AsyncGenerator<string> {
  const account = await registerAccount(product);
  await signInAs(context, account);
  await open(page, '/homepage');
  await page.getByText('is not verified yet').waitFor();
  await page.getByRole('tab', { name: 'Everyone', selected: true }).waitFor();
  yield 'home-unverified';
  await openSecurity(page);
  yield 'security';
  await page.getByRole('button', { name: 'Change address' }).click();
  await page.getByLabel('New address').fill('nobody');
  await page.getByRole('button', { name: 'Save address' }).click();
  await expect(page.getByLabel('New address')).toHaveAttribute('aria-invalid', 'true');
  yield 'security-address';
  await page.getByRole('button', { name: 'Set up an app' }).click();
  await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
  yield 'totp-setup';
  await secureAccount(product, account);
  await openSecurity(page);
  await page.getByRole('button', { name: 'Make ten new codes' }).click();
  await page.getByRole('button', { name: 'Make new codes' }).click();
  await page.getByRole('list', { name: 'Your recovery codes' }).waitFor();
  yield 'security-factors';
  await page.getByRole('button', { name: 'Lock now' }).click();
  await waitForText(page, 'Changes on this page are locked.');
  await page.getByRole('button', { name: 'Confirm it is you' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Use a passkey' }).waitFor();
  yield 'confirm-identity';
  await product.dataSource.query('UPDATE users SET email = NULL, email_verified_at = NULL WHERE id = $1', [
    account.id,
  ]);
  await open(page, '/homepage');
  await page.getByRole('link', { name: 'Add an address' }).waitFor();
  yield 'home-address-lost';
  await openSecurity(page);
  yield 'security-address-lost';
}

async function* showSignIn({ page }: Visitor, product: ProductUnderTest): AsyncGenerator<string> {
  const account = await registerAccount(product);
  await open(page, '/auth');
  await page.getByRole('tab', { name: 'INITIALIZE' }).click();
  await page.getByLabel('ONI_ID').fill(uniqueName());
  await page.getByLabel('email').fill(account.email);
  await page.getByLabel('password').fill(GOOD_PASSWORD);
  await page.getByRole('button', { name: 'INITIALIZE' }).click();
  await page.getByText('Is this your address?').waitFor();
  yield 'auth-taken';
  await page.getByRole('button', { name: 'Mail me a link' }).click();
  await waitForText(page, 'If it is, a link is on its way to it.');
  yield 'auth-taken-sent';

  await secureAccount(product, account);
  await open(page, '/auth');
  await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor();
  await page.getByRole('button', { name: 'forgotten access key' }).click();
  await page.getByRole('link', { name: 'Reset by mail' }).waitFor();
  yield 'auth-passkey';
  await open(page, '/auth');
  await page.getByLabel('ONI_ID').fill(account.username);
  await page.getByLabel('password').fill(GOOD_PASSWORD);
  await page.getByRole('button', { name: 'ACCESS', exact: true }).click();
  await waitForHeading(page, 'One more step.');
  yield 'second-step-passkey';
  await page.getByRole('button', { name: 'Use the authenticator app instead' }).click();
  await page.getByLabel('Code of your authenticator app').fill('000000');
  await page.getByText('This code is not right.').waitFor();
  yield 'second-step-code';
  await page.getByRole('button', { name: 'Use a recovery code instead' }).click();
  await page.getByLabel('Recovery code').waitFor();
  yield 'second-step-recovery';
}

async function* showLinks({ context, page }: Visitor, product: ProductUnderTest): AsyncGenerator<string> {
  const { id: userId, email, ...account } = await registerAccount(product);
  const openLink = async (purpose: LinkPurpose): Promise<void> => {
    await open(
      page,
      await makeLinkPath(product, { purpose, userId: purpose === 'claim-email' ? null : userId, email }),
    );
  };
  await open(page, '/auth/reset');
  yield 'reset-request';
  const field = page.getByLabel('email');
  await field.fill('nobody');
  await field.press('Enter');
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  yield 'reset-request-error';
  await field.fill(email);
  await field.press('Enter');
  await page.getByText('the mail is on its way').waitFor();
  yield 'reset-request-sent';
  await openLink('reset-password');
  await page.getByRole('textbox', { name: 'New password' }).fill('Password1!');
  await page.keyboard.press('Enter');
  await waitForText(page, 'This password is too common.');
  yield 'link-reset-password';
  // Links that undo and disown work for the address that was verified last.
  await product.dataSource.query('UPDATE users SET recovery_email = email WHERE id = $1', [userId]);
  for (const purpose of [
    'verify-email',
    'claim-email',
    'undo-email',
    'disown-sign-in',
    'unsubscribe',
  ] as const) {
    await openLink(purpose);
    await waitForHeading(page, LINK_HEADINGS[purpose]);
    yield `link-${purpose}`;
  }
  await page.getByRole('button', { name: 'End the digest' }).click();
  await waitForHeading(page, 'The digest has ended.');
  yield 'link-done';
  await open(page, `/link/undo-email#${'x'.repeat(43)}`);
  await waitForHeading(page, 'This link no longer works.');
  yield 'link-expired';
  const restoreNetwork = await interceptRequests(page, '**/api/auth/links/check', (route) => route.abort());
  await openLink('disown-sign-in');
  await waitForHeading(page, 'The link could not be checked.');
  yield 'link-unchecked';
  restoreNetwork();
  await signInAs(context, { id: userId, email, ...account });
  await openLink('verify-email');
  await page.getByRole('button', { name: 'Verify this address' }).waitFor();
  yield 'link-verify-email-member';
}

const FEATURES: Readonly<Record<string, Show>> = {
  'ACC-110 ACC-118 ACC-143 the address and security of an account': showAccount,
  'ACC-113 ACC-115 ACC-117 the steps of a sign-in': showSignIn,
  'ACC-111 ACC-112 mailed links': showLinks,
};

test.describe('PER-004 fit the screen, meet WCAG 2 AA and work by keyboard:', () => {
  for (const [feature, show] of Object.entries(FEATURES)) {
    for (const screen of SCREEN_NAMES) {
      test(`${feature}, ${screen}`, async ({ product, visit }) => {
        const visitor = await visit(0, screen, 'localhost');
        const { page } = visitor;
        await page.emulateMedia({ reducedMotion: 'reduce' });
        for await (const view of show(visitor, product)) {
          await checkPage(page, view, screen);
          if (screen === 'desktop') expect(await findKeyboardProblems(page), view).toEqual([]);
        }
      });
    }
  }

  for (const screen of SCREEN_NAMES) {
    test(`ACC-011 the inbox of npm start, ${screen}`, async ({ product, visit }) => {
      const { page, expectedErrors } = await visit(0, screen);
      // Mails are shown without scripts, also those of a test.
      expectedErrors.push('Blocked script execution');
      const { email } = await registerAccount(product);
      const { html } = await product.waitForMail(email, 'Verify your address');
      const check = async (name: string): Promise<void> => {
        await savePicture(page, `${name}-${screen}`);
        expect(await findViolations(page), name).toEqual([]);
        expect(await measureOverflow(page), name).toBe(0);
      };
      await page.goto('/dev/mail');
      await page.getByRole('link', { name: email }).click();
      await page.frameLocator('iframe').getByRole('link', { name: 'Verify this address' }).waitFor();
      await check('inbox');
      if (screen === 'desktop') expect(await findKeyboardProblems(page)).toEqual([]);
      // As a mail program shows it, without the policy of the inbox.
      await page.goto('about:blank');
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await page.setContent(html);
        await check(`mail-${colorScheme}`);
      }
    });
  }
});
