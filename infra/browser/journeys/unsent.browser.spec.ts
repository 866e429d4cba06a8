import { makeServer, makeSession } from '@oniverse/testing';
import { expect, type Page } from '@playwright/test';
import { checkPage } from '../check-page.js';
import { locateComposer } from '../dimensions.js';
import { sendMessage, waitUntilStored } from '../members.js';
import { type ProductUnderTest, test, type VisitingMember } from '../product.js';

const rows = (page: Page, text: string) =>
  page.locator('.message[data-seq]').getByText(text, { exact: true });
const reaction = (page: Page) => page.getByRole('button', { name: /reacted with ✨/u });

/** Opens the menu of a message of the member, who wrote all of them. */
async function openMenu(page: Page, text: string): Promise<void> {
  const row = page.locator('.message', { has: page.getByText(text, { exact: true }) });
  await row.hover();
  await row.getByRole('button', { name: /^Actions for/u }).click();
}

/** Opens a dimension with three messages of the member on the given pages. */
async function openRoom(product: ProductUnderTest, member: VisitingMember, ...others: Page[]) {
  const { server } = await makeServer(product.dataSource);
  await product.dataSource.query(
    `WITH joined AS (INSERT INTO server_members (server_id, user_id) VALUES ($1, $2))
     UPDATE servers SET member_count = member_count + 1 WHERE id = $1`,
    [server.id, member.user.id],
  );
  const path = `/dimensions/public?server=${server.id}`;
  await member.page.goto(path);
  for (const text of ['The first lamp.', 'The second lamp.', 'The third lamp.']) {
    await sendMessage(member.page, text);
    await waitUntilStored(member.page, text);
  }
  for (const page of others) {
    await page.goto(path);
    await rows(page, 'The third lamp.').waitFor();
  }
  return { server, path };
}

/** Opens the parts of a page that load on their first use, while there is a connection. */
async function react(page: Page, text: string): Promise<void> {
  await openMenu(page, text);
  await page.getByRole('menuitem', { name: 'React', exact: true }).click();
  await page.getByRole('combobox', { name: 'Search emoji' }).fill('sparkles');
  await page.getByRole('gridcell', { name: 'sparkles' }).waitFor();
  await page.keyboard.press('Enter');
}

/** Sends, edits, deletes, takes a reaction back and begins a draft. */
async function changeAll(page: Page): Promise<void> {
  await sendMessage(page, 'The fourth lamp.');
  await openMenu(page, 'The first lamp.');
  await page.getByRole('menuitem', { name: 'Edit', exact: true }).click();
  await page.getByRole('textbox', { name: 'Edit message' }).fill('The first lamp is lit.');
  await page.keyboard.press('Enter');
  await openMenu(page, 'The second lamp.');
  await page.getByRole('menuitem', { name: 'Delete', exact: true }).click();
  await page.getByRole('button', { name: 'Delete message' }).click();
  await reaction(page).click();
  await locateComposer(page).fill('And the fif');
}

/** Expects that a page shows the changes once, as the server has them. */
async function expectAll(page: Page): Promise<void> {
  await expect(rows(page, 'The fourth lamp.')).toHaveCount(1);
  await expect(rows(page, 'The first lamp is lit.')).toHaveCount(1);
  await expect(rows(page, 'This message was deleted.')).toHaveCount(1);
  await expect(rows(page, 'The second lamp.')).toHaveCount(0);
  await expect(reaction(page)).toHaveCount(0);
  await expect(locateComposer(page)).toHaveValue('And the fif');
  await expect(page.locator('.message.is-sending')).toHaveCount(0);
}

