import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { checkPage } from '../check-page.js';
import { createDimension, locateComposer, openMessageMenu } from '../dimensions.js';
import { callApi, sendMessage, waitUntilStored } from '../members.js';
import { type ProductUnderTest, test, type VisitingMember } from '../product.js';

const NAME = 'Tide Watch';

/** Joins a member to the dimension that was created last. @returns its id */
async function join({ dataSource }: ProductUnderTest, { user }: VisitingMember): Promise<string> {
  const [server]: [{ id: string }] = await dataSource
    .query('UPDATE servers SET member_count = member_count + 1 WHERE name = $1 RETURNING id', [NAME])
    .then(([rows]: [[{ id: string }]]) => rows);
  await dataSource.query(`INSERT INTO server_members (server_id, user_id, role) VALUES ($1, $2, 'member')`, [
    server.id,
    user.id,
  ]);
  return server.id;
}

async function manage(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: `Manage ${NAME}` }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

/** Schedules what is in the field for an hour from now. */
async function sendLater(page: Page, text: string): Promise<void> {
  await locateComposer(page).fill(text);
  await page.getByRole('button', { name: 'Send later' }).click();
  await page.getByRole('menuitem', { name: /^In an hour/u }).click();
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(locateComposer(page)).toHaveValue('');
}

test.describe('messages for later', () => {
  test('TLK-500 TLK-502 TLK-507 TLK-514 TLK-520 TLK-527 TLK-540 TLK-544 TLK-545 are scheduled, kept for a time and exported by two members, and no outsider gets at them', async ({
    product,
    visitAs,
  }) => {
    const owner = await visitAs('Vesper Lund', 0);
    const member = await visitAs('Otto Voss', 1, 'mobile');
    const outsider = await visitAs('Mallory', 0);
    await createDimension(owner.page, NAME);
    const serverId = await join(product, member);
    const room = `/dimensions/private?server=${serverId}`;
    for (const { page } of [owner, member]) {
      await page.goto(room);
      await locateComposer(page).waitFor();
    }

    // Two messages for later: one is changed and sent at once, the other one at its time.
    await sendLater(member.page, 'The tide turns at nine.');
    await sendLater(member.page, 'The tide has turned.');
    await checkPage(member.page, 'scheduled-line', 'mobile');
    await member.page.getByRole('link', { name: '2 messages scheduled' }).click();
    const row = member.page.getByRole('listitem').filter({ hasText: 'The tide turns at nine.' });
    await row.getByRole('button', { name: 'Change' }).click();
    const dialog = member.page.getByRole('dialog', { name: 'Change message' });
    await dialog.getByRole('textbox', { name: 'Message' }).fill('The tide turns at ten.');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await checkPage(member.page, 'scheduled', 'mobile');
    await member.page
      .getByRole('listitem')
      .filter({ hasText: 'The tide turns at ten.' })
      .getByRole('button', { name: 'Send now' })
      .click();
    await waitUntilStored(owner.page, 'The tide turns at ten.');
    await product.dataSource.query(`UPDATE scheduled_messages SET due_at = now()`);
    await waitUntilStored(owner.page, 'The tide has turned.');

    // A reminder brings the member back to a message.
    await sendMessage(owner.page, 'Bring the long rope.');
    await waitUntilStored(owner.page, 'Bring the long rope.');
    await openMessageMenu(owner.page, 'Bring the long rope.', owner.user.username);
    await owner.page.getByRole('menuitem', { name: 'Remind me' }).click();
    await owner.page
      .getByRole('dialog', { name: 'Remind me' })
      .getByRole('button', { name: /^In 20 minutes/u })
      .click();
    await owner.page.getByText(/^You will be reminded on /u).waitFor();

    // The owner keeps messages for 90 days from now on, which the channel says to everybody.
    await manage(owner.page, 'Keep messages');
    await owner.page.getByRole('combobox', { name: 'keep messages' }).click();
    await owner.page.getByRole('option', { name: '90 days' }).click();
    await owner.page.getByRole('button', { name: 'Save' }).click();
    await owner.page.getByRole('button', { name: 'Keep them shorter' }).click();
    await owner.page.getByRole('dialog').first().waitFor({ state: 'detached' });
    await member.page.goto(room);
    await member.page
      .getByText(/messages here are kept for 90 days/u)
      .first()
      .waitFor();
    await checkPage(member.page, 'retention', 'mobile');

    // The owner exports everything; members read that it was done.
    await manage(owner.page, 'Exports');
    await owner.page.getByRole('button', { name: 'Export everything' }).click();
    const download = owner.page.waitForEvent('download');
    await owner.page.getByRole('button', { name: /^Download the export of/u }).click();
    const archive = await readFile(await (await download).path());
    // The signature of a ZIP file, and the name of a part.
    expect(archive.subarray(0, 2).toString()).toBe('PK');
    expect(archive.toString('latin1')).toContain('messages.md');
    await checkPage(owner.page, 'exports', 'desktop');
    const notice = await callApiGet(member.page, `/api/servers/${serverId}/exports/latest`);
    expect(notice).toMatchObject({ ok: true });

    // An outsider finds nothing, and may do nothing.
    const { id: channelId } = await channelOf(product, serverId);
    await outsider.page.goto('/purpose');
    for (const [method, path, body] of [
      ['POST', `/api/channels/${channelId}/scheduled-messages`, { content: 'x', sendAt: inAnHour() }],
      ['POST', `/api/servers/${serverId}/exports`, {}],
      ['PATCH', `/api/servers/${serverId}`, { messageDays: 30 }],
    ] as const) {
      await expect(callApi(outsider.page, method, path, body), path).rejects.toThrow('404');
    }
    for (const path of [
      `/api/servers/${serverId}/exports`,
      `/api/servers/${serverId}/exports/latest`,
      `/api/search?q=tide&kinds=messages&server=${serverId}`,
    ]) {
      expect((await callApiGet(outsider.page, path)).status, path).toBe(404);
    }
    // Nor does a member export.
    await expect(callApi(member.page, 'POST', `/api/servers/${serverId}/exports`, {})).rejects.toThrow('403');
  });
});

const inAnHour = (): string => new Date(Date.now() + 3_600_000).toISOString();

async function channelOf({ dataSource }: ProductUnderTest, serverId: string): Promise<{ id: string }> {
  const [channel]: [{ id: string }] = await dataSource.query(
    'SELECT id FROM channels WHERE server_id = $1 LIMIT 1',
    [serverId],
  );
  return channel;
}

const callApiGet = (page: Page, path: string): Promise<{ ok: boolean; status: number }> =>
  page.evaluate(async (address) => {
    const { ok, status } = await fetch(address, {
      headers: { Authorization: `Bearer ${localStorage.getItem('sessionId') ?? ''}` },
    });
    return { ok, status };
  }, path);
