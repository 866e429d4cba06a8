import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { measureOverflow } from '../accessibility.js';
import { checkPage } from '../check-page.js';
import { callApi, register } from '../members.js';
import { test } from '../product.js';
import { makeMemberWithPictures } from '../uploads.js';

/** A long tag, which must neither break nor widen the page of a phone. */
const TAG = 'night_walks_by_the_harbour';

const picture = (title: string) => async () => ({
  bytes: await sharp({ create: { width: 900, height: 600, channels: 3, background: '#345' } })
    .jpeg()
    .toBuffer(),
  title,
  tags: [TAG],
});

const pathOf = (page: Page): string => new URL(page.url()).pathname;

test.describe('paths lead on', () => {
  test('NXT-313 NXT-317 NXT-322 for a visitor, from a shared picture to its author and tag, and into the search after signing in', async ({
    product,
    visit,
  }) => {
    const pictures = await Promise.all(['Lamp', 'Pier'].map((title) => picture(title)()));
    await makeMemberWithPictures(product, 'Otto Voss', pictures);
    const [{ id, username }]: [{ id: string; username: string }] = await product.dataSource.query(
      `WITH shown AS (
         UPDATE users SET is_visible_to_visitors = true
          WHERE id = (SELECT user_id FROM images WHERE title = 'Pier' ORDER BY created_at DESC LIMIT 1)
          RETURNING id, username)
       SELECT images.id, shown.username FROM shown JOIN images ON images.user_id = shown.id AND images.title = 'Lamp'`,
    );
    const { page } = await visit(1, 'mobile');
    await page.goto(`/u/${username}/p/${id}`);
    await page.getByRole('heading', { level: 1, name: 'Lamp' }).waitFor();
    await page.getByRole('navigation', { name: 'Pictures by Otto Voss' }).getByRole('link').click();
    await page.getByRole('heading', { level: 1, name: 'Pier' }).waitFor();
    await checkPage(page, 'picture-visitor', 'mobile');
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Lamp' }).waitFor();

    await page.getByRole('link', { name: `#${TAG}` }).click();
    await page.waitForURL(`**/t/${TAG}`);
    await page.getByRole('button', { name: 'Open Lamp' }).waitFor();
    expect(await measureOverflow(page)).toBe(0);
    await page.getByRole('link', { name: 'Tags', exact: true }).click();
    await page.waitForURL('**/t');
    await page.goto('/t/unseen_moths');
    await page.getByText('Nothing here is visible to visitors').waitFor();

    await page.goto(`/search?q=${username}`);
    await page.getByText('Sign in to search.').waitFor();
    await register(page, 'Nia', `**/search?q=${username}`);
    await page.getByRole('link', { name: username }).first().waitFor();
  });

  test('NXT-313 NXT-314 NXT-317 for a member on a phone, from the tags to a picture, its author and what they kept', async ({
    product,
    visitAs,
  }) => {
    const pictures = await Promise.all(['Quay', 'Buoy'].map((title) => picture(title)()));
    await makeMemberWithPictures(product, 'Isolde', pictures);
    const { page } = await visitAs('Vesper Lund', 0, 'mobile');
    await page.goto('/t');
    await callApi(page, 'PUT', `/api/bookmarks/tag/${TAG}`, {});
    await page.goto('/kept');
    await page.getByRole('link', { name: `#${TAG}` }).tap();
    await page.waitForURL(`**/t/${TAG}`);
    await page.getByRole('button', { name: 'Open Quay' }).tap();
    const lightbox = page.getByRole('dialog', { name: 'Quay' });
    await lightbox.waitFor();
    await lightbox.getByRole('button', { name: 'Keep Quay' }).tap();
    await lightbox.getByRole('button', { name: 'Keep Quay', pressed: true }).waitFor();
    await lightbox.getByRole('link', { name: 'Open its page' }).tap();
    await page.getByRole('heading', { level: 1, name: 'Quay' }).waitFor();
    expect(await measureOverflow(page)).toBe(0);
    await page.goto('/kept');
    await page.getByRole('link', { name: 'Quay' }).first().tap();
    await page.waitForURL('**/p/*');
    await page.getByRole('link', { name: 'Isolde' }).first().tap();
    await expect.poll(() => pathOf(page)).toMatch(/^\/u\/[^/]+$/);
    await page.getByRole('heading', { level: 1 }).waitFor();
  });
});
