import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { GOOD_PASSWORD } from '@oniverse/testing';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { pressKeyOn, tabTo } from './keyboard.js';
import { checkPage } from './check-page.js';
import { callApi, logIn, register, waitForText } from './members.js';
import { ProductUnderTest } from './product.js';

const COLUMNS = { desktop: 4, tablet: 3, mobile: 2 } as const;
const TABS = [
  ['profile', 'Who you are'],
  ['appearance', 'Site theme'],
  ['security', 'Your data'],
  ['hidden', 'Documents (0)'],
] as const;

const isStringRecord = (value: unknown): value is Record<string, string> =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every((text) => typeof text === 'string');

async function uploadHiddenPicture(page: Page, title: string): Promise<void> {
  const bytes = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#426' } })
    .png()
    .toBuffer();
  const ticket = await callApi(page, 'POST', '/api/objects/upload', {});
  if (!isStringRecord(ticket)) throw new Error('The upload ticket is malformed');
  const { uploadURL = '', objectPath = '' } = ticket;
  await page.request.put(uploadURL, { data: bytes, headers: { 'Content-Type': 'image/png' } });
  await callApi(page, 'POST', '/api/images', { title, imageUrl: objectPath, isPublic: false });
}

describe('settings in a real browser', () => {
  let product: ProductUnderTest;

  beforeAll(async () => {
    product = await ProductUnderTest.start({ alone: true });
  });

  afterEach(async () => {
    expect(await product.closeBrowsers()).toEqual([]);
  });

  afterAll(async () => {
    await product.stop();
  });

  it('THM-001 SET-004 SET-006..010 SET-017 SET-019 change and keep name, privacy and themes by keyboard', async () => {
    const { page } = await product.visit(0);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const username = await register(page, 'Vesper Lund');
    await page.goto('/settings');
    await tabTo(page, page.getByLabel('Oni name'));
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('Vega');
    expect(await page.getByLabel('Email').isEditable()).toBe(false);
    await expect(callApi(page, 'PATCH', '/api/users/profile', { email: 'new@example.org' })).rejects.toThrow(
      /400/u,
    );
    await page.getByLabel('Oni name').press('Enter');
    await waitForText(page, 'Your Oni ID and Oni name have been updated.');
    await pressKeyOn(page, page.getByRole('switch', { name: 'Public profile' }), 'Space');
    await waitForText(page, 'Only you can see your page now.');

    const visitor = await product.visit(0);
    expect((await visitor.page.goto(`/u/${username}`))?.status()).toBe(404);
    await visitor.page.getByRole('heading', { name: 'Page Not Found' }).waitFor();
    await pressKeyOn(page, page.getByRole('switch', { name: 'Public profile' }), 'Space');
    await waitForText(page, 'Others can find you again.');
    expect((await visitor.page.goto(`/u/${username}`))?.status()).toBe(200);
    await visitor.page.getByText('Vega', { exact: true }).waitFor();

    await page.reload();
    expect(await page.getByLabel('Oni name').inputValue()).toBe('Vega');
    await tabTo(page, page.getByRole('tab', { name: 'Profile' }));
    await page.keyboard.press('ArrowRight');
    await page.waitForURL(/tab=appearance/u);
    await tabTo(page, page.getByRole('radio', { name: 'Dark' }).first());
    await page.keyboard.press('ArrowRight');
    await page.locator('html[data-mode="light"]').waitFor();
    await pressKeyOn(page, page.getByRole('switch', { name: 'Scanlines' }), 'Space');
    await page.locator('html[data-effects-off~="scanlines"]').waitFor();
    await tabTo(page, page.getByRole('radio', { name: 'Main Theme (Cyberpunk)' }));
    await page.keyboard.press('ArrowRight');
    await pressKeyOn(page, page.getByRole('button', { name: 'Save appearance' }));
    await waitForText(page, 'Your profile theme has been updated.');
    await visitor.page.reload();
    await visitor.page.locator('[data-theme="90s-computer"] .pbar').waitFor();
  });

  it('sign another browser out immediately when its session is ended', async () => {
    const { page } = await product.visit(0);
    const username = await register(page, 'Vesper Lund');
    const other = await product.visit(0);
    await logIn(other.page, username);
    await other.page.getByRole('button', { name: 'Vesper Lund' }).waitFor();

    await page.goto('/settings?tab=security');
    await pressKeyOn(page, page.getByRole('button', { name: /^End the session on/u }));
    await waitForText(page, 'That device is signed out.');
    await other.page.getByRole('link', { name: 'MY ONI' }).waitFor();
    expect(await other.page.evaluate(() => localStorage.getItem('sessionId'))).toBeNull();
    expect(await page.getByText('This session', { exact: true }).count()).toBe(1);
  });

  it('export the member’s data as a ZIP and erase the account', async () => {
    const { page } = await product.visit(0);
    const username = await register(page, 'Vesper Lund');
    await page.goto('/settings?tab=security');
    await page.getByRole('button', { name: 'Prepare an export' }).click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download the export' }).click(),
    ]);
    const bytes = await readFile(await file.path());
    expect(bytes.subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004');
    for (const name of ['account.json', 'profile.md']) expect(bytes.includes(name)).toBe(true);
    await page.getByRole('button', { name: 'Prepare an export' }).waitFor();

    await page.getByRole('button', { name: 'Erase my account' }).click();
    await page.getByLabel(`Type ${username} to confirm`).fill(username);
    const password = page.getByRole('dialog').getByLabel('Password');
    await password.fill('Wrong-pass1!');
    await password.press('Enter');
    await waitForText(page, 'Current password is incorrect.');
    await password.fill(GOOD_PASSWORD);
    await password.press('Enter');
    await waitForText(page, 'Your node has left the constellation.');
    await page.getByRole('link', { name: 'MY ONI' }).waitFor();
    expect((await page.goto(`/u/${username}`))?.status()).toBe(404);
  });

  it.each(['desktop', 'tablet', 'mobile'] as const)(
    'HID-001 HID-003 HID-004 HID-006 HID-010 show every tab accessibly and hidden pictures in columns, %s',
    async (screen) => {
      const { page } = await product.visitAs('Vesper Lund', 0, screen);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.goto('/settings');
      for (const title of ['Moon', 'Sea']) await uploadHiddenPicture(page, title);
      for (const [tab, heading] of TABS) {
        await page.goto(`/settings?tab=${tab}`);
        await page.getByRole('heading', { name: heading }).waitFor();
        if (tab === 'hidden') await page.getByRole('img', { name: 'Moon' }).waitFor();
        if (tab === 'appearance') await page.getByRole('radio', { name: '90s Computer' }).click();
        if (tab === 'security') {
          await page.getByRole('button', { name: 'Erase my account' }).click();
          await page.getByRole('dialog', { name: 'Erase your account' }).waitFor();
          await checkPage(page, 'settings-erase', screen);
          await page.getByRole('button', { name: 'Cancel' }).click();
        }
        await checkPage(page, `settings-${tab}`, screen);
      }
      const columns = await page
        .locator('.gridh')
        .evaluate((grid) => getComputedStyle(grid).gridTemplateColumns.split(' ').length);
      expect(columns).toBe(COLUMNS[screen]);
      await pressKeyOn(page, page.getByRole('button', { name: 'Delete Sea' }));
      await waitForText(page, 'Are you sure you want to permanently delete this hidden image?');
      await checkPage(page, 'settings-hidden-delete', screen);
      await pressKeyOn(page, page.getByRole('button', { name: 'Cancel' }));
      await pressKeyOn(page, page.getByRole('button', { name: 'Unhide Moon' }));
      await waitForText(page, 'Image is now visible in your album.');
      await page.getByRole('img', { name: 'Moon' }).waitFor({ state: 'detached' });
      await page.getByRole('img', { name: 'Sea' }).waitFor();
    },
  );
});
