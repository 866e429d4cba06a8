import { expect, type Page } from '@playwright/test';
import { enterDimension, locateMessage, register, sendMessage, waitUntilStored } from '../members.js';
import { test } from '../product.js';

const PROFILE = 'I count clouds that shine at night. #noctilucent #night_walks';
const BEFORE = 'Before the fall.';
const ANSWER = 'The tied is with us.';
const CORRECTED = 'The tide is with us.';
const DURING = 'Written while the other one was down.';
const UNCONNECTED = 'Written without a connection.';

/** Writes the member's profile, whose hashtags become tags. */
async function writeProfile(page: Page): Promise<void> {
  await page.goto('/profile');
  await page.getByRole('button', { name: 'EDIT_PROFILE' }).click();
  const text = page.getByRole('textbox', { name: 'Profile markdown' });
  await text.fill(PROFILE);
  await text.press('ControlOrMeta+s');
  await page.getByText('Profile Updated', { exact: true }).waitFor();
}

test('AUT-001 LIV-002 LIV-006 LIV-009 LIV-010 leads two members from registration over shared tags to a talk that survives a killed backend', async ({
  product,
  visit,
}) => {
  const vesper = (await visit(0)).page;
  const otto = (await visit(1, 'mobile')).page;
  const vesperName = await register(vesper, 'Vesper Lund');
  const ottoName = await register(otto, 'Otto');

  await writeProfile(vesper);
  await vesper.goto('/constellation');
  await vesper.getByRole('application', { name: /0 links/ }).waitFor();
  await writeProfile(otto);
  await otto.goto('/constellation');
  for (const page of [vesper, otto]) await page.getByRole('application', { name: /1 link$/ }).waitFor();

  await enterDimension(vesper, 'Observatory');
  await enterDimension(otto, 'Observatory');
  await sendMessage(otto, BEFORE);
  await locateMessage(vesper, BEFORE).waitFor();
  await sendMessage(vesper, ANSWER, { byKey: true });
  await locateMessage(otto, ANSWER).waitFor();
  await waitUntilStored(vesper, ANSWER);
  // An unfinished edit survives the lost connection.
  await vesper.getByRole('textbox', { name: /^Message #/ }).press('ArrowUp');
  const edit = vesper.getByLabel('Edit message');
  await edit.fill(CORRECTED);

  const [backend] = product.backends;
  await backend.kill();
  await sendMessage(otto, DURING);
  await sendMessage(vesper, UNCONNECTED);
  await backend.restart();
  for (const page of [vesper, otto]) {
    for (const text of [BEFORE, DURING, UNCONNECTED]) {
      await expect(locateMessage(page, text)).toHaveCount(1);
    }
    for (const name of [vesperName, ottoName]) await page.getByText(`@${name}`).first().waitFor();
  }
  await expect(edit).toHaveValue(CORRECTED);
  await edit.press('Enter');
  await locateMessage(otto, CORRECTED).waitFor();
  const stored: { content: string }[] = await product.dataSource.query('SELECT content FROM messages');
  expect(stored.map(({ content }) => content).toSorted()).toEqual(
    [BEFORE, CORRECTED, DURING, UNCONNECTED].toSorted(),
  );
});
