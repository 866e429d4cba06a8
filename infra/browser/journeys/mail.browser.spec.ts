import { GOOD_PASSWORD } from '@oniverse/testing';
import { expect, type Page } from '@playwright/test';
import { waitForHydration } from '../hydration.js';
import { pressKeyOn, tabTo } from '../keyboard.js';
import { logOut, register, waitForText } from '../members.js';
import { test } from '../product.js';

const NEW_PASSWORD = 'Moth&Lantern7';

const addressOf = (username: string): string => `${username}@example.org`;

const waitForHeading = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('heading', { name }).first().waitFor();

async function fillIn(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, page.locator('input').and(page.getByLabel(label, { exact: true })));
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}

async function enterPassword(page: Page, username: string, password: string): Promise<void> {
  await page.goto('/auth');
  await waitForHydration(page);
  await fillIn(page, 'ONI_ID', username);
  await fillIn(page, 'password', password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/homepage');
}

/** Opens a mailed link, whose token leaves the address bar, and presses a button of its page. */
async function follow(page: Page, link: string, button: string): Promise<void> {
  await page.goto(link);
  await page.waitForURL(({ hash }) => hash === '');
  await pressKeyOn(page, page.getByRole('button', { name: button }));
}

async function setPassword(page: Page, password: string): Promise<void> {
  await fillIn(page, 'New password', password);
  await page.keyboard.press('Enter');
}

/** Waits until a device is signed out. */
const waitUntilSignedOut = async (page: Page): Promise<void> => {
  await page.waitForFunction(() => localStorage.getItem('sessionId') === null);
};

/** All steps are taken with the keyboard. */
test.describe('an account with mail', () => {
  test('ACC-110 ACC-111 ACC-112 verifies its address, and is recovered by mail after its password is lost', async ({
    product,
    visit,
  }) => {
    const { page } = await visit(0, 'desktop', 'localhost');
    const username = await register(page, 'Vesper Lund');
    const address = addressOf(username);
    const notice = page.getByRole('complementary', { name: 'Your account' });
    await notice.getByText('is not verified yet').waitFor();
    const { link: verification } = await product.waitForMail(address, 'Verify your address');
    await follow(page, verification, 'Verify this address');
    await waitForHeading(page, 'Verified.');
    await pressKeyOn(page, page.getByRole('link', { name: 'Go to your homepage' }));
    await waitForHeading(page, /Vesper Lund/u);
    await expect(notice).toHaveCount(0);
    await page.goto(verification);
    await waitForHeading(page, 'This link no longer works.');
    await page.getByRole('link', { name: 'Open the security settings' }).waitFor();

    await page.goto('/homepage');
    await logOut(page, 'Vesper Lund');
    await page.goto('/auth');
    await pressKeyOn(page, page.getByRole('button', { name: 'forgotten access key' }));
    await page.getByText('Contact system administrator for password reset assistance.').waitFor();
    await page.keyboard.press('F8');
    await pressKeyOn(page, page.getByRole('link', { name: 'Reset by mail' }));
    await page.waitForURL('**/auth/reset');
    await fillIn(page, 'email', address);
    await page.keyboard.press('Enter');
    await page.getByText('the mail is on its way').waitFor();
    const { link: reset } = await product.waitForMail(address, 'Reset your password');
    await page.goto(reset);
    await setPassword(page, 'Password1!');
    await waitForText(page, 'This password is too common.');
    await setPassword(page, NEW_PASSWORD);
    await page.waitForURL('**/auth');
    await page.getByText('Sign in with your new password.').waitFor();
    await enterPassword(page, username, NEW_PASSWORD);
    await product.waitForMail(address, 'Your password was reset');

    // A used link leads to a new one, which expires.
    await page.goto(reset);
    await waitForHeading(page, 'This link no longer works.');
    await pressKeyOn(page, page.getByRole('link', { name: 'Ask for a new link' }));
    await fillIn(page, 'email', address);
    await page.keyboard.press('Enter');
    const { link: late } = await product.waitForMail(address, 'Reset your password', 1);
    await product.dataSource.query('UPDATE account_tokens SET expires_at = now() WHERE email = $1', [
      address,
    ]);
    await page.goto(late);
    await waitForHeading(page, 'This link no longer works.');
  });

  test('ACC-116 changes its address at once, and gets the previous one back by its link', async ({
    product,
    visit,
  }) => {
    const { page } = await visit(0, 'desktop', 'localhost');
    const username = await register(page, 'Wanda');
    const address = addressOf(username);
    const { link } = await product.waitForMail(address, 'Verify your address');
    await follow(page, link, 'Verify this address');
    await waitForHeading(page, 'Verified.');
    const phone = await visit(1, 'mobile');
    await enterPassword(phone.page, username, GOOD_PASSWORD);
    await page.goto('/settings?tab=security');
    await pressKeyOn(page, page.getByRole('button', { name: 'Change address' }));
    await fillIn(page, 'New address', addressOf(`other.${username}`));
    await page.keyboard.press('Enter');
    await page.getByText('Address changed', { exact: true }).waitFor();
    await product.waitForMail(addressOf(`other.${username}`), 'Verify your address');

    const { link: undo } = await product.waitForMail(address, 'was changed');
    const reader = await visit(0, 'desktop', 'localhost');
    await follow(reader.page, undo, 'Undo the change');
    await waitForHeading(reader.page, 'It is your address again.');
    for (const device of [page, phone.page]) await waitUntilSignedOut(device);
    await reader.page.goto((await product.waitForMail(address, 'Reset your password')).link);
    await setPassword(reader.page, NEW_PASSWORD);
    await reader.page.waitForURL('**/auth');
    await enterPassword(reader.page, username, NEW_PASSWORD);
    await reader.page.goto('/settings?tab=security');
    await waitForText(reader.page, address);
    await reader.page.goto(undo);
    await waitForHeading(reader.page, 'This link no longer works.');
  });

  test('ACC-117 ACC-118 loses an address that it never verified to the owner', async ({ product, visit }) => {
    const squatter = await visit(0, 'desktop', 'localhost');
    const address = addressOf(await register(squatter.page, 'Sly'));
    const { page } = await visit(0, 'mobile', 'localhost');
    const fillRegistration = async (): Promise<void> => {
      await fillIn(page, 'ONI_ID', `o_${address.split('@')[0]}`.slice(0, 20));
      await fillIn(page, 'password', NEW_PASSWORD);
      await fillIn(page, 'Oni name', 'The owner');
    };
    await page.goto('/auth');
    await tabTo(page, page.getByRole('tab', { name: 'ACCESS' }));
    await page.keyboard.press('ArrowRight');
    await waitForHeading(page, 'Take your place.');
    await fillRegistration();
    await fillIn(page, 'email', address);
    await page.keyboard.press('Enter');
    await page.getByText('Is this your address?').waitFor();
    await pressKeyOn(page, page.getByRole('button', { name: 'Mail me a link' }));
    await waitForText(page, 'If it is, a link is on its way to it.');
    await page.goto((await product.waitForMail(address, 'Your address on')).link);
    await expect(page.getByLabel('email')).toHaveValue(address);
    await fillRegistration();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/homepage');
    await waitForHeading(page, /The owner/u);
    await expect(page.getByRole('complementary', { name: 'Your account' })).toHaveCount(0);
    // Without a reload.
    await squatter.page.getByText('now belongs to the member who proved').waitFor();
  });
});
