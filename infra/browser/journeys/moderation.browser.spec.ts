import { expect, type Page } from '@playwright/test';
import { checkPage } from '../check-page.js';
import { createDimension, locateComposer } from '../dimensions.js';
import { callApi, locateMessage, sendMessage, waitForText, waitUntilStored } from '../members.js';
import { type ProductUnderTest, test, type VisitingMember } from '../product.js';

const NAME = 'Night Watch';

/** Joins members to the dimension that was created last. @returns its id */
async function joinMembers(
  { dataSource }: ProductUnderTest,
  moderator: VisitingMember,
  members: readonly VisitingMember[],
): Promise<string> {
  const [server]: { id: string }[] = await dataSource.query(
    'SELECT id FROM servers WHERE name = $1 ORDER BY id DESC LIMIT 1',
    [NAME],
  );
  const id = server?.id ?? '';
  await dataSource.query(
    `WITH joined AS (
       INSERT INTO server_members (server_id, user_id, role)
       SELECT $1, member, CASE WHEN member = $2 THEN 'moderator' ELSE 'member' END FROM unnest($3::uuid[]) member
     )
     UPDATE servers SET member_count = member_count + cardinality($3::uuid[]) WHERE id = $1`,
    [id, moderator.user.id, [moderator, ...members].map(({ user }) => user.id)],
  );
  return id;
}

const openChannel = (page: Page, serverId: string, channelId: string) =>
  page.goto(`/dimensions/private?server=${serverId}&channel=${channelId}`);

async function manage(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: `Manage ${NAME}` }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

const expectRefused = async (
  page: Page,
  status: number,
  [method, path, body]: readonly [string, string, object],
) => expect(callApi(page, method, path, body), `${method} ${path}`).rejects.toThrow(`${status}`);

