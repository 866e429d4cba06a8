import { expect, type Page } from '@playwright/test';
import { checkPage } from '../check-page.js';
import { callApi } from '../members.js';
import { type ProductUnderTest, test, type VisitingMember } from '../product.js';

const locateField = (page: Page) => page.getByRole('textbox', { name: /^Write to / });

async function write(page: Page, text: string): Promise<void> {
  await locateField(page).fill(text);
  // On a phone, Enter begins another line.
  await page.getByRole('button', { name: 'SEND', exact: true }).click();
  await page.locator('.message[data-seq]').getByText(text, { exact: true }).waitFor();
}

const waitForLine = (page: Page, text: string) =>
  page.locator('.message[data-seq]').getByText(text, { exact: true }).waitFor();

/** Lets members share a dimension, so that they may write to each other. */
async function joinOneDimension(
  { dataSource }: ProductUnderTest,
  members: readonly VisitingMember[],
): Promise<void> {
  await dataSource.query(
    `WITH place AS (
       INSERT INTO servers (name, owner_id, is_public, member_count)
       VALUES ('Observatory', ($1::uuid[])[1], false, cardinality($1::uuid[])) RETURNING id
     )
     INSERT INTO server_members (server_id, user_id, role)
     SELECT place.id, member, CASE WHEN member = ($1::uuid[])[1] THEN 'owner' ELSE 'member' END
       FROM place, unnest($1::uuid[]) AS member`,
    [members.map(({ user }) => user.id)],
  );
}

const expectRefused = (page: Page, calls: readonly (readonly [string, string, object])[]) =>
  Promise.all(
    calls.map(([method, path, body]) =>
      expect(callApi(page, method, path, body), `${method} ${path}`).rejects.toThrow('404'),
    ),
  );

const idOf = (page: Page): string => new URL(page.url()).pathname.split('/').at(-1) ?? '';

test.describe('direct conversations', () => {
  test('TLK-420 TLK-421 TLK-425 TLK-426 TLK-427 two, then five members write on two backends, and nobody gets around it', async ({
    product,
    visitAs,
  }) => {
    const vesper = await visitAs('Vesper Lund', 0);
    const otto = await visitAs('Otto Voss', 1, 'mobile');
    const juno = await visitAs('Juno Nine', 1);
    const nia = await visitAs('Nia', 0);
    const sable = await visitAs('Sable', 1);
    const outsider = await visitAs('Mallory', 0);
    // The conversation closes while its messages are being read.
    sable.expectedErrors.push('Storing a read was refused');
    const members = [vesper, otto, juno, nia, sable];
    await joinOneDimension(product, members);

    // From a profile to a conversation of two. The other member is on a phone, with a second device.
    await vesper.page.goto(`/u/${otto.user.username}`);
    await vesper.page.getByRole('button', { name: /^Write/u }).click();
    await locateField(vesper.page).waitFor();
    const withOtto = idOf(vesper.page);
    await otto.page.goto('/direct');
    await write(vesper.page, 'Did you read the one about the fourth lamp?');
    const row = otto.page.getByRole('link', { name: /the fourth lamp/u });
    await row.getByText('1', { exact: true }).waitFor();
    await checkPage(otto.page, 'direct-list', 'mobile');
    const second = await otto.context.newPage();
    await second.goto(`/direct/${withOtto}`);
    await row.click();
    await write(otto.page, 'Twice.');
    await waitForLine(vesper.page, 'Twice.');
    await waitForLine(second, 'Twice.');
    await checkPage(vesper.page, 'direct', 'desktop');
    await checkPage(otto.page, 'direct', 'mobile');

    // A group of five, which one of them names; a message survives a reload before it is sent.
    const group = await callApi(vesper.page, 'POST', '/api/conversations', {
      userIds: members.slice(1).map(({ user }) => user.id),
      name: 'Rooftop watch',
    });
    const groupId = String(Reflect.get(Object(group), 'id'));
    for (const { page } of members) await page.goto(`/direct/${groupId}`);
    await locateField(juno.page).fill('The oven is on.');
    await juno.page.reload();
    await expect(locateField(juno.page)).toHaveValue('The oven is on.');
    await locateField(juno.page).press('Enter');
    for (const { page } of members) await waitForLine(page, 'The oven is on.');
    await checkPage(vesper.page, 'direct-group', 'desktop');

    // One leaves in another tab: the open one closes, and later messages stay away.
    await callApi(sable.page, 'DELETE', `/api/conversations/${groupId}/membership`, {});
    await sable.page.getByText('Conversation not found.').waitFor();
    await write(nia.page, 'Without Sable.');
    await expect(sable.page.getByText('Without Sable.')).toHaveCount(0);
    // A block folds messages in the group, and closes what two have.
    await callApi(otto.page, 'PUT', `/api/blocks/${vesper.user.id}`, {});
    for (const page of [vesper.page, second]) await page.goto(`/direct/${withOtto}`);
    for (const page of [vesper.page, second]) {
      await page.getByText('Nobody can write in this conversation now.').waitFor();
      await expect(locateField(page)).toHaveCount(0);
    }

    const [message]: { id: string }[] = await product.dataSource.query(
      'SELECT id FROM messages WHERE channel_id = $1 ORDER BY seq LIMIT 1',
      [withOtto],
    );
    await outsider.page.goto(`/direct/${withOtto}`);
    await outsider.page.getByText('Conversation not found.').waitFor();
    for (const { page } of [outsider, sable]) {
      await expectRefused(
        page,
        [withOtto, groupId].flatMap((id) => [
          ['POST', `/api/channels/${id}/messages`, { content: 'In?' }],
          ['PUT', `/api/channels/${id}/draft`, { content: 'In?' }],
          ['PATCH', `/api/conversations/${id}`, { name: 'Mine' }],
          ['PATCH', `/api/messages/${message?.id}`, { content: 'In?' }],
        ]),
      );
    }
  });

  test('TLK-422 TLK-423 a stranger asks, and the other member accepts or declines', async ({ visitAs }) => {
    const stranger = await visitAs('M Arden', 0);
    const vesper = await visitAs('Vesper Lund', 1);
    const hermit = await visitAs('Hermit', 1, 'mobile');
    for (const { user } of [vesper, hermit]) {
      await stranger.page.goto(`/u/${user.username}`);
      await stranger.page.getByRole('button', { name: /^Write/u }).click();
      await write(stranger.page, 'I think I know which coast you mean.');
      await stranger.page.getByText(/until .* accepts/u).waitFor();
    }
    for (const [{ page }, answer] of [
      [vesper, 'Accept'],
      [hermit, 'Decline'],
    ] as const) {
      await page.goto('/direct');
      await page.getByRole('link', { name: /which coast/u }).click();
      await page.getByRole('heading', { name: /would like to write to you/u }).waitFor();
      await checkPage(page, 'direct-request', page === vesper.page ? 'desktop' : 'mobile');
      await page.getByRole('button', { name: answer, exact: true }).click();
    }
    await write(vesper.page, 'You do.');
    await expect(hermit.page.getByRole('link', { name: /which coast/u })).toHaveCount(0);
    // The one that was declined looks as before.
    await expect(stranger.page.getByText(/until .* accepts/u)).toHaveCount(1);
    await write(stranger.page, 'May I send a photograph?');
    await expect(hermit.page.getByText('May I send a photograph?')).toHaveCount(0);
  });
});
