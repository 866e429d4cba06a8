import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { checkPage } from '../check-page.js';
import { chooseMenuItem, pressKeyOn, waitForDialog } from '../keyboard.js';
import { callApi, waitForLink } from '../members.js';
import { SCREENS, test, type VisitingMember } from '../product.js';
import { makeMemberWithPictures } from '../uploads.js';

/** Writes a post with the tag, and shows the tag on the member's page. */
async function carryTag(
  { page }: VisitingMember,
  tag: string,
  title: string,
  fields: object = {},
): Promise<void> {
  await page.goto('/purpose');
  await callApi(page, 'PATCH', '/api/users/profile', { profileMarkdown: `I count. #${tag}`, ...fields });
  await callApi(page, 'POST', '/api/posts', { title, markdownContent: `In order. #${tag}` });
}

const memberLinks = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Members' }).getByRole('link', { name });

test.describe('the paths between members', () => {
  test('NXT-010 NXT-040 NXT-013 NXT-014 lead from a post over its tag to its author, and to nobody who is private', async ({
    product,
    visitAs,
  }) => {
    const tag = 'lamplight';
    const otto = await visitAs('Otto Voss', 0);
    const vesper = await visitAs('Vesper Lund', 1);
    const sable = await visitAs('Sable', 0);
    await carryTag(otto, tag, 'Lamps in order', { isVisibleToVisitors: true });
    await carryTag(sable, tag, 'Kept to myself', { isPublic: false, isVisibleToVisitors: true });
    await carryTag(vesper, tag, 'A clock for insomniacs');
    const { page } = vesper;
    const other = otto.user.username;
    await waitForLink(product, otto, vesper);

    await page.goto('/homepage?posts=all');
    await page.getByRole('link', { name: 'Lamps in order' }).waitFor();
    expect(await page.getByRole('link', { name: 'Kept to myself' }).count()).toBe(0);
    await page
      .getByRole('article', { name: 'Lamps in order' })
      .getByRole('link', { name: `#${tag}` })
      .first()
      .click();
    await page.waitForURL(`**/t/${tag}`);
    await page.getByText('2 members show this tag. You share it with Otto Voss.').waitFor();
    await page.getByRole('link', { name: 'A clock for insomniacs' }).waitFor();

    // NXT-014: no trace of the private member, neither as a name nor in the number.
    expect(await page.getByText('Sable').count()).toBe(0);
    expect(await page.getByText('Kept to myself').count()).toBe(0);
    await checkPage(page, 'tag', 'desktop');

    // The card, by keyboard alone, on both forms of screen.
    const name = memberLinks(page, 'Otto Voss').last();
    await pressKeyOn(page, name);
    await waitForDialog(page, 'Otto Voss');
    await page
      .getByRole('dialog', { name: 'Otto Voss' })
      .getByText('Strength 1 of 5')
      .waitFor({ state: 'attached' });
    await checkPage(page, 'member-card', 'desktop');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.setViewportSize(SCREENS.mobile.viewport);
    await checkPage(page, 'tag', 'mobile');
    await pressKeyOn(page, name);
    await waitForDialog(page, 'Otto Voss');
    await checkPage(page, 'member-card', 'mobile');

    await pressKeyOn(
      page,
      page.getByRole('dialog', { name: 'Otto Voss' }).getByRole('link', { name: 'Profile' }),
    );
    await page.waitForURL(`**/u/${other}`);
    const line = page.getByRole('region', { name: 'The line between you' });
    await line.getByText('On both profiles.').waitFor();
    await checkPage(page, 'line', 'mobile');
    await page.setViewportSize(SCREENS.desktop.viewport);
    await checkPage(page, 'line', 'desktop');
    await line.getByRole('link', { name: 'Lamps in order' }).click();
    await page.waitForURL(`**/u/${other}/*`);
    await page.getByRole('heading', { level: 1, name: 'Lamps in order' }).waitFor();

    // There is no way to a private member.
    await page.goto(`/u/${sable.user.username}`);
    await page.getByRole('heading', { name: 'Page Not Found' }).waitFor();
  });

  test('NXT-013 show visitors only who chose so, without lines', async ({ visit, visitAs }) => {
    const tag = 'sodium_lamps';
    const otto = await visitAs('Otto Voss', 0);
    const vesper = await visitAs('Vesper Lund', 1);
    await carryTag(otto, tag, 'Two seconds, measured', { isVisibleToVisitors: true });
    await carryTag(vesper, tag, 'For members only');
    const { page } = await visit(1, 'mobile');
    await page.goto(`/t/${tag}`);
    await page.getByRole('link', { name: 'Two seconds, measured' }).waitFor();
    // The worker may not have listed the member yet.
    await expect
      .poll(async () => {
        await page.reload();
        await page.getByRole('link', { name: 'Two seconds, measured' }).waitFor();
        return memberLinks(page, 'Otto Voss').count();
      })
      .toBeGreaterThan(0);
    expect(await page.getByText('Vesper Lund').count()).toBe(0);
    expect(await page.getByText('For members only').count()).toBe(0);
    expect(await page.getByText(/no line yet|Strength/).count()).toBe(0);
    await checkPage(page, 'tag-visitor', 'mobile');
    await memberLinks(page, 'Otto Voss').last().click();
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    expect(await page.getByText('The line between you').count()).toBe(0);
  });

  test('NXT-180 NXT-181 NXT-182 keep a picture on a board for its keeper alone, until its owner hides it', async ({
    product,
    visitAs,
  }) => {
    const bytes = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#345' } })
      .jpeg()
      .toBuffer();
    const ownerSession = await makeMemberWithPictures(product, 'Otto Voss', [
      { bytes, title: 'Comet', tags: ['comets'] },
    ]);
    const { page } = await visitAs('Vesper Lund', 1);
    const sable = await visitAs('Sable', 0);
    await page.goto('/t/comets');
    await callApi(page, 'POST', '/api/boards', { name: 'Night roof' });
    await pressKeyOn(page, page.getByRole('button', { name: 'Open Comet' }));
    await waitForDialog(page, 'Comet');
    const board = page.getByRole('button', { name: 'Board for Comet' });
    await chooseMenuItem(page, board, 'Night roof');
    await board.filter({ hasText: 'Night roof' }).waitFor();
    await page.getByRole('button', { name: 'Keep Comet', pressed: true }).waitFor();
    await checkPage(page, 'kept-lightbox', 'desktop');
    await page.setViewportSize(SCREENS.mobile.viewport);
    await checkPage(page, 'kept-lightbox', 'mobile');
    await page.keyboard.press('Escape');
    await page.goto('/album');
    await page.getByRole('button', { name: 'Night roof' }).click();
    const kept = page.getByRole('region', { name: 'Kept from others' });
    await kept.getByRole('button', { name: 'Open Comet' }).waitFor();
    await checkPage(page, 'kept-on-board', 'mobile');
    await page.setViewportSize(SCREENS.desktop.viewport);
    await checkPage(page, 'kept-on-board', 'desktop');

    // A third member asks for the board by its id.
    const boardId = new URL(page.url()).searchParams.get('board') ?? '';
    await sable.page.goto('/purpose');
    const seen = await sable.page.evaluate(async (id): Promise<unknown> => {
      const headers = { Authorization: `Bearer ${localStorage.getItem('sessionId') ?? ''}` };
      return (await fetch(`/api/bookmarks/boards/${id}`, { headers })).json();
    }, boardId);
    expect(seen).toEqual([]);

    const { url } = product;
    const owner = { authorization: `Bearer ${ownerSession}`, 'content-type': 'application/json' };
    const [image]: { id: string }[] = await (await fetch(`${url}/api/images`, { headers: owner })).json();
    await fetch(`${url}/api/images/${image?.id}/visibility`, {
      method: 'PUT',
      headers: owner,
      body: JSON.stringify({ isPublic: false }),
    });
    await page.reload();
    await page.getByRole('heading', { name: 'Nothing found' }).waitFor();
    expect(await kept.count()).toBe(0);
  });
});
