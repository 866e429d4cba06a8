import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { GOOD_PASSWORD, uniqueName } from '@oniverse/testing';
import type { Page } from 'playwright-core';
import { alive } from './alive.js';
import { press, tabTo } from './keys.js';
import { register } from './members.js';
import { ProductUnderTest } from './product.js';

async function write(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, page.getByLabel(label, { exact: true }));
  await page.keyboard.type(text);
}

/** What a visitor does, with nothing but a keyboard. */
describe('by keyboard alone', () => {
  let product: ProductUnderTest;

  beforeAll(async () => {
    product = await ProductUnderTest.start();
  });

  afterEach(async () => {
    expect(await product.leave()).toEqual([]);
  });

  afterAll(async () => {
    await product.stop();
  });

  const pathOf = (page: Page) => new URL(page.url()).pathname;
  /** Where the keys go, once whatever is on its way has come back. */
  const focused = (page: Page, label: string) =>
    page.waitForFunction(
      (name) =>
        document.activeElement instanceof HTMLInputElement &&
        document.activeElement.labels?.[0]?.textContent === name,
      label,
    );

  it('LND-010 WTL-009 WTL-012 WTL-015 a spot on the waitlist is claimed, in spite of a mistake and of the network', async () => {
    const { page } = await product.visit(0);
    await page.goto('/');
    await alive(page);
    await page.getByRole('form', { name: 'Waitlist' }).waitFor();
    await write(page, 'email', uniqueName());
    await page.keyboard.press('Enter');
    await page.getByText('please enter a valid email address').waitFor();
    await focused(page, 'email');
    await page.keyboard.type('@example.org');
    await write(page, 'oni_id', uniqueName());
    await write(page, 'access_key', GOOD_PASSWORD);
    await page.route('**/api/waitlist', (route) => route.abort());
    await page.keyboard.press('Enter');
    await page.getByText('connection failed. try again.').waitFor();
    await focused(page, 'access_key');
    await page.unroute('**/api/waitlist');
    await press(page, page.getByRole('button', { name: 'claim your spot' }));
    await page.getByText('confirmed. constellation forming...').waitFor();
  });

  it('AUT-001 AUT-018 AUT-022 NAV-014 AUT-017 AUT-047 THM-001 TOA-005 an account is made, left and entered again', async () => {
    const { page } = await product.visit(0);
    const username = uniqueName();
    await page.goto('/');
    await alive(page);
    await tabTo(page, page.getByRole('link', { name: 'MY ONI' }));
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByRole('tab', { name: 'ACCESS' }));
    await page.keyboard.press('ArrowRight');
    await page.getByRole('heading', { name: 'Take your place.' }).waitFor();
    await write(page, 'ONI_ID', username);
    await write(page, 'email', `${username}@example.org`);
    await write(page, 'password', GOOD_PASSWORD);
    await write(page, 'Oni name', 'Otto');
    await tabTo(page, page.getByRole('button', { name: 'INITIALIZE' }));
    await page.keyboard.press('Enter');
    await page.waitForURL('**/homepage');
    await page.getByText('Welcome to Oniverse!', { exact: true }).waitFor();

    await tabTo(page, page.getByRole('button', { name: 'Otto' }));
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByRole('button', { name: 'Logout' }));
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'MY ONI' }).waitFor();
    expect(await page.evaluate(() => localStorage.getItem('sessionId'))).toBeNull();
    expect(pathOf(page)).toBe('/');

    const theme = page.getByRole('button', { name: /^Theme:/ });
    await press(page, theme);
    await page.locator('html[data-mode="light"]').waitFor();
    for (let press = 0; press < 2; press++) await page.keyboard.press('Enter');
    await page.locator('html[data-mode="dark"]').waitFor();

    await tabTo(page, page.getByRole('form', { name: 'access' }).getByLabel('ONI_ID'));
    await page.keyboard.type(username);
    await write(page, 'password', 'not the key');
    await page.keyboard.press('Enter');
    await page.getByText('Connection Failed', { exact: true }).waitFor();
    await focused(page, 'password');
    await page.keyboard.press('F8');
    await press(page, page.getByRole('button', { name: 'Dismiss' }));
    await page.getByText('Connection Failed', { exact: true }).waitFor({ state: 'detached' });
    await tabTo(page, page.getByLabel('password', { exact: true }));
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(GOOD_PASSWORD);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/constellation');
    await page.getByText('Connection Established', { exact: true }).waitFor();
  });

  it('NAV-017 NAV-018 the narrow menu is opened, walked and left', async () => {
    const { page } = await product.visit(0, 'tablet');
    await page.goto('/purpose');
    await tabTo(page, page.getByRole('button', { name: 'Open menu' }));
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByRole('link', { name: 'MY ONI' }));
    await page.keyboard.press('Escape');
    expect(await page.getByRole('button', { name: 'Open menu' }).evaluate((e) => e.matches(':focus'))).toBe(
      true,
    );
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByRole('link', { name: 'Star Fuel' }));
    await page.keyboard.press('Enter');
    await page.waitForURL('**/fund');
    await page.getByRole('button', { name: 'Open menu' }).waitFor();
  });

  it('NAV-014 NAV-017 a member leaves by the narrow menu', async () => {
    const { page } = await product.visitAs('Otto', 1, 'mobile');
    await page.goto('/settings');
    await page.getByRole('heading', { name: 'Oni Settings' }).waitFor();
    await press(page, page.getByRole('button', { name: 'Open menu' }));
    await press(page, page.getByRole('button', { name: 'Logout' }));
    await page.getByRole('button', { name: 'claim your spot' }).waitFor();
    expect(pathOf(page)).toBe('/');
    await press(page, page.getByRole('button', { name: 'Open menu' }));
    await page.getByRole('link', { name: 'MY ONI' }).waitFor();
  });

  it('the first thing on every page leads past the navigation', async () => {
    const { page } = await product.visit(0);
    for (const path of ['/', '/auth', '/purpose', '/instructions', '/fund']) {
      await page.goto(path);
      await alive(page);
      await page.keyboard.press('Tab');
      const skip = page.getByRole('link', { name: 'Skip to the content' });
      expect([path, await skip.evaluate((link) => link === document.activeElement)]).toEqual([path, true]);
      await page.keyboard.press('Enter');
      expect([path, await page.evaluate(() => document.activeElement?.id)]).toEqual([path, 'content']);
    }
  });

  it('an invitation that was opened without an account is come back to with one', async () => {
    const { page } = await product.visit(1);
    await page.goto('/dimensions/invite/aB3-_9');
    await page.getByRole('link', { name: 'MY ONI' }).waitFor();
    await page.waitForFunction(() => sessionStorage.length > 0);
    await register(page, 'Vesper', '**/dimensions/invite/aB3-_9');
    await page.waitForFunction(() => sessionStorage.getItem('oni-destination') === null);
  });
});
