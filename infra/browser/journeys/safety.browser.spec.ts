import { expect, type Page } from '@playwright/test';
import { makeServer } from '@oniverse/testing';
import { checkPage } from '../check-page.js';
import { locateComposer, openMessageMenu } from '../dimensions.js';
import { chooseMenuItem } from '../keyboard.js';
import { callApi, enterDimension, locateMessage, sendMessage, waitUntilStored } from '../members.js';
import { test } from '../product.js';

/** Open pages follow a block within this time. */
const CUT_OFF_MS = 1_000;

/** Returns the error that the page's member gets for a call. */
const refusalOf = async (page: Page, method: string, path: string, body: object = {}): Promise<string> =>
  callApi(page, method, path, body).then(
    () => 'allowed',
    (error: unknown) => String(error),
  );

test.describe('safety', () => {
  test('SAF-030 SAF-032 SAF-033 a block cuts off open pages within a second, on another backend and in an old tab, until it ends', async ({
    visitAs,
    product,
  }) => {
    const vesper = await visitAs('Vesper Lund', 0);
    const otto = await visitAs('Otto', 1);
    const [vesperName, ottoName] = [vesper.user.username, otto.user.username];
    await enterDimension(otto.page, 'Slow Radio');
    for (const text of ['The roof is open.', 'Wind from the north.']) {
      await sendMessage(otto.page, text);
      await waitUntilStored(otto.page, text);
    }
    await enterDimension(vesper.page, 'Slow Radio');
    const message = vesper.page.locator('.message').getByText('The roof is open.', { exact: true });
    await message.waitFor();
    await otto.page.goto(`/u/${vesperName}`);
    const heading = otto.page.getByRole('heading', { level: 1, name: vesperName });
    await heading.waitFor();
    const second = await otto.context.newPage();
    await second.goto('/homepage?posts=all');
    await second.getByRole('tab', { name: 'Everyone' }).waitFor();

    await openMessageMenu(vesper.page, 'The roof is open.', ottoName);
    await vesper.page.getByRole('menuitem', { name: 'Block' }).click();
    const question = vesper.page.getByRole('alertdialog', { name: `Block ${ottoName}?` });
    await question.waitFor();
    await checkPage(vesper.page, 'block-question', 'desktop');
    const answered = vesper.page.waitForResponse((response) => response.url().includes('/api/blocks/'));
    await question.getByRole('button', { name: 'Block', exact: true }).click();
    await answered;
    await heading.waitFor({ state: 'hidden', timeout: CUT_OFF_MS });
    await vesper.page.getByText('2 messages hidden').waitFor();
    await message.waitFor({ state: 'hidden' });
    await vesper.page.getByRole('button', { name: 'Dismiss' }).click();
    await checkPage(vesper.page, 'folded-messages', 'desktop');

    // The blocked member tries the page, the calls and the other tab.
    await callApi(vesper.page, 'POST', '/api/posts', {
      title: 'After the block',
      content: 'Quiet.',
      markdownContent: 'Quiet.',
      tags: [],
    });
    await otto.page.reload();
    await heading.waitFor({ state: 'hidden' });
    const [{ id: postId }]: [{ id: string }] = await product.dataSource.query(
      `SELECT id FROM posts WHERE title = 'After the block'`,
    );
    for (const [method, path, body] of [
      ['POST', `/api/posts/${postId}/replies`, { content: 'Hello?' }],
      ['PUT', `/api/posts/${postId}/ripple`, {}],
      ['PUT', `/api/bookmarks/post/${postId}`, {}],
    ] as const) {
      expect(await refusalOf(otto.page, method, path, body)).toContain('404');
    }
    await second.reload();
    await second.getByRole('tab', { name: 'Everyone' }).waitFor();
    await expect(second.getByText('After the block')).toHaveCount(0);

    await vesper.page.getByRole('button', { name: 'Show', exact: true }).click();
    await message.waitFor();
    await vesper.page.goto('/settings?tab=privacy');
    const unblock = vesper.page.getByRole('button', { name: 'Unblock Otto' });
    await unblock.waitFor();
    await checkPage(vesper.page, 'settings-privacy', 'desktop');
    await unblock.click();
    await vesper.page.getByText('Nobody is blocked.').waitFor();
    await otto.page.reload();
    await heading.waitFor();
  });

  test('SAF-031 SAF-320 the menu of a profile mutes and reports by keyboard', async ({ visitAs }) => {
    const { page } = await visitAs('Vesper Lund', 0);
    const otto = await visitAs('Otto', 0);
    const name = otto.user.username;
    await page.goto(`/u/${name}`);
    const menu = page.getByRole('button', { name: `Actions for ${name}` });
    await chooseMenuItem(page, menu, 'Mute');
    await page.getByText(`${name} is muted`).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText(`${name} is no longer muted`).waitFor();

    await chooseMenuItem(page, menu, 'Report');
    const dialog = page.getByRole('dialog', { name: 'Report this profile' });
    await dialog.getByRole('radio', { name: 'Spam' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('ArrowDown');
    await expect(dialog.getByRole('radio', { name: 'Harassment' })).toBeChecked();
    await checkPage(page, 'report-dialog', 'desktop');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Copied my name.');
    await dialog.getByRole('button', { name: 'Send report' }).press('Enter');
    await page.getByRole('dialog', { name: 'Report received' }).waitFor();
    await checkPage(page, 'report-received', 'desktop');
  });

  test('SAF-105 SAF-312 SAF-321 SAF-322 a moderator acts on a report, and its end reaches the reporter', async ({
    visitAs,
    product,
  }) => {
    const moderator = await visitAs('Harbour', 0);
    const author = await visitAs('Lev', 1);
    const reporter = await visitAs('Ines', 0);
    const { server } = await makeServer(product.dataSource, { isPublic: false });
    await product.dataSource.query(
      `WITH joined AS (
         INSERT INTO server_members (server_id, user_id, role)
         VALUES ($1, $2, 'moderator'), ($1, $3, 'member'), ($1, $4, 'member')
       ) UPDATE servers SET name = 'Fog Signals', member_count = member_count + 3 WHERE id = $1`,
      [server.id, moderator.user.id, author.user.id, reporter.user.id],
    );
    for (const { page } of [moderator, author, reporter]) {
      await page.goto(`/dimensions/private?server=${server.id}`);
      await locateComposer(page).waitFor();
    }
    await sendMessage(reporter.page, 'The list of lamps is on the board.');
    await waitUntilStored(reporter.page, 'The list of lamps is on the board.');
    await locateMessage(author.page, 'The list of lamps is on the board.').waitFor();
    await sendMessage(author.page, 'nobody wants your numbers');
    await waitUntilStored(author.page, 'nobody wants your numbers');

    await openMessageMenu(reporter.page, 'nobody wants your numbers', author.user.username);
    await reporter.page.getByRole('menuitem', { name: 'Report' }).click();
    const dialog = reporter.page.getByRole('dialog', { name: 'Report this message' });
    await dialog.getByRole('radio', { name: 'Harassment' }).check();
    await dialog.getByRole('textbox', { name: /What staff should know/ }).fill('This is about me.');
    await dialog.getByRole('button', { name: 'Send report' }).click();
    await reporter.page.getByRole('button', { name: 'Done' }).click();

    await moderator.page.getByRole('button', { name: 'Manage Fog Signals' }).click();
    await moderator.page.getByRole('menuitem', { name: 'Moderation' }).click();
    const found = moderator.page.getByRole('dialog', { name: 'Moderation' });
    await found.getByRole('button', { name: /Harassment/ }).waitFor();
    await checkPage(moderator.page, 'server-cases', 'desktop');
    await found.getByRole('button', { name: /Harassment/ }).click();
    await found.getByText('“This is about me.”').waitFor();
    await checkPage(moderator.page, 'server-case', 'desktop');
    await found.getByRole('button', { name: 'Delete and ban' }).click();
    await moderator.page.getByRole('alertdialog').getByRole('button', { name: 'Delete and ban' }).click();
    await found.getByText('Nothing waits for you.').waitFor();
    await found.getByRole('tab', { name: 'Audit log' }).click();
    await found
      .getByText(`Harbour @${moderator.user.username} banned Lev @${author.user.username}`)
      .waitFor();
    await checkPage(moderator.page, 'server-audit', 'desktop');

    // The banned member tries to come back.
    await locateComposer(author.page).waitFor({ state: 'detached' });
    expect(await refusalOf(author.page, 'POST', `/api/servers/${server.id}/join`)).toContain('404');

    await reporter.page.goto('/notifications');
    await reporter.page.getByText('Action was taken. Thank you for reporting it.').waitFor();
    await checkPage(reporter.page, 'report-closed', 'desktop');
    await reporter.page.getByRole('link', { name: 'a message in Fog Signals' }).click();
    await reporter.page.getByText('A message in Fog Signals').waitFor();
    await checkPage(reporter.page, 'your-reports', 'desktop');
  });
});
