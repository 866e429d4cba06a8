import { makeServer } from '@oniverse/testing';
import { expect } from '@playwright/test';
import { checkPage } from '../check-page.js';
import { locateComposer, openMessageMenu } from '../dimensions.js';
import { sendMessage, waitUntilStored } from '../members.js';
import { test } from '../product.js';

test('TLK-020 TLK-022 TLK-023 TLK-026 TLK-030 TLK-031 members react live on two backends, and a visitor of the dimension may not', async ({
  product,
  visitAs,
}) => {
  const vesper = await visitAs('Vesper Lund', 0);
  const otto = await visitAs('Otto', 1, 'mobile');
  const third = await visitAs('Nia', 1);
  const { server } = await makeServer(product.dataSource);
  await product.dataSource.query(
    `WITH joined AS (INSERT INTO server_members (server_id, user_id) SELECT $1, unnest($2::uuid[]))
     UPDATE servers SET name = 'Night Watch', member_count = member_count + 2 WHERE id = $1`,
    [server.id, [vesper.user.id, otto.user.id]],
  );
  for (const { page } of [vesper, otto, third]) await page.goto(`/dimensions/public?server=${server.id}`);
  const { page } = vesper;
  await locateComposer(page).fill('Is the third lamp lit? :teles');
  await page.getByRole('option').filter({ hasText: ':telescope:' }).waitFor();
  await checkPage(page, 'completion', 'desktop');
  await page.keyboard.press('Tab');
  await expect(locateComposer(page)).toHaveValue('Is the third lamp lit? 🔭 ');
  await locateComposer(page).fill('');
  await sendMessage(page, 'Is the third lamp lit?', { byKey: true });
  await waitUntilStored(page, 'Is the third lamp lit?');

  await openMessageMenu(page, 'Is the third lamp lit?', vesper.user.username);
  await page.getByRole('menuitem', { name: 'React', exact: true }).click();
  const search = page.getByRole('combobox', { name: 'Search emoji' });
  await search.fill('sparkles');
  await page.getByRole('gridcell', { name: 'sparkles' }).waitFor();
  await checkPage(page, 'emoji-picker', 'desktop');
  await page.keyboard.press('Enter');
  const own = page.getByRole('button', { name: `${vesper.user.username} reacted with ✨` });
  await expect(own).toHaveAttribute('aria-pressed', 'true');

  const theirs = otto.page.getByRole('button', { name: `${vesper.user.username} reacted with ✨` });
  await theirs.tap();
  const both = `${vesper.user.username} and ${otto.user.username} reacted with ✨`;
  await expect(otto.page.getByRole('button', { name: both })).toHaveAttribute('aria-pressed', 'true');
  await checkPage(otto.page, 'reactions', 'mobile');
  await page.getByRole('button', { name: both }).waitFor();
  await checkPage(page, 'reactions', 'desktop');

  await third.page.getByText(both).waitFor();
  await expect(third.page.getByRole('button', { name: both })).toHaveCount(0);

  await page.reload();
  await page.getByRole('button', { name: both }).click();
  const left = `${otto.user.username} reacted with ✨`;
  await expect(page.getByRole('button', { name: left })).toHaveAttribute('aria-pressed', 'false');
  await otto.page.getByRole('button', { name: left }).waitFor();
  await third.page.getByText(left).waitFor();
});
