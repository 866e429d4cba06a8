import { makeServer } from '@oniverse/testing';
import { expect, type Page } from '@playwright/test';
import { checkPage } from '../check-page.js';
import { locateComposer, locateThread, openMessageMenu, sendReply } from '../dimensions.js';
import { callApi, sendMessage, waitUntilStored } from '../members.js';
import { type ProductUnderTest, test, type VisitingMember } from '../product.js';

const QUESTION = 'Which lamp was it?';

async function makePrivateRoom(
  { dataSource }: ProductUnderTest,
  members: readonly VisitingMember[],
): Promise<string> {
  const { server } = await makeServer(dataSource, { isPublic: false });
  await dataSource.query(
    `WITH joined AS (INSERT INTO server_members (server_id, user_id) SELECT $1, unnest($2::uuid[]))
     UPDATE servers SET name = 'Night Watch', member_count = member_count + 2 WHERE id = $1`,
    [server.id, members.map(({ user }) => user.id)],
  );
  return `/dimensions/private?server=${server.id}`;
}

/** The link to the thread in the list of followed ones. */
const locateFollowed = (page: Page) =>
  page.getByRole('navigation', { name: 'Threads you follow' }).getByRole('link', { name: QUESTION });

const locateSummary = (page: Page) =>
  page
    .getByRole('region', { name: 'Conversation in general' })
    .getByRole('link', { name: /\d+ repl(?:y|ies)/u });

test('TLK-042 TLK-044 TLK-045 TLK-051 TLK-060 TLK-061 TLK-064 members answer in a thread live on two backends, follow it and read it on another device, and others learn nothing', async ({
  product,
  visit,
  visitAs,
}) => {
  const vesper = await visitAs('Vesper Lund', 0);
  const otto = await visitAs('Otto', 1);
  const outsider = await visitAs('Nia', 1);
  const room = await makePrivateRoom(product, [vesper, otto]);
  for (const { page } of [vesper, otto]) {
    await page.goto(room);
    await locateComposer(page).waitFor();
  }
  const { page } = vesper;
  await sendMessage(page, QUESTION, { byKey: true });
  await waitUntilStored(page, QUESTION);

  await openMessageMenu(otto.page, QUESTION, vesper.user.username);
  await otto.page.getByRole('menuitem', { name: 'Reply in thread' }).click();
  await expect(locateThread(otto.page).getByRole('textbox')).toBeFocused();
  await checkPage(otto.page, 'thread-start', 'desktop');
  await sendReply(otto.page, 'The third one.');
  await expect(otto.page).toHaveURL(/[?&]thread=/u);
  await locateThread(otto.page).getByRole('button', { name: 'Following' }).waitFor();

  // The author of the message follows it, and learns of the reply on the other backend.
  await expect(locateSummary(page)).toContainText('1 reply');
  await expect(locateFollowed(page)).toContainText('1 unread');
  await page.getByRole('link', { name: /^Dimensions \d+ mentions?$/u }).waitFor();
  await checkPage(page, 'thread-summary', 'desktop');

  const sessionId = await page.evaluate(() => localStorage.getItem('sessionId') ?? '');
  const phone = await visit(1, 'mobile');
  await phone.context.addInitScript((id) => localStorage.setItem('sessionId', id), sessionId);
  await phone.page.goto(room);
  await phone.page.getByRole('button', { name: 'Channels' }).click();
  const marked = phone.page.waitForResponse((response) =>
    /\/api\/channels\/[^/]+\/read$/u.test(response.url()),
  );
  await locateFollowed(phone.page).click();
  await locateThread(phone.page).getByText('The third one.', { exact: true }).waitFor();
  await expect(locateComposer(phone.page)).toBeHidden();
  await marked;
  await checkPage(phone.page, 'thread', 'mobile');
  await page.reload();
  await expect(locateFollowed(page)).not.toContainText('unread');

  await locateSummary(page).click();
  await locateThread(page).getByText('The third one.', { exact: true }).waitFor();
  await sendReply(page, 'It was lit again at two.');
  await locateThread(otto.page).getByText('It was lit again at two.', { exact: true }).waitFor();
  await locateThread(phone.page).getByText('It was lit again at two.', { exact: true }).waitFor();
  await checkPage(page, 'thread', 'desktop');
  const address = page.url();
  await page.reload();
  await locateThread(page).getByText('It was lit again at two.', { exact: true }).waitFor();

  await locateThread(page).getByRole('button', { name: 'Following' }).click();
  await expect(locateFollowed(page)).toHaveCount(0);
  await locateThread(page).getByRole('textbox').press('Escape');
  await expect(locateThread(page)).toHaveCount(0);
  await expect(page.locator('.message').filter({ hasText: QUESTION })).toBeFocused();
  await sendReply(otto.page, 'And at three.');
  await expect(locateSummary(page)).toContainText('3 replies');
  await expect(locateSummary(page)).not.toContainText('unread');

  await outsider.page.goto(address);
  await outsider.page.getByText('This dimension cannot be found.').waitFor();
  const threadId = new URL(address).searchParams.get('thread') ?? '';
  await expect(callApi(outsider.page, 'PUT', `/api/threads/${threadId}/follow`, {})).rejects.toThrow('404');
  await expect(outsider.page.getByText('And at three.')).toHaveCount(0);
});
