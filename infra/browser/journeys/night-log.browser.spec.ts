import { expect, type Page } from '@playwright/test';
import { checkPage } from '../check-page.js';
import { waitForHydration } from '../hydration.js';
import { pressKeyOn } from '../keyboard.js';
import { callApi, logIn, register } from '../members.js';
import { test } from '../product.js';

const unreadRing = (page: Page) => page.getByRole('button', { name: 'Night log, new entries' });
const readRing = (page: Page) => page.getByRole('button', { name: 'Night log', exact: true });
const row = (page: Page, text: RegExp) => page.getByRole('listitem').filter({ hasText: text });

const openLog = async (page: Page): Promise<void> => {
  await page.goto('/notifications');
  await waitForHydration(page);
  await page.getByRole('heading', { name: 'Night log', level: 1 }).waitFor();
};

test.describe('the night log in real browsers', () => {
  test('NXT-080 NXT-085 NXT-094 shows what others did, live and in sync on two devices, and nothing of it to a third', async ({
    visit,
  }) => {
    const vesper = await visit(0);
    const phone = await visit(1, 'mobile');
    const otto = await visit(1);
    const third = await visit(0);
    const vesperName = await register(vesper.page, 'Vesper Lund');
    await logIn(phone.page, vesperName);
    const ottoName = await register(otto.page, 'Otto');
    await register(third.page, 'Nia');
    const { id } = Object(
      await callApi(vesper.page, 'POST', '/api/posts', {
        title: 'The bus that waits',
        content: 'It waits.',
        markdownContent: 'It waits.',
      }),
    );
    await readRing(vesper.page).waitFor();
    await openLog(vesper.page);
    await vesper.page.getByText('Nothing yet').waitFor();

    await callApi(otto.page, 'POST', `/api/posts/${id}/replies`, { content: 'Was it the same hand?' });
    await unreadRing(vesper.page).waitFor();
    await unreadRing(phone.page).waitFor();
    const reply = row(vesper.page, /Otto replied to your post The bus that waits/);
    await reply.getByText('Was it the same hand?').waitFor();
    await checkPage(vesper.page, 'night-log', 'desktop');

    await pressKeyOn(phone.page, unreadRing(phone.page));
    const popover = phone.page.getByRole('dialog', { name: 'Night log' });
    await popover.getByText('Was it the same hand?').waitFor();
    await checkPage(phone.page, 'night-log-popover', 'mobile');
    // Opening it marks nothing as read.
    await unreadRing(vesper.page).waitFor();
    await pressKeyOn(phone.page, popover.getByRole('button', { name: 'Mark all read' }));
    await readRing(vesper.page).waitFor();
    await expect(vesper.page.getByText('Unread:')).toHaveCount(0);

    // The author of the reply and a third member have no entry, and cannot mark one of another log.
    const log = (page: Page) =>
      page.evaluate(async () => {
        const headers = { Authorization: `Bearer ${localStorage.getItem('sessionId') ?? ''}` };
        const list: unknown = await (await fetch('/api/notifications', { headers })).json();
        return list;
      });
    expect(await log(otto.page)).toEqual([]);
    expect(await log(third.page)).toEqual([]);
    await openLog(third.page);
    await third.page.getByText('Nothing yet').waitFor();
    expect(await third.page.getByText(ottoName).count()).toBe(0);
  });

  test('TLK-409 TLK-413 TLK-414 a row that is put away on one device leaves the log of the other, and comes back with Undo', async ({
    visit,
  }) => {
    const vesper = await visit(0);
    const phone = await visit(1, 'mobile');
    const otto = await visit(1);
    const name = await register(vesper.page, 'Vesper Lund');
    await logIn(phone.page, name);
    await register(otto.page, 'Otto');
    const { id } = Object(
      await callApi(vesper.page, 'POST', '/api/posts', {
        title: 'The bus that waits',
        content: 'It waits.',
        markdownContent: 'It waits.',
      }),
    );
    await callApi(otto.page, 'POST', `/api/posts/${id}/replies`, { content: 'Was it the same hand?' });
    const pages = [vesper.page, phone.page];
    const rowsOn = (page: Page) => page.locator('.night-row').filter({ hasText: 'Was it the same hand?' });
    for (const page of pages) {
      await openLog(page);
      await rowsOn(page).waitFor();
    }
    await vesper.page.keyboard.press('j');
    await expect(rowsOn(vesper.page)).toBeFocused();
    await vesper.page.keyboard.press('e');
    for (const page of pages) await page.getByText('Nothing yet').waitFor();
    await readRing(phone.page).waitFor();
    await vesper.page.keyboard.press('z');
    for (const page of pages) await rowsOn(page).waitFor();
    await unreadRing(phone.page).waitFor();

    await checkPage(phone.page, 'night-log-row', 'mobile');
    await rowsOn(phone.page).getByRole('button', { name: 'Remind me' }).tap();
    await phone.page.getByRole('menuitem', { name: /^In an hour/ }).tap();
    for (const page of pages) await page.getByText('Nothing yet').waitFor();
    await vesper.page.getByRole('tab', { name: 'Reminders' }).click();
    await rowsOn(vesper.page).waitFor();
    await expect(vesper.page).toHaveURL(/[?]kind=reminders$/);
    await checkPage(vesper.page, 'night-log-reminders', 'desktop');
    await vesper.page.getByRole('button', { name: 'Cancel reminder' }).click();
    await rowsOn(phone.page).waitFor();
  });

  test('NXT-088 NXT-093 subscribes the browser after a click only, and stores quiet hours', async ({
    visit,
  }) => {
    const { page, context } = await visit(0);
    await context.addInitScript(() => {
      const asked: string[] = [];
      Object.assign(window, { asked });
      Object.defineProperty(window.Notification, 'requestPermission', {
        value: async () => {
          asked.push('permission');
          return 'granted';
        },
      });
      Object.defineProperty(window.PushManager.prototype, 'subscribe', {
        value: async () => {
          asked.push('subscribe');
          return {
            toJSON: () => ({
              endpoint: 'https://fcm.googleapis.com/fcm/send/test',
              keys: { p256dh: `B${'a'.repeat(86)}`, auth: 'a'.repeat(22) },
            }),
          };
        },
      });
    });
    await register(page, 'Vesper Lund');
    await openLog(page);
    const asked = () => page.evaluate(() => Reflect.get(window, 'asked') as unknown);
    await page.getByRole('switch', { name: 'Keep quiet at night' }).click();
    await page.getByText('Quiet hours from 23:00 to 07:00').waitFor();
    const from = page.getByLabel('From', { exact: true });
    await from.fill('22:30');
    await from.blur();
    await page.getByText('Quiet hours from 22:30 to 07:00').waitFor();
    const ripples = page.getByRole('checkbox', { name: 'Push ripples' });
    const stored = page.waitForResponse(
      (answer) => answer.request().postData()?.includes('pushRipples') === true && answer.ok(),
    );
    await ripples.click();
    await stored;
    await ripples.and(page.getByRole('checkbox', { checked: true })).waitFor();
    expect(await asked()).toEqual([]);
    await page.getByRole('button', { name: 'Push to this device' }).click();
    await page.getByRole('button', { name: 'Stop pushing to this device' }).waitFor();
    expect(await asked()).toEqual(['permission', 'subscribe']);
    await page.reload();
    await page.getByText('Quiet hours from 22:30 to 07:00').waitFor();
    expect(await ripples.isChecked()).toBe(true);
    await page.getByRole('button', { name: 'Stop pushing to this device' }).click();
    await page.getByRole('button', { name: 'Push to this device' }).waitFor();
  });
});
