import { makeServer } from '@oniverse/testing';
import type { Page } from '@playwright/test';
import { checkPage } from '../check-page.js';
import { locateComposer } from '../dimensions.js';
import { callApi } from '../members.js';
import { type ProductUnderTest, test, type VisitingMember } from '../product.js';
import { SCREEN_NAMES } from '../views.js';

const NAME = 'Night Watch';
const QUESTIONS = ['What do you look for?', 'Where do you watch from?'];

/** Makes a dimension whose staff includes a member, with a member without a role, a group and filters. */
async function makeStaffedRoom(
  { dataSource }: ProductUnderTest,
  moderator: VisitingMember,
  isPublic: boolean,
): Promise<string> {
  const { server } = await makeServer(dataSource, { isPublic });
  await dataSource.query('UPDATE servers SET name = $2, member_count = 2 WHERE id = $1', [server.id, NAME]);
  await dataSource.query(
    `INSERT INTO server_members (server_id, user_id, role) VALUES ($1, $2, 'moderator')`,
    [server.id, moderator.user.id],
  );
  return server.id;
}

/** Opens an item of a menu by keyboard. */
async function openByKeyboard(page: Page, button: string, item: string): Promise<void> {
  await page.getByRole('button', { name: button }).press('Enter');
  await page.getByRole('menuitem', { name: item }).press('Enter');
  await page.getByRole('dialog').last().waitFor();
}

for (const screen of SCREEN_NAMES) {
  test.describe(`on ${screen}`, () => {
    test('TLK-200 TLK-207 TLK-242 TLK-247 TLK-279 the dialogs of staff open by keyboard and are accessible', async ({
      product,
      visitAs,
    }) => {
      const moderator = await visitAs('Vesper Lund', 0, screen);
      const { page } = moderator;
      const serverId = await makeStaffedRoom(product, moderator, false);
      await page.goto(`/dimensions/private?server=${serverId}`);
      await locateComposer(page).waitFor();
      const { id } = Object(
        await callApi(page, 'POST', `/api/servers/${serverId}/channels`, { name: 'attic', isPrivate: true }),
      );
      await callApi(page, 'POST', `/api/servers/${serverId}/categories`, { name: 'Events' });
      await callApi(page, 'POST', `/api/servers/${serverId}/groups`, { name: 'night_watch', color: 'warm' });
      await callApi(page, 'PUT', `/api/servers/${serverId}/filters`, {
        revision: 0,
        filters: [{ kind: 'word', text: 'nitro', action: 'hold' }],
      });
      await page.goto(`/dimensions/private?server=${serverId}&channel=${String(id)}`);
      await page.getByRole('textbox', { name: 'Message #attic' }).waitFor();
      const openPanel = async () => {
        if (screen === 'mobile')
          await page.getByRole('button', { name: 'Channels and members' }).press('Enter');
      };
      for (const [button, item, name] of [
        [`Manage ${NAME}`, 'Order and categories', 'channel-order'],
        [`Manage ${NAME}`, 'Groups', 'groups'],
        [`Manage ${NAME}`, 'Filters', 'filters'],
        [`Manage ${NAME}`, 'Bans and time-outs', 'bans'],
        [`Manage ${NAME}`, 'Moderation', 'queue-empty'],
        ['Manage #attic', 'Lock and slow mode', 'channel-limits'],
        ['Manage #attic', 'Who reads it', 'channel-readers'],
      ] as const) {
        await openPanel();
        await openByKeyboard(page, button, item);
        await checkPage(page, name, screen);
        await page.reload();
        await page.getByRole('textbox', { name: 'Message #attic' }).waitFor();
      }
    });

    test('TLK-227 TLK-231 questions are asked, answered, decided in the queue, and read by the applicant', async ({
      product,
      visitAs,
    }) => {
      const moderator = await visitAs('Vesper Lund', 0, screen);
      const applicant = await visitAs('Juno Nine', 1, screen);
      const serverId = await makeStaffedRoom(product, moderator, true);
      const room = `/dimensions/public?server=${serverId}`;
      await moderator.page.goto(room);
      await locateComposer(moderator.page).waitFor();
      await applicant.page.goto(room);
      if (screen === 'mobile')
        await moderator.page.getByRole('button', { name: 'Channels and members' }).press('Enter');
      await openByKeyboard(moderator.page, `Manage ${NAME}`, 'Questions');
      const dialog = moderator.page.getByRole('dialog').last();
      for (const [index, question] of QUESTIONS.entries())
        await dialog.getByRole('textbox', { name: `question ${index + 1}` }).fill(question);
      await checkPage(moderator.page, 'questions', screen);
      await dialog.getByRole('button', { name: 'Save' }).press('Enter');

      // The open page of the visitor closes and asks.
      const { page } = applicant;
      await page.getByRole('textbox', { name: QUESTIONS[0]! }).fill('The third lamp.');
      await page.getByRole('textbox', { name: QUESTIONS[1]! }).fill('The harbour.');
      await checkPage(page, 'application', screen);
      await page.getByRole('button', { name: 'Apply' }).press('Enter');
      await page.getByText('Your application waits').waitFor();
      await checkPage(page, 'application-waiting', screen);

      await moderator.page.reload();
      await locateComposer(moderator.page).waitFor();
      if (screen === 'mobile')
        await moderator.page.getByRole('button', { name: 'Channels and members' }).press('Enter');
      await openByKeyboard(moderator.page, `Manage ${NAME}`, 'Moderation');
      await moderator.page.getByRole('button', { name: /^Application/u }).waitFor();
      await moderator.page.keyboard.press('j');
      await checkPage(moderator.page, 'queue-application', screen);
      await moderator.page.keyboard.press('d');
      const decline = moderator.page.getByRole('dialog').last();
      await decline.getByRole('textbox').fill('Tell us more.');
      await checkPage(moderator.page, 'application-decline', screen);
      await decline.getByRole('button', { name: 'Decline' }).press('Enter');
      await page.getByText('Your application was declined.').waitFor();
      await checkPage(page, 'application-declined', screen);
    });
  });
}
