import { makeServer, uniqueName } from '@oniverse/testing';
import { expect, type Page } from '@playwright/test';
import { checkPage } from '../check-page.js';
import { waitForHydration } from '../hydration.js';
import { callApi, linkByTag } from '../members.js';
import { test } from '../product.js';

const finderOf = (page: Page) => page.getByRole('dialog', { name: 'Search' });
const fieldOf = (page: Page) => finderOf(page).getByRole('combobox');
const optionOf = (page: Page, group: string, name: string | RegExp) =>
  finderOf(page).getByRole('group', { name: group }).getByRole('option', { name });

/** Opens the finder by its key, once the page knows its member. */
async function openFinder(page: Page): Promise<void> {
  await waitForHydration(page);
  await page.getByRole('button', { name: 'Search, Ctrl K' }).waitFor();
  await page.keyboard.press('Control+k');
  await fieldOf(page).waitFor();
  await expect(fieldOf(page)).toBeFocused();
}

/** Replaces what the finder's field has. */
async function typeQuery(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+a');
  await page.keyboard.type(text);
}

test.describe('search in real browsers', () => {
  test('NXT-073 NXT-075 NXT-076 NXT-078 NXT-212 finds things by keyboard, nothing private, and writes with a tag', async ({
    product,
    visitAs,
  }) => {
    const word = uniqueName('tide').replaceAll('_', '');
    const vesper = await visitAs('Vesper Lund', 0);
    const isolde = await visitAs(`Isolde ${word}`, 0, 'mobile');
    const third = await visitAs(`Third ${word}`, 0);
    await Promise.all([vesper, isolde, third].map(({ page }) => page.goto('/purpose')));
    await product.dataSource.query('UPDATE users SET is_public = false WHERE id = $1', [third.user.id]);
    await callApi(third.page, 'POST', '/api/posts', { title: `Unseen ${word}`, content: 'Below #fathoms' });
    for (const [title, isPublic] of [
      [`What ${word} leaves out`, true],
      [`Kept ${word}`, false],
    ] as const) {
      const content = `At low tide #${word}_tables`;
      await callApi(isolde.page, 'POST', '/api/posts', { title, content, isPublic });
    }
    await linkByTag(product, vesper, isolde, `${word}_tables`);
    const { server } = await makeServer(product.dataSource);
    await product.dataSource.query(
      'INSERT INTO server_members (server_id, user_id) SELECT $1, unnest($2::uuid[])',
      [server.id, [vesper.user.id, isolde.user.id]],
    );

    const { page } = vesper;
    await openFinder(page);
    await typeQuery(page, word);
    await optionOf(page, 'Members', new RegExp(isolde.user.username))
      .and(page.locator('[aria-selected="true"]'))
      .waitFor();
    await optionOf(page, 'Posts', new RegExp(`What ${word} leaves out`)).waitFor();
    await optionOf(page, 'Tags', new RegExp(`${word}_tables`)).waitFor();
    // The profile of the member who searches shows the tag too.
    await page.getByText('4 results', { exact: true }).waitFor();
    const preview = finderOf(page).getByRole('complementary', { name: 'Preview' });
    await preview.getByText(`#${word}_tables`, { exact: true }).waitFor();
    await preview.getByText(server.name, { exact: true }).waitFor();
    expect(await finderOf(page).getByRole('option').allTextContents()).not.toContainEqual(
      expect.stringMatching(/Third|Unseen|Kept/u),
    );
    await checkPage(page, 'finder', 'desktop');

    await page.keyboard.press('Enter');
    await page.waitForURL(`**/u/${isolde.user.username}`);
    await finderOf(page).waitFor({ state: 'detached' });

    await openFinder(page);
    await typeQuery(page, `#${word}`);
    await page.getByText('1 result', { exact: true }).waitFor();
    await typeQuery(page, word);
    await page.getByText('4 results', { exact: true }).waitFor();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/search?q=${word}`);
    await page.getByRole('region', { name: 'Members' }).getByRole('link').first().waitFor();
    await checkPage(page, 'search', 'desktop');

    // From another page, then with the composer open.
    const title = page.getByRole('textbox', { name: 'Title' });
    for (const tag of [`${word}_tables`, `${word}_maps`]) {
      await openFinder(page);
      await typeQuery(page, `#${tag}`);
      const write = optionOf(page, 'Commands', `Write a post with #${tag}`);
      await write.waitFor();
      await page.keyboard.press('ArrowDown');
      await write.and(page.locator('[aria-selected="true"]')).waitFor();
      await page.keyboard.press('Enter');
      await page.waitForURL('**/homepage#write');
      await expect(title).toBeFocused();
      await page.getByRole('button', { name: `Remove #${tag}` }).waitFor();
      expect(await title.evaluate((field) => field.getBoundingClientRect().top < window.innerHeight)).toBe(
        true,
      );
    }
    await page.getByRole('button', { name: `Remove #${word}_tables` }).waitFor();

    await isolde.page.goto(`/search?q=${word}`);
    await isolde.page.getByRole('link', { name: new RegExp(`Kept ${word}`) }).waitFor();
    await checkPage(isolde.page, 'search', 'mobile');
    await isolde.page.getByRole('button', { name: 'Search, Ctrl K' }).tap();
    await fieldOf(isolde.page).fill(word);
    await optionOf(isolde.page, 'Posts', new RegExp(`Kept ${word}`)).waitFor();
    await checkPage(isolde.page, 'finder', 'mobile');
  });

  test('TLK-476 TLK-477 searches a dimension by keyboard, and returns to the opened result where it was', async ({
    product,
    visitAs,
  }) => {
    const vesper = await visitAs('Vesper Lund', 0);
    const { page, user } = vesper;
    const { server, channel } = await makeServer(product.dataSource);
    await product.dataSource.query('INSERT INTO server_members (server_id, user_id) VALUES ($1, $2)', [
      server.id,
      user.id,
    ]);
    await product.dataSource.query(
      `INSERT INTO messages (channel_id, user_id, seq, rev, content, nonce)
       SELECT $1, $2, n, n, 'Sandpiper ' || n, n::text FROM generate_series(1, $3::integer) n`,
      [channel.id, user.id, 60],
    );
    await product.dataSource.query('UPDATE channels SET last_seq = 60, last_rev = 60 WHERE id = $1', [
      channel.id,
    ]);
    await page.goto(`/dimensions/public?server=${server.id}`);
    await waitForHydration(page);
    await expect
      .poll(async () =>
        product.dataSource.query('SELECT FROM message_terms WHERE channel_id = $1', [channel.id]),
      )
      .toHaveLength(60);
    await page.getByRole('textbox', { name: 'Message #general' }).waitFor();
    await page.keyboard.press('Control+f');
    const field = page.getByRole('combobox', { name: 'Search the messages of this dimension' });
    await expect(field).toBeFocused();
    await page.keyboard.type('sandpiper in:gen');
    await page.getByRole('option', { name: /general/u }).waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.type('from:');
    await page.getByRole('option', { name: new RegExp(user.username, 'u') }).waitFor();
    await checkPage(page, 'search-of-dimension', 'desktop');
    await page.keyboard.press('Tab');
    await page.getByRole('button', { name: `Remove the filter from ${user.username}` }).waitFor();
    await expect(field).toHaveValue('sandpiper ');
    await page.waitForURL(/q=[^&]*from/u);
    await page.getByRole('button', { name: 'More' }).click();
    const result = page.getByRole('link', { name: 'Sandpiper 31' });
    await result.scrollIntoViewIfNeeded();
    const before = await page.evaluate(() => window.scrollY);
    expect(before).toBeGreaterThan(0);
    await result.click();
    await page.waitForURL(/message=31/u);
    await page.goBack();
    await expect(result).toBeFocused();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(before);
  });
});
