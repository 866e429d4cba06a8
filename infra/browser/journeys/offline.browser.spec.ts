import { test } from '../product.js';

/** How soon a page says that it is offline. */
const NOTICE_MS = 2_000;

test('NXT-328 every page says that the device is offline, the search too, and goes on when it is back', async ({
  visitAs,
}) => {
  const { context, page } = await visitAs('Vesper Lund', 0);
  await page.goto('/homepage?posts=all');
  await page.getByText('live', { exact: true }).waitFor();
  const notice = page.getByText('You appear to be offline. Drafts are kept', { exact: false });
  await context.setOffline(true);
  await notice.waitFor({ timeout: NOTICE_MS });
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByText('The search opens when you are back online.', { exact: true }).waitFor();
  await page.getByRole('tab', { name: 'Near you' }).click();
  await page.getByText('The posts could not be loaded.', { exact: false }).waitFor();
  await context.setOffline(false);
  await notice.waitFor({ state: 'detached' });
  await page.getByText('Nobody near you has posted').waitFor();
  await page.getByRole('dialog', { name: 'Search' }).waitFor();
});
