import { makeServer } from '@oniverse/testing';
import { expect } from '@playwright/test';
import { checkPage } from '../check-page.js';
import { locateComposer, openMessageMenu } from '../dimensions.js';
import { sendMessage, waitUntilStored } from '../members.js';
import { test } from '../product.js';

/** More messages than a page of the conversation has. */
const BETWEEN = 150;

test('TLK-001 TLK-010 TLK-011 a reply quotes a message, live on another backend, and its quote leads far back', async ({
  product,
  visitAs,
}) => {
  const vesper = await visitAs('Vesper Lund', 0);
  const otto = await visitAs('Otto', 1, 'mobile');
  const { server, channel } = await makeServer(product.dataSource);
  await product.dataSource.query(
    `WITH joined AS (
       INSERT INTO server_members (server_id, user_id) SELECT $1, unnest($3::uuid[])
     ), read AS (
       INSERT INTO channel_reads (user_id, channel_id, read_seq) SELECT unnest($3::uuid[]), $2, $4
     ) UPDATE servers SET name = 'Night Watch', member_count = member_count + 2 WHERE id = $1`,
    [server.id, channel.id, [vesper.user.id, otto.user.id], BETWEEN],
  );
  await product.dataSource.query(
    `WITH sent AS (
       INSERT INTO messages (channel_id, user_id, seq, rev, content, nonce, reply_to_seq)
       SELECT $1, $2, n, n, CASE n WHEN 1 THEN 'Which **lamp** was it?' WHEN $3 THEN 'The third one.' ELSE 'Second ' || n END,
              'n' || n, CASE n WHEN $3 THEN 1 END
         FROM generate_series(1, $3::integer) n
     ) UPDATE channels SET last_seq = $3, last_rev = $3 WHERE id = $1`,
    [channel.id, otto.user.id, BETWEEN],
  );
  for (const { page } of [vesper, otto]) {
    await page.goto(`/dimensions/public?server=${server.id}`);
    await locateComposer(page).waitFor();
  }
  const { page } = vesper;
  const quote = page.getByRole('button', { name: /Which lamp was it/ });
  await quote.click();
  const target = page.locator('.message[data-seq="1"]');
  await expect(target).toBeFocused();
  await expect(target).toBeInViewport();
  await checkPage(page, 'reply-target', 'desktop');

  const jump = page.getByRole('button', { name: 'Jump to latest' });
  await jump.click();
  // Until then, messages move under the pointer.
  await jump.waitFor({ state: 'hidden' });
  await openMessageMenu(page, 'The third one.', otto.user.username);
  await page.getByRole('menuitem', { name: 'Reply', exact: true }).click();
  await page.getByText('Replying to').waitFor();
  await expect(locateComposer(page)).toBeFocused();
  await checkPage(page, 'replying', 'desktop');
  await page.reload();
  await page.getByText('Replying to').waitFor();
  await sendMessage(page, 'It was lit again at two.', { byKey: true });
  await waitUntilStored(page, 'It was lit again at two.');
  await expect(page.getByText('Replying to')).toHaveCount(0);

  const answer = otto.page.locator('.message').filter({ hasText: 'It was lit again at two.' });
  await answer.getByText('The third one.').waitFor();
  await checkPage(otto.page, 'reply', 'mobile');
});
