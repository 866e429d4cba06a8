import { makeMember, makeServer, uniqueName } from '@oniverse/testing';
import type { Page } from '@playwright/test';
import { checkPage } from '../check-page.js';
import { callApi } from '../members.js';
import { type ProductUnderTest, test } from '../product.js';
import { appoint } from '../staff.js';
import { SCREEN_NAMES } from '../views.js';

/** Reports a member, and a message between two others. @returns the username of the member */
async function report({ dataSource }: ProductUnderTest, page: Page, reporterId: string): Promise<string> {
  const { user } = await makeMember(dataSource, { username: uniqueName('lev') });
  const { server, channel } = await makeServer(dataSource, { members: [user] });
  await dataSource.query('INSERT INTO server_members (server_id, user_id) VALUES ($1, $2)', [
    server.id,
    reporterId,
  ]);
  const [{ id }]: [{ id: string }] = await dataSource.query(
    `WITH written AS (
       INSERT INTO messages (channel_id, user_id, seq, rev, content, nonce)
       SELECT $1, $2, seq, seq, 'The list of lamps is on the board, number ' || seq, seq::text
         FROM generate_series(1, 3) seq RETURNING id, seq
     ), numbered AS (UPDATE channels SET last_seq = 3, last_rev = 3 WHERE id = $1)
     SELECT id FROM written WHERE seq = 2`,
    [channel.id, user.id],
  );
  for (const thing of [
    { kind: 'message', subjectId: id, reason: 'harassment', note: 'Threat to publish where someone walks.' },
    { kind: 'member', subjectId: user.id, reason: 'threat' },
  ]) {
    await callApi(page, 'POST', '/api/reports', thing);
  }
  return user.username;
}

for (const screen of SCREEN_NAMES) {
  test(`STF-038 the reports and members of the console are accessible on ${screen}`, async ({
    product,
    visitAs,
  }) => {
    const reporter = await visitAs('Juno Nine', 0, screen);
    const admin = await visitAs('Vesper Lund', 1, screen);
    await appoint(product, admin, 'admin');
    await reporter.page.goto('/homepage');
    const username = await report(product, reporter.page, reporter.user.id);
    const { page } = admin;
    await page.goto('/console/reports?all=true');
    await page
      .getByRole('button', { name: /^Harassment/u })
      .first()
      .waitFor();
    await checkPage(page, 'console-reports', screen);
    await page
      .getByRole('button', { name: /^Harassment/u })
      .first()
      .press('Enter');
    await page.getByText('number 2').waitFor();
    await checkPage(page, 'console-case', screen);
    await page.getByRole('textbox', { name: /^Reason/u }).fill('That is never allowed here.');
    await page.getByRole('button', { name: `Suspend ${username} for 14 days` }).press('Enter');
    await page.getByRole('alertdialog').waitFor();
    await checkPage(page, 'console-suspend', screen);
    await page.getByRole('button', { name: 'Cancel' }).press('Enter');
    await page.getByRole('button', { name: 'Warn' }).press('Enter');
    await page.getByText('Action was taken').waitFor();
    await checkPage(page, 'console-closed', screen);
    await page.getByRole('link', { name: 'Open record' }).press('Enter');
    await page.getByText('Your look at this record is in the audit log.').waitFor();
    await checkPage(page, 'console-record', screen);
    await page.getByRole('button', { name: 'Erase on request' }).press('Enter');
    await page.getByRole('dialog').waitFor();
    await checkPage(page, 'console-erase', screen);
    await page.goto(`/console/members?q=${username}`);
    await page
      .getByRole('button', { name: new RegExp(username, 'u') })
      .first()
      .waitFor();
    await checkPage(page, 'console-members', screen);
  });
}