test('TLK-170 TLK-172 what is done without a connection arrives once, in two tabs and on a second device', async ({
  product,
  visit,
  visitAs,
}) => {
  const member = await visitAs('Vesper Lund', 0);
  const { context, page, user } = member;
  const device = await visit(1);
  const session = await makeSession(product.dataSource, user.id);
  await device.context.addInitScript((id) => localStorage.setItem('sessionId', id), session);
  const tab = await context.newPage();
  await openRoom(product, member, tab, device.page);
  await react(page, 'The third lamp.');
  await reaction(device.page).waitFor();

  await context.setOffline(true);
  await changeAll(page);
  for (const own of [page, tab]) await own.locator('.message.is-sending').first().waitFor();
  await tab.locator('.message').getByText('The fourth lamp.', { exact: true }).waitFor();
  await checkPage(page, 'unsent', 'desktop');
  await expect(rows(device.page, 'The first lamp.')).toHaveCount(1);
  await context.setOffline(false);
  for (const each of [page, tab, device.page]) await expectAll(each);

  // A tab that is closed without a connection leaves its changes to the other.
  await context.setOffline(true);
  await sendMessage(page, 'The sixth lamp.');
  await tab.locator('.message').getByText('The sixth lamp.', { exact: true }).waitFor();
  await page.close();
  await context.setOffline(false);
  for (const each of [tab, device.page]) await expect(rows(each, 'The sixth lamp.')).toHaveCount(1);
});

test('TLK-170 TLK-175 what is done without a connection arrives after the tab was closed, and is not seen by another member', async ({
  product,
  visitAs,
}) => {
  const member = await visitAs('Vesper Lund', 0);
  const other = await visitAs('Otto', 1);
  const { context, page, user } = member;
  const { path } = await openRoom(product, member);
  await react(page, 'The third lamp.');
  await expect(reaction(page)).toHaveAttribute('aria-pressed', 'true');
  await context.setOffline(true);
  await changeAll(page);
  await page.close();
  await context.setOffline(false);

  const [mine, theirs] = await Promise.all(
    [user.id, other.user.id].map((id) => makeSession(product.dataSource, id)),
  );
  await context.addInitScript((id) => localStorage.setItem('sessionId', id), theirs ?? '');
  const otherPage = await context.newPage();
  await otherPage.goto(path);
  await rows(otherPage, 'The first lamp.').waitFor();
  await expect(rows(otherPage, 'The second lamp.')).toHaveCount(1);
  await expect(otherPage.getByText('The fourth lamp.', { exact: true })).toHaveCount(0);
  await otherPage.close();

  await context.addInitScript((id) => localStorage.setItem('sessionId', id), mine ?? '');
  const again = await context.newPage();
  await again.goto(path);
  await expectAll(again);
});

test('TLK-170 TLK-174 a message and an edit that a ban refuses stay with the reason, and signing out asks first', async ({
  product,
  visitAs,
}) => {
  const member = await visitAs('Vesper Lund', 0);
  const { context, page, user, expectedErrors } = member;
  expectedErrors.push('Storing a read was refused');
  const { server } = await openRoom(product, member);
  await context.setOffline(true);
  await sendMessage(page, 'The fourth lamp.');
  await openMenu(page, 'The first lamp.');
  await page.getByRole('menuitem', { name: 'Edit', exact: true }).click();
  await page.getByRole('textbox', { name: 'Edit message' }).fill('The first lamp is lit.');
  await page.keyboard.press('Enter');
  await product.dataSource.query('DELETE FROM server_members WHERE server_id = $1 AND user_id = $2', [
    server.id,
    user.id,
  ]);
  await context.setOffline(false);
  await page.getByText(/^Not sent\./u).waitFor();
  await page.getByText(/^Not saved\./u).waitFor();
  await checkPage(page, 'refused', 'desktop');
  await page.getByRole('button', { name: 'Vesper Lund' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await page
    .getByRole('alertdialog', { name: 'Sign out' })
    .getByText(/2 changes of yours/u)
    .waitFor();
  await checkPage(page, 'sign-out', 'desktop');
  await page.getByRole('button', { name: 'Delete and sign out' }).click();
  await page.waitForURL('**/');
  expect(
    await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('oni-unsent'))),
  ).toEqual([]);
});
