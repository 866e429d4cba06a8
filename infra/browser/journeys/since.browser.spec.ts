import { expect, type Page } from '@playwright/test';
import { checkPage } from '../check-page.js';
import { callApi, enterDimension, logIn, register, sendMessage, waitUntilStored } from '../members.js';
import { type ProductUnderTest, test } from '../product.js';

const FIRST_LINK_SECONDS = 180;

const publish = async (page: Page, title: string, fields: object = {}): Promise<string> => {
  const post = {
    title,
    content: 'It waits.',
    markdownContent: 'It waits.',
    tags: ['tide_tables'],
    ...fields,
  };
  return String(Reflect.get(Object(await callApi(page, 'POST', '/api/posts', post)), 'id'));
};

const since = (page: Page) => page.getByRole('region', { name: 'Since you left' });

/** Ends the visit of a member, whose pages are closed. */
const leave = (product: ProductUnderTest, username: string): Promise<unknown> =>
  product.dataSource.query(
    `UPDATE visits SET seen_at = now() - interval '7 days'
      WHERE user_id = (SELECT id FROM users WHERE username = $1)`,
    [username],
  );

test.describe('the home of a member who returns', () => {
  test('NXT-001 NXT-002 NXT-050 links a newcomer soon, and tells what happened during a week away', async ({
    product,
    visit,
  }) => {
    const otto = await visit(1);
    await register(otto.page, 'Otto');
    await publish(otto.page, 'Slow light');

    const vesper = await visit(0);
    const vesperName = await register(vesper.page, 'Vesper Lund');
    await vesper.page.getByRole('textbox', { name: 'Title' }).fill('The bus that waits');
    await vesper.page
      .getByRole('textbox', { name: 'Post', exact: true })
      .fill('It waits for the baker. #tide_tables');
    await vesper.page.keyboard.press('ControlOrMeta+Enter');
    await vesper.page.getByText('1 node near you.', { exact: true }).waitFor();
    const [{ seconds }]: [{ seconds: number }] = await product.dataSource.query(
      `SELECT extract(epoch FROM link.created_at - member.created_at)::float AS seconds
         FROM users member JOIN connections link ON member.id IN (link.from_user_id, link.to_user_id)
        WHERE member.username = $1`,
      [vesperName],
    );
    expect(seconds).toBeLessThan(FIRST_LINK_SECONDS);

    await enterDimension(vesper.page, 'Slow Radio');
    await sendMessage(vesper.page, 'Anyone up?');
    await waitUntilStored(vesper.page, 'Anyone up?');
    const third = await visit(1);
    const thirdName = await register(third.page, 'Nia');
    await third.page.getByRole('tab', { name: 'Everyone', selected: true }).waitFor();
    await publish(third.page, 'Fog at the pier', { tags: ['lighthouses'] });
    // The worker adds the tag of the third member.
    await expect
      .poll(() =>
        product.dataSource.query(
          `SELECT name FROM user_tags JOIN tags ON tags.id = tag_id WHERE name = 'lighthouses'`,
        ),
      )
      .toHaveLength(1);
    await Promise.all([vesper.page.goto('about:blank'), third.page.goto('about:blank')]);
    await leave(product, vesperName);
    await leave(product, thirdName);

    await enterDimension(otto.page, 'Slow Radio');
    const mention = `@${vesperName} can you mark the direction of the second one?`;
    await sendMessage(otto.page, mention);
    await otto.page.locator('.message[data-seq]').getByText('can you mark the direction').waitFor();
    const [{ id }]: [{ id: string }] = await product.dataSource.query(
      `SELECT id FROM posts WHERE title = 'The bus that waits' AND content LIKE '%baker%'`,
    );
    await callApi(otto.page, 'POST', `/api/posts/${id}/replies`, { content: 'Was it the same hand?' });
    const near = await publish(otto.page, 'What the ferry timetable leaves out');
    await publish(otto.page, 'Letters to next November', { isPublic: false });

    await vesper.page.goto('/homepage');
    const rows = since(vesper.page);
    await rows.getByText('can you mark the direction').waitFor();
    await rows.getByText('Was it the same hand?').waitFor();
    await rows.getByRole('link', { name: '#tide_tables' }).waitFor();
    await rows.getByRole('link', { name: 'What the ferry timetable leaves out' }).waitFor();
    expect(await vesper.page.getByText('Letters to next November').count()).toBe(0);
    const ring = vesper.page.getByRole('button', { name: 'Night log, new entries' });
    await ring.waitFor();
    await callApi(vesper.page, 'PUT', `/api/bookmarks/post/${near}`, {});
    await callApi(vesper.page, 'PUT', '/api/bookmarks/tag/tide_tables', {});
    // The third member shows it, which the worker suggests.
    await callApi(vesper.page, 'PUT', '/api/bookmarks/tag/lighthouses', {});
    await vesper.page.reload();
    await vesper.page.getByRole('link', { name: 'All kept' }).waitFor();
    await rows.getByText('Was it the same hand?').waitFor();
    const unlit = vesper.page.getByRole('button', { name: 'Do not suggest Nia again' });
    await unlit.waitFor();
    await checkPage(vesper.page, 'since', 'desktop');
    await unlit.click();
    await unlit.waitFor({ state: 'detached' });
    for (const screen of ['tablet', 'mobile'] as const) {
      const { page } = await visit(1, screen);
      await logIn(page, vesperName);
      await since(page).getByText('Was it the same hand?').waitFor();
      await checkPage(page, 'since', screen);
      await page.goto('/kept');
      await page.getByRole('link', { name: 'What the ferry timetable leaves out' }).waitFor();
      await checkPage(page, 'kept', screen);
    }

    await rows.getByRole('button', { name: 'Mark all read' }).click();
    await vesper.page.getByRole('button', { name: 'Night log', exact: true }).waitFor();
    await rows.getByRole('button', { name: 'Mark all read' }).waitFor({ state: 'detached' });
    await vesper.page.goto('/kept');
    await vesper.page.getByRole('link', { name: 'What the ferry timetable leaves out' }).waitFor();
    await checkPage(vesper.page, 'kept', 'desktop');

    await third.page.goto('/homepage');
    await since(third.page).getByText('All quiet since you left.').waitFor();
    const shown = await third.page.locator('main').innerText();
    expect(shown).not.toMatch(/mark the direction|the same hand|Letters to next November/);
  });

  test('NXT-211 counts new posts with a kept tag on two devices, until one of them opens it', async ({
    product,
    visit,
  }) => {
    const otto = await visit(1);
    await register(otto.page, 'Otto');
    const third = await visit(0);
    const thirdName = await register(third.page, 'Nia');
    await product.dataSource.query('UPDATE users SET is_public = false WHERE username = $1', [thirdName]);
    const vesper = await visit(0);
    const vesperName = await register(vesper.page, 'Vesper Lund');
    await callApi(vesper.page, 'PUT', '/api/bookmarks/tag/noctilucent', {});
    const phone = await visit(1, 'mobile');
    await logIn(phone.page, vesperName);
    const pages = [vesper.page, phone.page];
    for (const page of pages) await page.getByRole('link', { name: '#noctilucent' }).waitFor();

    await publish(third.page, 'Unseen clouds', { tags: ['noctilucent'] });
    await publish(otto.page, 'Clouds at night', { tags: ['noctilucent'] });
    for (const page of pages) await page.getByText('1 new post', { exact: true }).waitFor();
    // The welcome covers the actions of a post.
    await expect(phone.page.locator('.toast')).toHaveCount(0);
    await checkPage(phone.page, 'home-shelf', 'mobile');

    await vesper.page.locator('.home__side').getByRole('link', { name: '#noctilucent' }).click();
    await vesper.page.getByRole('heading', { name: 'Clouds at night' }).waitFor();
    await expect(phone.page.getByText('1 new post', { exact: true })).toHaveCount(0);
  });
});
