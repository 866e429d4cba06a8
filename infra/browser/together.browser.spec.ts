import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { uniqueName, until } from '@oniverse/testing';
import type { Page } from 'playwright-core';
import { enter, message, register, returned, say } from './members.js';
import { ProductUnderTest } from './product.js';

const ROOF = 'Roof is open. Wind dropped about an hour ago.';
const THERMOS = 'Bringing the big thermos.';
const COUNT = /"count":(\d+)/;

/** The count that the page was told by its socket: after this it is watching. */
async function liveCountOf(page: Page): Promise<number> {
  const socket = await page.waitForEvent('websocket');
  const { payload } = await socket.waitForEvent('framereceived', (frame) =>
    COUNT.test(String(frame.payload)),
  );
  return Number(COUNT.exec(String(payload))?.[1]);
}

describe('people meet, in real browsers', () => {
  let product: ProductUnderTest;

  beforeAll(async () => {
    product = await ProductUnderTest.start();
  });

  afterEach(async () => {
    expect(await product.leave()).toEqual([]);
  });

  afterAll(async () => {
    await product.stop();
  });

  it('LIV-002 DIM-023 DIM-024 two members on two backends talk live in a public dimension', async () => {
    const vesper = await product.visit(0);
    const otto = await product.visit(1, 'mobile');
    const vesperName = await register(vesper.page, 'Vesper Lund');
    const ottoName = await register(otto.page, 'Otto');
    await enter(vesper.page, 'Observatory');
    await enter(otto.page, 'Observatory');
    await say(vesper.page, ROOF, { byKey: true });
    await message(otto.page, ROOF).waitFor();
    await say(otto.page, THERMOS);
    await message(vesper.page, THERMOS).waitFor();
    for (const { page } of [vesper, otto]) {
      await page.getByText(`@${vesperName}`).first().waitFor();
      await page.getByText(`@${ottoName}`).first().waitFor();
      // LIV-010: the sender does not see the own message twice.
      await until('each message once', async () => {
        const counts = [await message(page, ROOF).count(), await message(page, THERMOS).count()];
        return counts.every((count) => count === 1);
      });
    }
    await product.keep(vesper.page, 'dimension-desktop');
    await product.keep(otto.page, 'dimension-mobile');
  });

  it('LIV-009 a conversation goes on after kill -9 of the backend: nothing missing, nothing twice', async () => {
    const vesper = await product.visit(0);
    const otto = await product.visit(1);
    await register(vesper.page, 'Vesper');
    await register(otto.page, 'Otto');
    await enter(vesper.page, 'Tidal Library');
    await enter(otto.page, 'Tidal Library');
    await say(otto.page, 'before the fall');
    await message(vesper.page, 'before the fall').waitFor();
    await say(vesper.page, 'the tied', { byKey: true });
    await message(otto.page, 'the tied').waitFor();
    await returned(vesper.page, 'the tied');
    // An edit that is under way as the connection is lost is there afterwards.
    await vesper.page.getByRole('textbox', { name: /^Message #/ }).press('ArrowUp');
    await vesper.page.getByLabel('Edit message').fill('the tide');
    await product.backend.kill();
    await say(otto.page, 'while it was down');
    await say(vesper.page, 'written without a connection');
    await product.keep(vesper.page, 'dimension-lost-desktop');
    await product.backend.restart();
    for (const { page } of [vesper, otto]) {
      for (const text of ['before the fall', 'while it was down', 'written without a connection']) {
        await message(page, text).first().waitFor({ timeout: 40_000 });
        await until(`“${text}” once`, async () => (await message(page, text).count()) === 1);
      }
    }
    expect(await vesper.page.getByLabel('Edit message').inputValue()).toBe('the tide');
    await vesper.page.getByLabel('Edit message').press('Enter');
    await message(otto.page, 'the tide').waitFor();
  });

  it('LIV-004 WTL-009 a visitor sees the counter move as another one claims a spot', async () => {
    const watcher = await product.visit(1);
    const joiner = await product.visit(0, 'mobile');
    const watching = liveCountOf(watcher.page);
    await watcher.page.goto('/');
    await joiner.page.goto('/');
    const before = await watching;
    await joiner.page.getByLabel('email').first().fill(`${uniqueName()}@example.org`);
    await joiner.page.getByRole('button', { name: 'claim your spot' }).click();
    await joiner.page.getByText('confirmed. constellation forming...').waitFor();
    // It takes less than a second where nothing else runs; what is fetched each minute would not be there by then.
    await watcher.page
      .getByTestId('count')
      .getByText(String(before + 1), { exact: true })
      .waitFor({ timeout: 15_000 });
    await product.keep(watcher.page, 'landing-desktop');
    await product.keep(joiner.page, 'landing-mobile');
  });
});
