import { expect } from '@playwright/test';
import { pressKeyOn, tabTo } from '../keyboard.js';
import { callApi, register, waitForText } from '../members.js';
import { SCREENS, test } from '../product.js';
import { uploadPicture } from '../uploads.js';

const COLUMNS = { desktop: 4, tablet: 3, mobile: 2 } as const;

test.describe('settings in a real browser', () => {
  test('THM-001 SET-004 SET-006..010 SET-017 SET-019 change and keep name, privacy and themes by keyboard', async ({
    visit,
  }) => {
    const { page } = await visit(0);
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

    const visitor = await visit(0);
    expect((await visitor.page.goto(`/u/${username}`))?.status()).toBe(404);
    await visitor.page.getByRole('heading', { name: 'Page Not Found' }).waitFor();
    await pressKeyOn(page, page.getByRole('switch', { name: 'Public profile' }), 'Space');
    await waitForText(page, 'Others can find you again.');
    expect((await visitor.page.goto(`/u/${username}`))?.status()).toBe(200);
    await visitor.page.locator('.status-bar').getByText('Vega', { exact: true }).waitFor();

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
    await visitor.page.locator('[data-theme="90s-computer"] .status-bar').waitFor();
  });

  test('HID-001 HID-003 HID-004 HID-006 HID-010 show hidden pictures in columns, and delete and show them by keyboard', async ({
    visitAs,
  }) => {
    const { page } = await visitAs('Vesper Lund', 0);
    await page.goto('/settings');
    for (const title of ['Moon', 'Sea']) await uploadPicture(page, { title, isPublic: false });
    await page.goto('/settings?tab=hidden');
    await page.getByRole('img', { name: 'Moon' }).waitFor();
    for (const screen of ['desktop', 'tablet', 'mobile'] as const) {
      await page.setViewportSize(SCREENS[screen].viewport);
      await expect
        .poll(() =>
          page
            .locator('.hidden-grid')
            .evaluate((grid) => getComputedStyle(grid).gridTemplateColumns.split(' ').length),
        )
        .toBe(COLUMNS[screen]);
    }
    await pressKeyOn(page, page.getByRole('button', { name: 'Delete Sea' }));
    await waitForText(page, 'Are you sure you want to permanently delete this hidden image?');
    await pressKeyOn(page, page.getByRole('button', { name: 'Cancel' }));
    await pressKeyOn(page, page.getByRole('button', { name: 'Unhide Moon' }));
    await waitForText(page, 'Image is now visible in your album.');
    await page.getByRole('img', { name: 'Moon' }).waitFor({ state: 'detached' });
    await page.getByRole('img', { name: 'Sea' }).waitFor();
  });
});
