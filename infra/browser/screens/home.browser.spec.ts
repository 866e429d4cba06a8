import { uniqueName } from '@oniverse/testing';
import { expect } from '@playwright/test';
import { chooseMenuItem, pressKeyOn, tabTo, waitForDialog } from '../keyboard.js';
import { linkByTag, waitForText } from '../members.js';
import { fillPost, publishPost } from '../posts.js';
import { test } from '../product.js';

test.describe('the homepage', () => {
  test('GAP-079 writes, previews, edits and deletes a post by keyboard', async ({ visitAs }) => {
    const { page } = await visitAs('Vesper Lund', 0);
    await page.goto('/homepage?posts=mine');
    await tabTo(page, page.getByRole('textbox', { name: 'Title' }));
    await page.keyboard.type('Slow light');
    await page.keyboard.press('Enter');
    await page.keyboard.type('The streetlamps come on **in order**.');
    await tabTo(page, page.getByRole('textbox', { name: 'Add a tag' }));
    await page.keyboard.type('noticing');
    await page.keyboard.press('Enter');
    await pressKeyOn(page, page.getByRole('button', { name: 'Preview' }), 'Space');
    await page.locator('strong', { hasText: 'in order' }).waitFor();
    await pressKeyOn(page, page.getByRole('button', { name: 'Post', exact: true }));
    const card = page.getByRole('article', { name: 'Slow light' });
    await card.getByText('#noticing', { exact: true }).waitFor();

    const menu = page.getByRole('button', { name: 'Menu of Slow light' });
    await chooseMenuItem(page, menu, 'Edit');
    await waitForDialog(page, 'Edit post');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('Slower light');
    await page.keyboard.press('Enter');
    await waitForText(page, 'Post Updated');
    await page.getByRole('article', { name: 'Slower light' }).getByText('#noticing').waitFor();
    await chooseMenuItem(page, page.getByRole('button', { name: 'Menu of Slower light' }), 'Delete');
    await pressKeyOn(page, page.getByRole('button', { name: 'Delete post' }));
    await waitForText(page, 'Post has been permanently deleted.');
    await waitForText(page, 'Nothing written yet');
  });

  test('NXT-004 returns to the post that was read, after another page and a reload, and takes new posts live', async ({
    product,
    visitAs,
  }) => {
    const vesper = await visitAs('Vesper Lund', 0);
    const otto = await visitAs('Otto', 1);
    const tag = uniqueName('light');
    await linkByTag(product, vesper, otto, tag);
    const content = 'It waits. '.repeat(40);
    await product.dataSource.query(
      `INSERT INTO posts (user_id, title, content, markdown_content, tags)
       SELECT $1, 'Light ' || n, $2, $2, ARRAY[$3] FROM generate_series(1, 15) n`,
      [otto.user.id, content, tag],
    );
    const { page } = vesper;
    await page.goto('/homepage?posts=near');
    const read = page.getByRole('article', { name: 'Light 6', exact: true });
    await read.evaluate((post) => {
      post.scrollIntoView({ block: 'start' });
    });
    await page.waitForFunction(() => sessionStorage.getItem('oni-reading-near') !== null);
    const isRead = () =>
      read.evaluate((post) => {
        const { top, bottom } = post.getBoundingClientRect();
        return top >= 0 && bottom < window.innerHeight;
      });
    const returned = () => expect.poll(isRead).toBe(true);
    await page.goto('/kept');
    await page.goto('/homepage?posts=near');
    await returned();
    await page.reload();
    await returned();

    await otto.page.goto('/homepage');
    await publishPost(otto.page, 'A new light', `I saw it too. #${tag}`);
    // The list does not move under the reader.
    await page.getByRole('button', { name: '1 new', exact: true }).waitFor();
    expect(await isRead()).toBe(true);
    await page.getByRole('button', { name: '1 new', exact: true }).click();
    await page.getByRole('article', { name: 'A new light' }).waitFor();
  });

  test('sends a pending post once and clears its draft afterwards', async ({ visitAs }) => {
    const { page } = await visitAs('Vesper Lund', 0);
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    let sent = 0;
    await page.route('**/api/posts', async (route) => {
      sent += 1;
      await released;
      await route.continue();
    });
    await page.goto('/homepage?posts=mine');
    await fillPost(page, 'Slow light', 'Once.');
    await page.keyboard.press('ControlOrMeta+Enter');
    await page.getByRole('button', { name: 'posting...' }).waitFor();
    await page.getByRole('link', { name: 'Our Purpose' }).click();
    await page.waitForURL('**/purpose');
    await page.goBack();
    await page.getByRole('button', { name: 'posting...' }).waitFor();
    await page.getByRole('textbox', { name: 'Title' }).press('ControlOrMeta+Enter');
    release();
    await page.getByRole('article', { name: 'Slow light' }).waitFor();
    await page.waitForFunction(() => document.querySelector('textarea')?.value === '');
    expect(await page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('');
    await page.reload();
    await page.getByRole('article', { name: 'Slow light' }).waitFor();
    expect(await page.getByRole('article').count()).toBe(1);
    expect([await page.getByRole('textbox', { name: 'Title' }).inputValue(), sent]).toEqual(['', 1]);
  });
});
