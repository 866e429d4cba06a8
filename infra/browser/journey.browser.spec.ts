import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { enterDimension, locateMessage, register, sendMessage, waitUntilStored } from './members.js';
import { ProductUnderTest } from './product.js';
import { waitUntil } from './wait-until.js';

const PROFILE = 'I count clouds that shine at night. #noctilucent';
const BEFORE = 'Before the fall.';
const ANSWER = 'The tide is with us.';
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

describe('the journey of two new members', () => {
  let product: ProductUnderTest;

  beforeAll(async () => {
    product = await ProductUnderTest.start({ worker: true });
  });

  afterEach(async () => {
    expect(await product.closeBrowsers()).toEqual([]);
  });

  afterAll(async () => {
    await product.stop();
  });

  it('AUT-001 LIV-006 LIV-009 LIV-010 leads from registration over a shared tag to a talk that survives a killed backend', async () => {
    const vesper = (await product.visit(0)).page;
    const otto = (await product.visit(1, 'mobile')).page;
    const vesperName = await register(vesper, 'Vesper Lund');
    const ottoName = await register(otto, 'Otto');

    await writeProfile(vesper);
    await vesper.goto('/constellation');
    await writeProfile(otto);
    await otto.goto('/constellation');
    await vesper.getByRole('application', { name: /1 link/ }).waitFor();
    await otto.getByRole('application', { name: /1 link/ }).waitFor();

    await enterDimension(vesper, 'Observatory');
    await enterDimension(otto, 'Observatory');
    await sendMessage(vesper, BEFORE, { byKey: true });
    await locateMessage(otto, BEFORE).waitFor();
    await sendMessage(otto, ANSWER);
    await locateMessage(vesper, ANSWER).waitFor();
    await waitUntilStored(vesper, BEFORE);

    await product.backend.kill();
    await sendMessage(otto, DURING);
    await sendMessage(vesper, UNCONNECTED);
    await product.backend.restart();
    for (const page of [vesper, otto]) {
      for (const text of [BEFORE, ANSWER, DURING, UNCONNECTED]) {
        await waitUntil(`“${text}” once`, async () => (await locateMessage(page, text).count()) === 1);
      }
      for (const name of [vesperName, ottoName]) await page.getByText(`@${name}`).first().waitFor();
    }
    const stored: { content: string; count: number }[] = await product.dataSource.query(
      `SELECT content, count(*)::int FROM messages WHERE content = ANY($1) GROUP BY content`,
      [[BEFORE, ANSWER, DURING, UNCONNECTED]],
    );
    expect(stored.map(({ count }) => count)).toEqual([1, 1, 1, 1]);
  });
});