test.describe('a dimension that its staff keep in order', () => {
  test('TLK-178 TLK-203 TLK-244 TLK-245 TLK-248 TLK-276 TLK-290 lets owner and moderator act, members see it on two backends, and nobody get around it', async ({
    product,
    visitAs,
  }) => {
    const owner = await visitAs('Vesper Lund', 0);
    const moderator = await visitAs('Otto', 1);
    const member = await visitAs('Juno Nine', 1, 'mobile');
    const other = await visitAs('Nia', 0);
    // The channel closes while its messages are being read.
    member.expectedErrors.push('Storing a read was refused');
    await createDimension(owner.page, NAME);
    const serverId = await joinMembers(product, moderator, [member, other]);
    const room = `/dimensions/private?server=${serverId}`;
    for (const { page } of [owner, moderator, member, other]) {
      await page.goto(room);
      await locateComposer(page).waitFor();
    }

    // A private channel is opened for a group, and closed again while it is on the screen.
    await manage(owner.page, 'New channel');
    const form = owner.page.getByRole('dialog', { name: 'New channel' });
    await form.getByLabel('name', { exact: true }).fill('attic');
    await form.getByRole('combobox', { name: 'who reads it' }).click();
    await owner.page.getByRole('option', { name: /^Only staff/u }).click();
    await expect(owner.page.getByRole('option')).toHaveCount(0);
    await checkPage(owner.page, 'new-private-channel', 'desktop');
    await form.getByRole('button', { name: 'Create channel' }).click();
    await owner.page.getByRole('textbox', { name: 'Message #attic' }).waitFor();
    const atticId = new URL(owner.page.url()).searchParams.get('channel') ?? '';
    await moderator.page.getByRole('link', { name: /attic/u }).waitFor();
    const group = await callApi(owner.page, 'POST', `/api/servers/${serverId}/groups`, {
      name: 'night_watch',
      color: 'warm',
    });
    const groupId = String(Reflect.get(Object(group), 'id'));
    await callApi(owner.page, 'PUT', `/api/groups/${groupId}/members/${member.user.id}`, {});
    await owner.page.getByRole('button', { name: 'Manage #attic' }).click();
    await owner.page.getByRole('menuitem', { name: 'Who reads it' }).click();
    const readers = owner.page.getByRole('dialog', { name: 'Who reads #attic' });
    await readers.getByRole('button', { name: 'night_watch', pressed: false }).click();
    await readers.getByRole('button', { name: 'night_watch', pressed: true }).waitFor();
    await checkPage(owner.page, 'channel-readers', 'desktop');
    await readers.getByRole('button', { name: 'Close' }).click();
    await openChannel(member.page, serverId, atticId);
    await locateComposer(member.page).waitFor();
    await sendMessage(owner.page, 'Come up, @night_watch', { byKey: true });
    await member.page.getByText('Come up,').first().waitFor();
    await checkPage(member.page, 'private-channel', 'mobile');
    await sendMessage(member.page, 'On my way.');
    await waitUntilStored(member.page, 'On my way.');

    // The other member has an old tab with the address.
    await expect(other.page.getByRole('link', { name: /attic/u })).toHaveCount(0);
    await openChannel(other.page, serverId, atticId);
    await other.page.getByText(/^The channel of this link was deleted/u).waitFor();
    const [message]: { id: string }[] = await product.dataSource.query(
      'SELECT id FROM messages WHERE channel_id = $1 ORDER BY seq LIMIT 1',
      [atticId],
    );
    for (const call of [
      ['POST', `/api/channels/${atticId}/messages`, { content: 'In?' }],
      ['PUT', `/api/channels/${atticId}/draft`, { content: 'In?' }],
      ['POST', `/api/messages/${message?.id}/thread`, { content: 'In?' }],
      ['PATCH', `/api/messages/${message?.id}`, { content: 'In?' }],
      ['PUT', `/api/channels/${atticId}/members/${other.user.id}`, {}],
    ] as const) {
      await expectRefused(other.page, 404, call);
    }
    await callApi(owner.page, 'DELETE', `/api/channels/${atticId}/groups/${groupId}`, {});
    await expect(member.page.getByText('On my way.')).toHaveCount(0);
    await expectRefused(member.page, 404, [
      'POST',
      `/api/channels/${atticId}/messages`,
      { content: 'Still?' },
    ]);

    // A time-out, a lock, and what the member still does.
    for (const { page } of [owner, member, other]) await page.goto(room);
    await sendMessage(other.page, 'Spoilers ahead', { byKey: true });
    await waitUntilStored(other.page, 'Spoilers ahead');
    const general = await product.dataSource.query<{ id: string }[]>(
      'SELECT id FROM channels WHERE server_id = $1 AND is_default',
      [serverId],
    );
    const generalId = general[0]?.id ?? '';
    await callApi(moderator.page, 'PUT', `/api/servers/${serverId}/members/${other.user.id}/time-out`, {
      minutes: 60,
      reason: 'Spoilers.',
    });
    await other.page.getByText(/^You are timed out until/u).waitFor();
    await checkPage(other.page, 'timed-out', 'desktop');
    const [spoiler]: { id: string }[] = await product.dataSource.query(
      `SELECT id FROM messages WHERE channel_id = $1 AND content = 'Spoilers ahead'`,
      [generalId],
    );
    for (const call of [
      ['POST', `/api/channels/${generalId}/messages`, { content: 'Free me' }],
      ['PATCH', `/api/messages/${spoiler?.id}`, { content: 'Free me' }],
      ['POST', `/api/messages/${spoiler?.id}/thread`, { content: 'Free me' }],
      ['PUT', `/api/messages/${spoiler?.id}/reactions/%E2%9C%A8`, {}],
    ] as const) {
      await expectRefused(other.page, 403, call);
    }
    await callApi(moderator.page, 'DELETE', `/api/servers/${serverId}/members/${other.user.id}/time-out`, {});
    await locateComposer(other.page).waitFor();
    await callApi(moderator.page, 'PATCH', `/api/channels/${generalId}`, { isLocked: true });
    await member.page.getByText('This channel is locked. You can read and react.').waitFor();
    await checkPage(member.page, 'locked', 'mobile');
    await expectRefused(member.page, 403, ['POST', `/api/channels/${generalId}/messages`, { content: 'Hi' }]);
    await callApi(moderator.page, 'PATCH', `/api/channels/${generalId}`, { isLocked: false });
    await locateComposer(member.page).waitFor();

    // A message waits in the queue, where both staff look at it, and is released.
    await callApi(owner.page, 'PUT', `/api/servers/${serverId}/filters`, {
      revision: 0,
      filters: [{ kind: 'word', text: 'nitro', action: 'hold' }],
    });
    await sendMessage(member.page, 'Free nitro for all');
    await member.page.getByText('Held for review.').waitFor();
    await checkPage(member.page, 'held', 'mobile');
    await callApi(other.page, 'POST', '/api/reports', {
      kind: 'message',
      subjectId: spoiler?.id,
      reason: 'spam',
      note: '',
    }).catch(() => undefined);
    await manage(owner.page, 'Moderation');
    await manage(moderator.page, 'Moderation');
    for (const { page } of [owner, moderator]) {
      await page.getByRole('button', { name: /^Held message/u }).waitFor();
      await page.keyboard.press('j');
    }
    await owner.page.getByText(`@${moderator.user.username} is looking at this`).waitFor();
    await checkPage(owner.page, 'queue', 'desktop');
    await owner.page.setViewportSize({ width: 390, height: 844 });
    await checkPage(owner.page, 'queue', 'mobile');
    await owner.page.setViewportSize({ width: 834, height: 1112 });
    await checkPage(owner.page, 'queue', 'tablet');
    await owner.page.setViewportSize({ width: 1440, height: 900 });
    await moderator.page.keyboard.press('r');
    for (const { page } of [owner, member, other])
      await locateMessage(page, 'Free nitro for all').first().waitFor();
    await waitForText(owner.page, 'Nothing waits for you.');
  });
});
