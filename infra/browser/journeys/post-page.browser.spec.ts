import { expect, type Page } from '@playwright/test';
import { checkPage } from '../check-page.js';
import { callApi } from '../members.js';
import { SCREENS, test } from '../product.js';

const TEXT = `The streetlamps on Aldine Row come on in order, like someone counting. #noticing

> A lamp that hesitates is the only one on the street I would call awake.`;
const RINGS = 'Someone sent a ripple to this post';

const hasId = (value: unknown): value is { id: string } =>
  typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string';

/** Creates a post as the page's member and returns its id. */
async function createPost(page: Page, title: string): Promise<string> {
  await page.goto('/purpose');
  const created = await callApi(page, 'POST', '/api/posts', { title, markdownContent: TEXT });
  if (!hasId(created)) throw new Error('The post has no id');
  return created.id;
}

const statusOf = (page: Page, path: string, method: string, body?: string): Promise<number> =>
  page.evaluate(
    async (call) => {
      const answer = await fetch(call.path, {
        method: call.method,
        headers: {
          Authorization: `Bearer ${localStorage.getItem('sessionId') ?? ''}`,
          'Content-Type': 'application/json',
        },
        ...(call.body !== undefined && { body: call.body }),
      });
      return answer.status;
    },
    { path, method, body },
  );

test.describe('the page of a post', () => {
  test('NXT-023 NXT-028 NXT-030 two members reply and ripple live, and a third who may not gets nothing', async ({
    visitAs,
  }) => {
    const otto = await visitAs('Otto Voss', 0);
    const vesper = await visitAs('Vesper Lund', 1, 'mobile');
    await createPost(vesper.page, 'Sodium, then white');
    const id = await createPost(otto.page, 'Counted lamps');
    const address = `/u/${otto.user.username}/${id}`;
    await otto.page.goto(address);
    await otto.page.getByText('Nobody has replied yet.').waitFor();

    // NXT-034: from the feed to the post, and back to its author as a ripple and a reply.
    await vesper.page.goto('/homepage?posts=all');
    await vesper.page.getByRole('link', { name: 'Counted lamps' }).click();
    await vesper.page.waitForURL(`**${address}`);
    // NXT-203: from the post to another one with its tag.
    for (const { page } of [otto, vesper]) {
      const also = page.getByRole('list', { name: 'Also about #noticing' });
      await also.getByRole('link', { name: 'Sodium, then white' }).waitFor();
    }
    await vesper.page.getByRole('button', { name: 'Ripple' }).click();
    await vesper.page.getByRole('button', { name: 'Ripple sent' }).waitFor();
    await otto.page.getByText(RINGS).waitFor({ state: 'attached' });
    // The list of other posts has the handle as well.
    await otto.page
      .getByRole('complementary')
      .getByRole('link', { name: 'Vesper Lund', exact: true })
      .waitFor();
    await vesper.page.getByRole('textbox', { name: 'Reply to Otto Voss' }).fill('Nearly *two* seconds.');
    await vesper.page.getByRole('button', { name: 'Reply', exact: true }).click();
    const theirs = otto.page.getByRole('article', { name: 'Vesper Lund' });
    await theirs.getByText('two', { exact: true }).waitFor();

    // By keyboard alone: answer it, on the second level.
    await theirs.getByRole('button', { name: 'Reply' }).press('Enter');
    await otto.page.keyboard.type('The longest so far.');
    await otto.page.keyboard.press('ControlOrMeta+Enter');
    await vesper.page.getByText('The longest so far.').waitFor();
    for (const screen of ['desktop', 'mobile'] as const) {
      const { page } = screen === 'desktop' ? otto : vesper;
      await checkPage(page, 'post', screen);
    }

    await vesper.page
      .getByRole('article', { name: 'Vesper Lund' })
      .getByRole('button', { name: 'Delete' })
      .click();
    await vesper.page.getByRole('button', { name: 'Delete reply' }).click();
    await otto.page.getByText('deleted by its author').waitFor();
    await otto.page.getByText('The longest so far.').waitFor();
    await otto.page.getByRole('button', { name: 'Close replies' }).click();
    await vesper.page.getByText('Replies are closed.').waitFor();

    const sable = await visitAs('Sable', 0);
    await sable.page.goto(address);
    await sable.page.getByRole('heading', { level: 1, name: 'Counted lamps' }).waitFor();
    await callApi(otto.page, 'PATCH', '/api/users/profile', { isPublic: false });
    for (const { page } of [vesper, sable]) {
      await page.getByRole('heading', { name: 'Page Not Found' }).waitFor();
      const call = `/api/posts/${id}`;
      expect([
        await statusOf(page, call, 'GET'),
        await statusOf(page, `${call}/also`, 'GET'),
        await statusOf(page, `${call}/replies`, 'GET'),
        await statusOf(page, `${call}/replies`, 'POST', '{"content":"Still?"}'),
        await statusOf(page, `${call}/ripples`, 'GET'),
      ]).toEqual([404, 404, 404, 404, 404]);
    }
    expect(await statusOf(sable.page, `/api/posts/${id}/ripple`, 'PUT')).toBe(404);
    await otto.page.getByRole('heading', { level: 1, name: 'Counted lamps' }).waitFor();
  });

  test('NXT-020 NXT-022 leads a visitor through the posts of a member who chose so, and not of others', async ({
    visit,
    visitAs,
  }) => {
    const otto = await visitAs('Otto Voss', 0);
    const first = await createPost(otto.page, 'A clock for insomniacs');
    const second = await createPost(otto.page, 'Two seconds, measured');
    const visitor = await visit(1, 'tablet');
    const address = (id: string) => `/u/${otto.user.username}/${id}`;
    await visitor.page.goto(address(first));
    await visitor.page.getByRole('heading', { name: 'Page Not Found' }).waitFor();
    await callApi(otto.page, 'PATCH', '/api/users/profile', { isVisibleToVisitors: true });
    await visitor.page.goto(address(first));
    await visitor.page.getByText('Members can read the replies and answer.').waitFor();
    expect(await visitor.page.getByRole('button', { name: 'Ripple' }).count()).toBe(0);
    const neighbours = visitor.page.getByRole('navigation', { name: 'Posts by Otto Voss' });
    await neighbours.getByRole('link', { name: 'Two seconds, measured' }).click();
    await visitor.page.waitForURL(`**${address(second)}`);
    await neighbours.getByRole('link', { name: 'A clock for insomniacs' }).waitFor();
    await checkPage(visitor.page, 'post-visitor', 'tablet');
  });

  test('NXT-033 shows the post in the theme of its author', async ({ visitAs }) => {
    const otto = await visitAs('Otto Voss', 0);
    const vesper = await visitAs('Vesper Lund', 1);
    const id = await createPost(otto.page, 'Slow light');
    await callApi(otto.page, 'PATCH', '/api/users/profile', {
      profileTheme: '90s-computer',
      profileThemeMode: 'light',
    });
    await vesper.page.goto(`/u/${otto.user.username}/${id}#reply`);
    await vesper.page.locator('[data-theme="90s-computer"] textarea:focus').waitFor();
    await checkPage(vesper.page, 'post-90s', 'desktop');
    await vesper.page.setViewportSize(SCREENS.mobile.viewport);
  });
});
