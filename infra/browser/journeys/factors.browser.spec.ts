import { expect, type Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { waitForHydration } from '../hydration.js';
import { enterPassword, logOut, register, waitForText } from '../members.js';
import { test } from '../product.js';

const STEP_MS = 30_000;

async function openSecurity(page: Page): Promise<void> {
  await page.goto('/settings?tab=security');
  await waitForHydration(page);
  await page.getByRole('button', { name: 'Add a passkey' }).waitFor();
}

/** Returns the code of an authenticator app for the current step, or a later one. */
const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * STEP_MS });

test.describe('second factors', () => {
  test('ACC-113 ACC-114 ask for the code of an app, accept a recovery code, and show both in the activity', async ({
    visit,
  }) => {
    const { page } = await visit(0, 'desktop', 'localhost');
    const username = await register(page, 'Otto');
    await openSecurity(page);
    await page.getByRole('button', { name: 'Set up an app' }).click();
    await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
    const key = await page
      .locator('code')
      .filter({ hasText: /^[A-Z2-7 ]{32,}$/u })
      .innerText();
    const secret = key.replaceAll(' ', '');
    const field = page.getByLabel('Six-digit code');
    // The field lies over the cells that show its digits.
    await field.click();
    await field.fill(codeOf(secret));
    await page.getByRole('button', { name: 'Turn on' }).click();
    const codes = page.getByRole('list', { name: 'Your recovery codes' }).getByRole('listitem');
    await expect(codes).toHaveCount(10);
    const [recoveryCode = ''] = await codes.allInnerTexts();

    await logOut(page, 'Otto');
    await enterPassword(page, username);
    await page.getByRole('heading', { name: 'One more step.' }).waitFor();
    await page.getByLabel('Code of your authenticator app').fill('000000');
    await page.getByText('This code is not right.').waitFor();
    // The app was turned on with the code of an earlier step.
    await page.getByLabel('Code of your authenticator app').fill(codeOf(secret, 1));
    await page.waitForURL('**/homepage');

    // The phone is lost.
    await logOut(page, 'Otto');
    await enterPassword(page, username);
    await page.getByRole('button', { name: 'Use a recovery code instead' }).click();
    await page.getByLabel('Recovery code').fill(recoveryCode.toLowerCase());
    await page.keyboard.press('Enter');
    await page.waitForURL('**/homepage');
    await openSecurity(page);
    await waitForText(page, '9 of 10 left');
    await page.getByRole('button', { name: 'Turn off', exact: true }).click();
    await page.getByRole('button', { name: 'Turn off app' }).click();
    await waitForText(page, 'Authenticator app turned off');
    for (const sentence of [
      'Authenticator app turned on',
      'Second factor refused',
      'Signed in with the authenticator app',
      'Recovery code used, 9 left',
      'Signed in with a recovery code',
    ]) {
      await waitForText(page, sentence);
    }
  });

  test('ACC-115 sign in with a passkey alone, confirm with it, and use it as the second factor', async ({
    visit,
  }) => {
    const { page, context } = await visit(0, 'desktop', 'localhost');
    const username = await register(page, 'Nia');
    const devtools = await context.newCDPSession(page);
    await devtools.send('WebAuthn.enable');
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    await openSecurity(page);
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByLabel('Name of the passkey').fill('Laptop');
    await page.getByRole('button', { name: 'Create passkey' }).click();
    await page.getByRole('list', { name: 'Your recovery codes' }).waitFor();
    await waitForText(page, 'Laptop');

    await page.getByRole('button', { name: 'Lock now' }).click();
    await waitForText(page, 'Changes on this page are locked.');
    await page.getByRole('button', { name: 'Confirm it is you' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Use a passkey' }).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByText(/^You confirmed it is you at/u).waitFor();

    await logOut(page, 'Nia');
    await page.goto('/auth');
    await waitForHydration(page);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor();
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.waitForURL('**/homepage');

    await logOut(page, 'Nia');
    await enterPassword(page, username);
    await page.getByRole('button', { name: 'Use a passkey', exact: true }).click();
    await page.waitForURL('**/homepage');
    await openSecurity(page);
    await waitForText(page, 'Passkey added: Laptop');
    await waitForText(page, 'Confirmed with a passkey');
  });
});
