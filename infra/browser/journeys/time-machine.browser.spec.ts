import { expect, type Page } from '@playwright/test';
import { checkPage } from '../check-page.js';
import { chooseMenuItem, pressKeyOn, waitForDialog } from '../keyboard.js';
import { callApi, waitForText } from '../members.js';
import { test } from '../product.js';

const THEN = '# Vesper\n\nI keep maps of places that moved.\n\n- the pier\n- the ferry\n';
const NOW = '# Vesper\n\nI keep old clocks of places that stayed.\n\n- the pier\n- the lighthouse\n';

const saveProfile = (page: Page, profileMarkdown: string): Promise<unknown> =>
  callApi(page, 'PATCH', '/api/users/profile', { profileMarkdown });
const thenAndNow = (page: Page) => page.getByRole('button', { name: 'Then and now' });

/** Returns the status of a call with and without a session. */
const statuses = async (page: Page, path: string): Promise<number[]> => [
  await page.evaluate(async (address) => {
    const authorization = `Bearer ${localStorage.getItem('sessionId') ?? ''}`;
    return (await fetch(address, { headers: { authorization } })).status;
  }, path),
  (await page.request.get(path)).status(),
];

test.describe('the time machine in a real browser', () => {
  test('NXT-120 NXT-121 NXT-122 compares, restores and shows a snapshot, until its member hides it', async ({
    visitAs,
  }) => {
    const { page: vesper, user } = await visitAs('Vesper Lund', 0);
    await vesper.goto('/archive');
    await saveProfile(vesper, THEN);
    await callApi(vesper, 'POST', '/api/profile-archives', { title: 'First winter' });
    await callApi(vesper, 'POST', '/api/profile-archives', { title: 'Kept to herself' });
    await saveProfile(vesper, NOW);
    await vesper.reload();

    const menu = vesper.getByRole('button', { name: 'Menu of First winter' });
    await chooseMenuItem(vesper, menu, 'Compare');
    await waitForDialog(vesper, 'Compare “First winter”');
    await vesper.locator('del', { hasText: 'maps' }).waitFor();
    await vesper.locator('ins', { hasText: 'clocks' }).waitFor();
    await vesper.keyboard.press('n');
    await vesper.getByText(/^Change 1 of \d$/u).waitFor();
    await checkPage(vesper, 'compare', 'desktop');
    await pressKeyOn(vesper, vesper.getByRole('button', { name: 'Restore this snapshot' }));
    await vesper.getByRole('alertdialog', { name: 'Restore “First winter”' }).waitFor();
    await pressKeyOn(vesper, vesper.getByRole('button', { name: 'Restore', exact: true }));
    await vesper.getByRole('article', { name: 'Before “First winter”' }).waitFor();
    await vesper.goto('/profile');
    await vesper.getByText('I keep maps of places that moved.').waitFor();
    await saveProfile(vesper, NOW);

    const { page: otto } = await visitAs('Otto', 1);
    await otto.goto(`/u/${user.username}`);
    await otto.getByText('I keep old clocks of places that stayed.').waitFor();
    expect(await thenAndNow(otto).count()).toBe(0);
    const then = `/api/users/${user.username}/then`;
    expect(await statuses(otto, then)).toEqual([404, 404]);

    await vesper.goto('/archive');
    await chooseMenuItem(vesper, menu, 'Show as “Then and now”');
    await waitForText(vesper, 'Your public page now shows this snapshot beside the present text.');
    await otto.reload();
    await pressKeyOn(otto, thenAndNow(otto));
    await otto.getByRole('region', { name: 'Then', exact: true }).getByText('I keep maps').waitFor();
    await otto.getByRole('region', { name: 'Now', exact: true }).getByText('I keep old clocks').waitFor();
    expect(await otto.getByText('Kept to herself').count()).toBe(0);
    await checkPage(otto, 'then-and-now', 'desktop');

    await chooseMenuItem(vesper, menu, 'End “Then and now”');
    await waitForText(vesper, 'Your public page no longer shows it.');
    expect(await statuses(otto, then)).toEqual([404, 404]);
    await chooseMenuItem(vesper, menu, 'Show as “Then and now”');
    await vesper.getByText('then and now', { exact: true }).waitFor();
    await callApi(vesper, 'PATCH', '/api/users/profile', { isPublic: false });
    expect(await statuses(otto, then)).toEqual([404, 404]);
    expect(await statuses(vesper, '/api/profile-archives')).toEqual([200, 401]);
  });

  test('NXT-120 compares in one column on a phone', async ({ visitAs }) => {
    const { page } = await visitAs('Vesper Lund', 0, 'mobile');
    await page.goto('/archive');
    await saveProfile(page, THEN);
    await callApi(page, 'POST', '/api/profile-archives', { title: 'First winter' });
    await saveProfile(page, NOW);
    await page.reload();
    await page.getByRole('button', { name: 'Menu of First winter' }).tap();
    await page.getByRole('menuitem', { name: 'Compare' }).tap();
    await page.locator('ins', { hasText: 'clocks' }).waitFor();
    await checkPage(page, 'compare', 'mobile');
  });

  test('NXT-123 NXT-124 draws the links of an earlier week, without private members', async ({
    product,
    visitAs,
  }) => {
    const { page: vesper, user } = await visitAs('Vesper', 0);
    const { user: otto } = await visitAs('Otto', 1);
    const { user: isolde } = await visitAs('Isolde', 1);
    const { user: hidden } = await visitAs('Hidden', 1);
    await product.linkMembers(user, otto, ['maps']);
    await product.linkMembers(user, isolde, ['tides']);
    await product.linkMembers(user, hidden, ['coast']);
    await product.dataSource.query('UPDATE users SET is_public = false WHERE id = $1', [hidden.id]);
    await product.dataSource.query(
      `UPDATE connections SET created_at = now() - CASE WHEN $1 IN (from_user_id, to_user_id)
         THEN interval '100 days' ELSE interval '10 days' END WHERE $2 IN (from_user_id, to_user_id)`,
      [otto.id, user.id],
    );
    await vesper.goto('/constellation');
    const time = vesper.getByRole('region', { name: 'Time' });
    await time.getByText('All of your 2 lines had formed').waitFor();
    const slider = time.getByRole('slider', { name: 'Date' });
    await slider.press('PageDown');
    await time.getByText('1 of your 2 lines had formed').waitFor();
    await checkPage(vesper, 'constellation-past', 'desktop');
    await slider.press('Home');
    await time
      .getByText('0 of your 2 lines had formed')
      .or(time.getByText('1 of your 2 lines had formed'))
      .waitFor();
    await pressKeyOn(vesper, time.getByRole('button', { name: 'Back to now' }));
    await time.getByText('All of your 2 lines had formed').waitFor();

    const history = await vesper.evaluate(async () => {
      const authorization = `Bearer ${localStorage.getItem('sessionId') ?? ''}`;
      return (await fetch('/api/constellation/history', { headers: { authorization } })).text();
    });
    expect(history).toContain(otto.id);
    expect(history).not.toContain(hidden.id);
    expect((await fetch(`${product.url}/api/constellation/history`)).status).toBe(401);
  });
});
