import { expect, type Page } from '@playwright/test';
import { chooseMenuItem, chooseOption, pressKeyOn, tabTo, waitForDialog } from '../keyboard.js';
import { callApi, waitForText } from '../members.js';
import { test } from '../product.js';

const LONG = `# A long winter\n\n${'The snow came at four and stayed.\n\n'.repeat(40)}#snow`;

const card = (page: Page, title: string) => page.getByRole('article', { name: title, exact: true });

test.describe('the archive in a real browser', () => {
  test('GAP-091 ARC-013 ARC-014 ARC-015 ARC-017 ARC-019..022 HID-011 archives, edits, hides, shows and deletes a profile by keyboard', async ({
    visitAs,
  }) => {
    const { page } = await visitAs('Vesper Lund', 0);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('/profile');
    await pressKeyOn(page, page.getByRole('button', { name: 'EDIT_PROFILE' }));
    await tabTo(page, page.getByRole('textbox', { name: 'Profile markdown' }));
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.insertText(LONG);
    await page.keyboard.press('ControlOrMeta+s');
    await waitForText(page, 'Profile Updated');
    await pressKeyOn(page, page.getByRole('button', { name: 'EDIT_PROFILE' }));
    await pressKeyOn(page, page.getByRole('button', { name: 'ARCHIVE_PROFILE' }));
    await waitForDialog(page, 'Archive this profile');
    await page.keyboard.type('First winter');
    await page.keyboard.press('Enter');
    await waitForText(page, 'Profile Archived');

    await pressKeyOn(page, page.getByRole('link', { name: 'ARCHIVE', exact: true }));
    await pressKeyOn(
      page,
      card(page, 'First winter').getByRole('button', { name: 'First winter', exact: true }),
    );
    const text = page.getByRole('region', { name: 'First winter' });
    await text.getByRole('heading', { name: 'A long winter' }).waitFor();
    const [shown, whole] = await text.evaluate((box) => [box.clientHeight, box.scrollHeight] as const);
    expect(shown).toBe(24 * 16);
    expect(whole).toBeGreaterThan(shown);
    await tabTo(page, text);
    await page.keyboard.press('End');
    await page.waitForFunction(() => (document.querySelector('.archive-card__content')?.scrollTop ?? 0) > 0);

    const menu = (title: string) => page.getByRole('button', { name: `Menu of ${title}` });
    await chooseMenuItem(page, menu('First winter'), 'Edit');
    await waitForDialog(page, 'Edit profile archive');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('The winter page');
    await page.keyboard.press('Enter');
    await waitForText(page, 'Archive updated');
    await chooseMenuItem(page, menu('The winter page'), 'Hide');
    await waitForText(page, 'Archive hidden');
    await card(page, 'The winter page').waitFor({ state: 'detached' });

    await page.goto('/settings?tab=hidden');
    await page.getByRole('heading', { name: 'Documents (1)' }).waitFor();
    await pressKeyOn(page, page.getByRole('button', { name: 'Unhide The winter page' }));
    await page.getByRole('heading', { name: 'Documents (0)' }).waitFor();
    await page.goto('/archive');
    await chooseMenuItem(page, menu('The winter page'), 'Delete');
    await waitForText(page, 'Are you sure you want to permanently delete this profile archive?');
    await pressKeyOn(page, page.getByRole('button', { name: 'Delete archive' }));
    await waitForText(page, 'Archive deleted');
    await card(page, 'The winter page').waitFor({ state: 'detached' });
  });

  test('CAP-001 CAP-003 CAP-006..009 CAP-011..014 PST-013 PST-014 PST-015 groups archived items in capsules and keeps them when a capsule is deleted', async ({
    visitAs,
  }) => {
    const { page } = await visitAs('Vesper Lund', 0);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('/archive');
    await callApi(page, 'POST', '/api/posts', { title: 'Snow at four', content: 'It stayed. #snow' });
    await callApi(page, 'POST', '/api/posts', { title: 'Fog', content: 'Nothing to see.' });
    await callApi(page, 'POST', '/api/profile-archives', {
      title: 'Autumn page',
      markdownContent: 'Leaves.',
    });
    await page.goto('/homepage?posts=mine');
    for (const title of ['Snow at four', 'Fog']) {
      const post = card(page, title);
      await post.getByRole('button', { name: 'Archive' }).click();
      await waitForText(page, 'Post moved to your archive.');
      await post.waitFor({ state: 'detached' });
    }

    await page.goto('/archive');
    await pressKeyOn(page, page.getByRole('button', { name: 'New Capsule' }));
    await waitForDialog(page, 'New Capsule');
    await page.keyboard.type('Winter');
    await tabTo(page, page.getByRole('textbox', { name: 'Tags' }));
    await page.keyboard.type('snow');
    await page.keyboard.press('Enter');
    await waitForText(page, 'Capsule Created');
    await chooseMenuItem(page, page.getByRole('button', { name: 'Menu of Autumn page' }), 'Edit');
    await chooseOption(page, page.getByRole('combobox', { name: 'Capsule' }), 'Winter');
    await pressKeyOn(page, page.getByRole('button', { name: 'Save archive' }));
    await waitForText(page, 'Archive updated');

    await pressKeyOn(page, page.getByRole('button', { name: /^Winter/u }));
    await page.waitForURL(/capsule=/u);
    await card(page, 'Fog').waitFor({ state: 'detached' });
    await card(page, 'Autumn page').waitFor();
    await card(page, 'Snow at four').waitFor();
    await page.reload();
    await card(page, 'Snow at four').waitFor();
    expect(await card(page, 'Fog').count()).toBe(0);
    const snow = card(page, 'Snow at four');
    await pressKeyOn(page, snow.getByRole('button', { name: 'Make private' }));
    await waitForText(page, 'Post visibility has been changed.');
    await snow.getByText('Private', { exact: true }).waitFor();

    await chooseMenuItem(page, page.getByRole('button', { name: 'Capsule menu' }), 'Edit capsules');
    await pressKeyOn(page, page.getByRole('button', { name: 'Rename Winter' }));
    await page.keyboard.type('Lost');
    await page.keyboard.press('Escape');
    await pressKeyOn(page, page.getByRole('button', { name: 'Rename Winter' }));
    await page.keyboard.type('Long winter');
    await page.keyboard.press('Enter');
    await waitForText(page, 'Capsule updated');
    await pressKeyOn(page, page.getByRole('button', { name: 'Stop Editing' }));
    await chooseMenuItem(page, page.getByRole('button', { name: 'Capsule menu' }), 'Delete capsules');
    await pressKeyOn(page, page.getByRole('button', { name: 'Delete Long winter' }));
    await waitForText(page, 'Delete capsule "Long winter"? Content will be preserved.');
    await pressKeyOn(page, page.getByRole('button', { name: 'Delete capsule' }));
    await waitForText(page, 'Capsule deleted');
    await card(page, 'Fog').waitFor();
    await card(page, 'Autumn page').getByText('no capsule').waitFor();
    await card(page, 'Snow at four').getByRole('button', { name: 'Unarchive' }).click();
    await card(page, 'Snow at four').waitFor({ state: 'detached' });
    await page.goto('/homepage?posts=mine');
    await card(page, 'Snow at four').waitFor();
  });
});
