import { makeServer, makeSession } from '@oniverse/testing';
import { expect, type Page } from '@playwright/test';
import { checkPage } from '../check-page.js';
import { locateComposer } from '../dimensions.js';
import { sendMessage, waitUntilStored } from '../members.js';
import { test } from '../product.js';

const channel = (page: Page, text: string) =>
  page.getByRole('complementary', { name: 'Channels' }).getByRole('link', { name: new RegExp(text, 'u') });

test('TLK-100 TLK-101 TLK-103 TLK-106 TLK-107 TLK-108 TLK-111 levels, read marks and drafts are the same on two devices at once, and are the own of their member', async ({
  product,
  visit,
  visitAs,
}) => {
  const first = await visitAs('Vesper Lund', 0);
  const otto = await visitAs('Otto', 1);
  const third = await visitAs('Nia', 1);
  const second = await visit(1);
  const session = await makeSession(product.dataSource, first.user.id);
  await second.context.addInitScript((id) => localStorage.setItem('sessionId', id), session);
  const { server } = await makeServer(product.dataSource);
  await product.dataSource.query(
    `WITH joined AS (INSERT INTO server_members (server_id, user_id) SELECT $1, unnest($2::uuid[])),
          added AS (INSERT INTO channels (server_id, name) VALUES ($1, 'tonight'))
     UPDATE servers SET name = 'Night Watch', member_count = member_count + 2 WHERE id = $1`,
    [server.id, [first.user.id, otto.user.id]],
  );
  for (const { page } of [first, second, otto, third]) {
    await page.goto(`/dimensions/public?server=${server.id}`);
    await channel(page, 'tonight').waitFor();
  }

  // What is read on one device is read on the other.
  await channel(otto.page, 'tonight').click();
  await sendMessage(otto.page, 'The third lamp is lit.');
  await waitUntilStored(otto.page, 'The third lamp is lit.');
  await channel(second.page, 'tonight.*1 unread').waitFor();
  await channel(first.page, 'tonight.*1 unread').click();
  await first.page.getByText('The third lamp is lit.', { exact: true }).waitFor();
  await expect(channel(second.page, 'tonight.*unread')).toHaveCount(0);

  // So is what the member hears of.
  await first.page.getByRole('button', { name: 'Options of #tonight' }).click();
  await first.page
    .getByRole('menuitemradio', { name: 'Same as Night Watch: mentions and replies' })
    .waitFor();
  await checkPage(first.page, 'attention-menu', 'desktop');
  await first.page.getByRole('menuitemradio', { name: 'Nothing' }).click();
  await channel(second.page, 'tonight.*muted').waitFor();
  await channel(first.page, 'general').click();
  await sendMessage(otto.page, 'And the fourth.');
  await waitUntilStored(otto.page, 'And the fourth.');
  await channel(otto.page, 'general').click();
  await sendMessage(otto.page, 'Who is up?');
  await first.page.getByText('Who is up?', { exact: true }).waitFor();
  await expect(channel(second.page, 'tonight')).toHaveAccessibleName(/muted/u);
  await expect(channel(otto.page, 'tonight')).not.toHaveAccessibleName(/muted/u);

  // A draft follows the member, until it is sent.
  await locateComposer(first.page).fill('Is anyone still');
  await expect(locateComposer(second.page)).toHaveValue('Is anyone still');
  await locateComposer(second.page).fill('Is anyone still up?');
  await expect(locateComposer(first.page)).toHaveValue('Is anyone still up?');
  await expect(locateComposer(otto.page)).toHaveValue('');
  await locateComposer(second.page).press('Enter');
  await waitUntilStored(first.page, 'Is anyone still up?');
  await expect(locateComposer(first.page)).toHaveValue('');

  // A visitor of the dimension has neither a composer nor a menu of levels.
  await expect(locateComposer(third.page)).toHaveCount(0);
  await expect(third.page.getByRole('button', { name: /^Options of/u })).toHaveCount(0);

  await second.page.goto('/settings?tab=notifications');
  const list = second.page.getByRole('region', { name: 'Dimensions and channels' });
  await list.getByRole('link', { name: 'Night Watch # tonight' }).waitFor();
  await checkPage(second.page, 'attention-settings', 'desktop');
  await first.page.getByRole('button', { name: 'Manage Night Watch' }).click();
  await first.page.getByRole('menuitem', { name: 'Mark all channels read' }).click();
  await list.getByRole('combobox').click();
  await second.page.getByRole('option', { name: 'Same as Night Watch' }).click();
  await second.page.getByText('Exceptions appear here.').waitFor();
  await expect(channel(first.page, 'tonight')).not.toHaveAccessibleName(/muted|unread/u);
});

test('TLK-104 TLK-105 a member who follows a link far from the unread messages reaches them and the mentions', async ({
  product,
  visitAs,
}) => {
  const reader = await visitAs('Vesper Lund', 0, 'mobile');
  const otto = await visitAs('Otto', 1);
  const { server, channel: general } = await makeServer(product.dataSource);
  await product.dataSource.query(
    `WITH joined AS (INSERT INTO server_members (server_id, user_id) SELECT $1, unnest($2::uuid[])),
          written AS (INSERT INTO messages (channel_id, user_id, seq, rev, content, nonce)
                      SELECT $3, $4, n, n, 'Reading ' || n, n::text FROM generate_series(1, 400) n),
          named AS (INSERT INTO mentions (user_id, channel_id, seq) SELECT $5, $3, unnest(ARRAY[120, 240])),
          mark AS (INSERT INTO channel_reads (user_id, channel_id, read_seq) VALUES ($5, $3, 40))
     UPDATE channels SET last_seq = 400, last_rev = 400 WHERE id = $3`,
    [server.id, [reader.user.id, otto.user.id], general.id, otto.user.id, reader.user.id],
  );
  const { page } = reader;
  await page.goto(`/dimensions/public?server=${server.id}&channel=${general.id}&message=390`);
  await page.getByText('Reading 390', { exact: true }).waitFor();
  await page.getByRole('button', { name: '360 new' }).waitFor();
  await checkPage(page, 'jumps', 'mobile');
  await page.getByRole('button', { name: '360 new' }).tap();
  await expect(page.getByText('Reading 41', { exact: true })).toBeInViewport();
  await expect(page.getByRole('button', { name: /new since/u })).toHaveCount(0);
  await page.getByRole('button', { name: 'Next mention of you, 2 mentions to go' }).tap();
  await expect(page.getByText('Reading 120', { exact: true })).toBeInViewport();
  await page.getByRole('button', { name: 'Next mention of you, 1 mention to go' }).tap();
  await expect(page.getByText('Reading 240', { exact: true })).toBeInViewport();
  await expect(page.getByRole('button', { name: /^Next mention/u })).toHaveCount(0);
});
