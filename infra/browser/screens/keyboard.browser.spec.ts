import { GOOD_PASSWORD, uniqueName } from '@oniverse/testing';
import { expect, type Page } from '@playwright/test';
import { waitForHydration } from '../hydration.js';
import { interceptRequests } from '../intercept.js';
import { chooseMenuItem, pressKeyOn, tabTo } from '../keyboard.js';
import { callApi, enterDimension, locateMessage, register } from '../members.js';
import { test } from '../product.js';

async function fillByKeyboard(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, page.getByLabel(label, { exact: true }));
  await page.keyboard.type(text);
}

test.describe('keyboard operation', () => {
  const waitForPath = (page: Page, path: string) => page.waitForURL(({ pathname }) => pathname === path);
  const waitForFocus = (page: Page, label: string) =>
    page.waitForFunction(
      (name) =>
        document.activeElement instanceof HTMLInputElement &&
        document.activeElement.labels?.[0]?.textContent === name,
      label,
    );

  test('LND-010 WTL-009 WTL-012 WTL-015 claims a waitlist spot after a mistake and a network error', async ({
    visit,
  }) => {
    const { page } = await visit(0);
    await page.goto('/');
    await waitForHydration(page);
    await page.getByRole('form', { name: 'Waitlist' }).waitFor();
    await fillByKeyboard(page, 'email', uniqueName());
    await page.keyboard.press('Enter');
    await page.getByText('please enter a valid email address').waitFor();
    await waitForFocus(page, 'email');
    await page.keyboard.type('@example.org');
    await fillByKeyboard(page, 'oni_id', uniqueName());
    await fillByKeyboard(page, 'access_key', GOOD_PASSWORD);
    const restoreNetwork = await interceptRequests(page, '**/api/waitlist', (route) => route.abort());
    await page.keyboard.press('Enter');
    await page.getByText('connection failed. try again.').waitFor();
    await waitForFocus(page, 'access_key');
    restoreNetwork();
    await pressKeyOn(page, page.getByRole('button', { name: 'claim your spot' }));
    await page.getByText('confirmed. constellation forming...').waitFor();
  });

  test('AUT-001 AUT-018 AUT-022 NAV-014 AUT-017 AUT-047 THM-001 TOA-005 registers, logs out and logs in again', async ({
    visit,
  }) => {
    const { page } = await visit(0);
    const username = uniqueName();
    await page.goto('/');
    await waitForHydration(page);
    await pressKeyOn(page, page.getByRole('link', { name: 'MY ONI' }));
    // The landing page has the same tabs.
    await page.getByRole('heading', { name: 'Welcome back.' }).waitFor();
    await tabTo(page, page.getByRole('tab', { name: 'ACCESS' }));
    await page.keyboard.press('ArrowRight');
    await page.getByRole('heading', { name: 'Take your place.' }).waitFor();
    await fillByKeyboard(page, 'ONI_ID', username);
    await fillByKeyboard(page, 'email', `${username}@example.org`);
    await fillByKeyboard(page, 'password', GOOD_PASSWORD);
    await fillByKeyboard(page, 'Oni name', 'Otto');
    await tabTo(page, page.getByRole('button', { name: 'INITIALIZE' }));
    await page.keyboard.press('Enter');
    await Promise.all([
      page.waitForURL('**/homepage'),
      page.getByText('Welcome to Oniverse!', { exact: true }).waitFor(),
    ]);
    await page.getByRole('textbox', { name: 'Title' }).waitFor();

    await tabTo(page, page.getByRole('button', { name: 'Otto' }));
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByRole('button', { name: 'Logout' }));
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'MY ONI' }).waitFor();
    expect(await page.evaluate(() => localStorage.getItem('sessionId'))).toBeNull();
    await waitForPath(page, '/');

    const theme = page.getByRole('button', { name: /^Theme:/ });
    await pressKeyOn(page, theme);
    await page.locator('html[data-mode="light"]').waitFor();
    for (let press = 0; press < 2; press++) await page.keyboard.press('Enter');
    await page.locator('html[data-mode="dark"]').waitFor();

    await tabTo(page, page.getByRole('form', { name: 'access' }).getByLabel('ONI_ID'));
    await page.keyboard.type(username);
    await fillByKeyboard(page, 'password', 'not the key');
    await page.keyboard.press('Enter');
    await page.getByText('Connection Failed', { exact: true }).waitFor();
    await waitForFocus(page, 'password');
    await page.keyboard.press('F8');
    await pressKeyOn(page, page.getByRole('button', { name: 'Dismiss' }));
    await page.getByText('Connection Failed', { exact: true }).waitFor({ state: 'detached' });
    await tabTo(page, page.getByLabel('password', { exact: true }));
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(GOOD_PASSWORD);
    await page.keyboard.press('Enter');
    await Promise.all([
      page.waitForURL('**/constellation'),
      page.getByText('Connection Established', { exact: true }).waitFor(),
    ]);
  });

  test('DIM-016 DIM-019 DIM-022 DIM-023 DIM-024 DIM-014 finds a dimension, talks in it and leaves it', async ({
    visitAs,
  }) => {
    const { user: otto, page: other } = await visitAs('Otto', 0);
    await enterDimension(other, 'Observatory');
    const { page, context, user: vesper } = await visitAs('Vesper', 0);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const composer = page.getByRole('textbox', { name: /^Message #/ });

    await page.goto('/homepage');
    await pressKeyOn(
      page,
      page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dimensions' }),
    );
    await pressKeyOn(page, page.getByRole('link', { name: /^PUBLIC/ }));
    await pressKeyOn(page, page.getByRole('link', { name: /Observatory/ }));
    await expect(composer).toBeFocused();
    await pressKeyOn(page, page.getByRole('link', { name: 'tonight' }));
    await expect(page.getByRole('textbox', { name: 'Message #tonight' })).toBeFocused();

    await page.keyboard.type('a tpyo');
    await page.keyboard.press('Enter');
    await locateMessage(page, 'a tpyo').waitFor();
    await expect
      .poll(async () => {
        await page.keyboard.press('ArrowUp');
        return page.locator('[aria-label="Edit message"]:focus').count();
      })
      .toBe(1);
    await page.keyboard.press('Control+A');
    await page.keyboard.type('a typo');
    await page.keyboard.press('Enter');
    await page.getByText('(edited)').waitFor();
    await expect(composer).toBeFocused();

    const actions = page.getByRole('button', { name: `Actions for the message by ${vesper.username}` });
    await page.keyboard.press('Shift+Tab');
    await expect(page.getByRole('button', { name: 'Add pictures or files' })).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await expect(actions).toBeFocused();
    await chooseMenuItem(page, actions, 'Delete');
    await pressKeyOn(page, page.getByRole('button', { name: 'Delete message' }));
    await page.getByText('This message was deleted.').waitFor();
    await expect(composer).toBeFocused();

    await page.keyboard.type(`hello @${otto.username.slice(0, 6)}`);
    await page.getByRole('option', { name: otto.username }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.locator('.mention').getByText(`@${otto.username}`).waitFor();

    const people = page.getByRole('complementary', { name: 'Users Online' });
    await pressKeyOn(page, people.getByRole('button', { name: otto.username }));
    const card = page.getByRole('dialog', { name: `@${otto.username}` });
    await card.waitFor();
    await page.keyboard.press('Escape');
    await expect(people.getByRole('button', { name: otto.username })).toBeFocused();
    await page.keyboard.press('Enter');
    await pressKeyOn(page, card.getByRole('link', { name: 'View profile' }));
    await page.waitForURL(`**/u/${otto.username}`);
    await composer.waitFor({ state: 'detached' });
    await page.goBack();
    await expect(composer).toBeFocused();

    await pressKeyOn(page, page.getByRole('button', { name: 'Leave' }));
    await page.getByRole('heading', { name: 'Public dimensions' }).waitFor();
    await pressKeyOn(page, page.getByRole('link', { name: /^PRIVATE/ }));
    await pressKeyOn(page, page.getByRole('button', { name: '+ Create New Private Server' }));
    await expect(page.getByLabel('name', { exact: true })).toBeFocused();
    await page.keyboard.type('Back room');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Create invite' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(composer).toBeFocused();
    const manage = page.getByRole('button', { name: 'Manage Back room' });
    await chooseMenuItem(page, manage, 'New channel');
    await expect(page.getByLabel('name', { exact: true })).toBeFocused();
    await page.keyboard.type('drafts');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'drafts', exact: true }).waitFor();
    await expect(manage).toBeFocused();
    await chooseMenuItem(page, manage, 'Invite people');
    await pressKeyOn(page, page.getByRole('button', { name: 'Create invite' }));
    await expect(page.getByRole('button', { name: 'Copy link' })).toBeFocused();
    await page.keyboard.press('Enter');
    // A hovered toast stays open.
    await page.getByText('Link copied', { exact: true }).hover();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('/dimensions/invite/');
    // Escape closes the dialog, not the toast.
    await page.keyboard.press('Escape');
    await expect(manage).toBeFocused();
    await page.getByText('Link copied', { exact: true }).waitFor();
  });

  test('NXT-010 NXT-023 NXT-030 leads from a tag to a ripple, a reply and what is kept', async ({
    visitAs,
  }) => {
    const { page: otto } = await visitAs('Otto Voss', 0);
    await otto.goto('/purpose');
    await callApi(otto, 'POST', '/api/posts', {
      title: 'Slow light',
      markdownContent: 'In order. #lamplight',
    });
    const { page } = await visitAs('Vesper Lund', 0);
    await page.goto('/t/lamplight');
    await pressKeyOn(page, page.getByRole('button', { name: 'Keep #lamplight' }));
    await page.getByRole('button', { name: 'Keep #lamplight', pressed: true }).waitFor();
    await pressKeyOn(page, page.getByRole('link', { name: 'Slow light' }));
    await page.getByRole('heading', { level: 1, name: 'Slow light' }).waitFor();
    await pressKeyOn(page, page.getByRole('button', { name: 'Ripple', exact: true }));
    await page.getByRole('button', { name: 'Ripple sent' }).waitFor();
    await pressKeyOn(page, page.getByRole('button', { name: 'Keep Slow light' }));
    await page.getByRole('button', { name: 'Keep Slow light', pressed: true }).waitFor();
    await tabTo(page, page.getByRole('textbox', { name: 'Reply to Otto Voss' }));
    await page.keyboard.type('Nearly two seconds.');
    await page.keyboard.press('ControlOrMeta+Enter');
    const reply = page.getByRole('article', { name: 'Vesper Lund' });
    await reply.getByText('Nearly two seconds.').waitFor();
    await pressKeyOn(page, reply.getByRole('button', { name: 'Delete' }));
    await pressKeyOn(page, page.getByRole('button', { name: 'Delete reply' }));
    await page.getByText('Nearly two seconds.').waitFor({ state: 'detached' });

    await page.goto('/kept');
    await pressKeyOn(page, page.getByRole('button', { name: 'Keep Slow light' }));
    await page.getByRole('link', { name: 'Slow light' }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: '#lamplight' }).first().waitFor();
  });

  test('NAV-017 NAV-018 opens, navigates and closes the narrow menu', async ({ visit }) => {
    const { page } = await visit(0, 'tablet');
    await page.goto('/purpose');
    await tabTo(page, page.getByRole('button', { name: 'Open menu' }));
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByRole('link', { name: 'MY ONI' }));
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Open menu' })).toBeFocused();
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByRole('link', { name: 'Star Fuel' }));
    await page.keyboard.press('Enter');
    await page.waitForURL('**/fund');
    await page.getByRole('button', { name: 'Open menu' }).waitFor();
  });

  test('NAV-014 NAV-017 logs a member out through the narrow menu', async ({ visitAs }) => {
    const { page } = await visitAs('Otto', 0, 'mobile');
    await page.goto('/settings');
    await page.getByRole('heading', { name: 'Oni Settings' }).waitFor();
    await pressKeyOn(page, page.getByRole('button', { name: 'Open menu' }));
    await pressKeyOn(page, page.getByRole('button', { name: 'Logout' }));
    await page.getByRole('button', { name: 'claim your spot' }).waitFor();
    await waitForPath(page, '/');
    await pressKeyOn(page, page.getByRole('button', { name: 'Open menu' }));
    await page.getByRole('link', { name: 'MY ONI' }).waitFor();
  });

  test('starts every page with a link that skips the navigation', async ({ visit }) => {
    const { page } = await visit(0);
    for (const path of ['/', '/auth', '/purpose', '/instructions', '/fund']) {
      await page.goto(path);
      await waitForHydration(page);
      await page.keyboard.press('Tab');
      await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(page.locator('#content')).toBeFocused();
    }
  });

  test('returns to an invitation after registration', async ({ visit }) => {
    const { page } = await visit(0);
    await page.goto('/dimensions/invite/aB3-_9');
    await page.getByRole('link', { name: 'MY ONI' }).waitFor();
    await page.waitForFunction(() => sessionStorage.length > 0);
    await register(page, 'Vesper', '**/dimensions/invite/aB3-_9');
    await page.waitForFunction(() => sessionStorage.getItem('oni-destination') === null);
  });
});
