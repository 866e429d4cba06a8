import { readFile } from 'node:fs/promises';
import { GOOD_PASSWORD } from '@oniverse/testing';
import { expect } from '@playwright/test';
import { pressKeyOn } from '../keyboard.js';
import { logIn, register, waitForText } from '../members.js';
import { test } from '../product.js';

test.describe('settings of the account', () => {
  test('sign another browser out immediately when its session is ended', async ({ visit }) => {
    const { page } = await visit(0);
    const username = await register(page, 'Vesper Lund');
    const other = await visit(0);
    await logIn(other.page, username);
    await other.page.getByRole('button', { name: 'Vesper Lund' }).waitFor();

    await page.goto('/settings?tab=security');
    await pressKeyOn(page, page.getByRole('button', { name: /^End session on/u }));
    await waitForText(page, 'That device is signed out.');
    await other.page.getByRole('link', { name: 'MY ONI' }).waitFor();
    expect(await other.page.evaluate(() => localStorage.getItem('sessionId'))).toBeNull();
    expect(await page.getByText('this session', { exact: true }).count()).toBe(1);
  });

  test('export the member’s data as a ZIP and erase the account', async ({ visit }) => {
    const { page } = await visit(0);
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
});
