import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { uniqueName, waitUntil } from '@oniverse/testing';
import type { Page } from 'playwright-core';
import { waitForHydration } from './hydration.js';
import {
  enterDimension,
  logIn,
  logOut,
  locateMessage,
  register,
  waitUntilStored,
  sendMessage,
} from './members.js';
import { ProductUnderTest } from './product.js';

const ROOF = 'Roof is open. Wind dropped about an hour ago.';
const THERMOS = 'Bringing the big thermos.';
const UNSENT = 'Written on the way down, in the tunnel.';
/** Covers the start of a backend and the longest wait between two attempts of the client. */
const RECONNECT_TIMEOUT_MS = 120_000;
const COUNT = /"count":(\d+)/;

/** Resolves with the first count from the socket. The page is subscribed from then on. */
async function waitForLiveCount(page: Page): Promise<number> {
  const socket = await page.waitForEvent('websocket');
  const { payload } = await socket.waitForEvent('framereceived', (frame) =>
    COUNT.test(String(frame.payload)),
  );
  return Number(COUNT.exec(String(payload))?.[1]);
}

describe('several members in real browsers', () => {
  let product: ProductUnderTest;

  beforeAll(async () => {
    product = await ProductUnderTest.start();
  });

  afterEach(async () => {
    expect(await product.closeBrowsers()).toEqual([]);
  });

  afterAll(async () => {
    await product.stop();
  });

  it('LIV-002 DIM-023 DIM-024 talk live in a public dimension on two backends', async () => {
    const vesper = await product.visit(0);
    const otto = await product.visit(1, 'mobile');
    const vesperName = await register(vesper.page, 'Vesper Lund');
    const ottoName = await register(otto.page, 'Otto');
    await enterDimension(vesper.page, 'Observatory');
    await enterDimension(otto.page, 'Observatory');
    await sendMessage(vesper.page, ROOF, { byKey: true });
    await locateMessage(otto.page, ROOF).waitFor();
    await sendMessage(otto.page, THERMOS);
    await locateMessage(vesper.page, THERMOS).waitFor();
    for (const { page } of [vesper, otto]) {
      await page.getByText(`@${vesperName}`).first().waitFor();
      await page.getByText(`@${ottoName}`).first().waitFor();
      // LIV-010: senders see their own message once.
      await waitUntil('each message once', async () => {
        const counts = [await locateMessage(page, ROOF).count(), await locateMessage(page, THERMOS).count()];
        return counts.every((count) => count === 1);
      });
    }
    await product.saveScreenshot(vesper.page, 'dimension-desktop');
    await product.saveScreenshot(otto.page, 'dimension-mobile');
  });

  it('LIV-009 lose and duplicate no message when the backend is killed with kill -9', async () => {
    const vesper = await product.visit(0);
    const otto = await product.visit(1);
    await register(vesper.page, 'Vesper');
    await register(otto.page, 'Otto');
    await enterDimension(vesper.page, 'Tidal Library');
    await enterDimension(otto.page, 'Tidal Library');
    await sendMessage(otto.page, 'before the fall');
    await locateMessage(vesper.page, 'before the fall').waitFor();
    await sendMessage(vesper.page, 'the tied', { byKey: true });
    await locateMessage(otto.page, 'the tied').waitFor();
    await waitUntilStored(vesper.page, 'the tied');
    // An unfinished edit survives the lost connection.
    await vesper.page.getByRole('textbox', { name: /^Message #/ }).press('ArrowUp');
    await vesper.page.getByLabel('Edit message').fill('the tide');
    await product.backend.kill();
    await sendMessage(otto.page, 'while it was down');
    await sendMessage(vesper.page, 'written without a connection');
    await product.saveScreenshot(vesper.page, 'dimension-lost-desktop');
    await product.backend.restart();
    for (const { page } of [vesper, otto]) {
      for (const text of ['before the fall', 'while it was down', 'written without a connection']) {
        await locateMessage(page, text).first().waitFor({ timeout: RECONNECT_TIMEOUT_MS });
        await waitUntil(`“${text}” once`, async () => (await locateMessage(page, text).count()) === 1);
      }
    }
    expect(await vesper.page.getByLabel('Edit message').inputValue()).toBe('the tide');
    await vesper.page.getByLabel('Edit message').press('Enter');
    await locateMessage(otto.page, 'the tide').waitFor();
  }, 400_000);

  it('never send an unsent message as another member who signs in in a second tab', async () => {
    const { context, page, expectedErrors } = await product.visit(0);
    // Logged by the socket that is cut below.
    expectedErrors.push('WebSocket is already in CLOSING or CLOSED state');
    const network = await context.newCDPSession(page);
    let isOffline = false;
    const closers: (() => Promise<void>)[] = [];
    await page.routeWebSocket(/socket\.io/, (socket) => {
      if (isOffline) void socket.close();
      else closers.push(socket.connectToServer().close, () => socket.close());
    });
    const setOffline = (offline: boolean) => {
      isOffline = offline;
      const unlimited = { latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
      return network.send('Network.emulateNetworkConditions', { offline, ...unlimited });
    };
    const authors = async () => {
      const rows: { username: string }[] = await product.dataSource.query(
        'SELECT u.username FROM messages m JOIN users u ON u.id = m.user_id WHERE m.content = $1',
        [UNSENT],
      );
      return rows.map(({ username }) => username);
    };

    const vesperName = await register(page, 'Vesper Lund');
    await enterDimension(page, 'Observatory');
    await setOffline(true);
    await Promise.all(closers.map((close) => close()));
    await sendMessage(page, UNSENT);
    await locateMessage(page, UNSENT).waitFor();

    const other = await context.newPage();
    await other.goto('/homepage');
    await logOut(other, 'Vesper Lund');
    await register(other, 'Otto');
    // The page cannot reload offline, but must hide the other member's data.
    await page.getByText('The account signed in here has changed.', { exact: false }).waitFor();
    expect(await locateMessage(page, UNSENT).count()).toBe(0);
    await setOffline(false);
    await page.getByRole('button', { name: 'Otto' }).waitFor();
    await page.getByRole('button', { name: 'Join' }).click();
    await sendMessage(page, 'of the other member');
    await waitUntilStored(page, 'of the other member');
    expect([await locateMessage(page, UNSENT).count(), await authors()]).toEqual([0, []]);

    await logOut(page, 'Otto');
    await logIn(page, vesperName);
    await enterDimension(page, 'Observatory');
    await page.getByRole('button', { name: 'Retry' }).click();
    await waitUntilStored(page, UNSENT);
    expect(await authors()).toEqual([vesperName]);
    await other.close();
  });

  it('LIV-004 WTL-009 show a visitor the new count when another visitor claims a spot', async () => {
    const watcher = await product.visit(1);
    const joiner = await product.visit(0, 'mobile');
    const watching = waitForLiveCount(watcher.page);
    await watcher.page.goto('/');
    await joiner.page.goto('/');
    const before = await watching;
    await waitForHydration(joiner.page);
    await joiner.page.getByLabel('email').first().fill(`${uniqueName()}@example.org`);
    await joiner.page.getByRole('button', { name: 'claim your spot' }).click();
    await joiner.page.getByText('confirmed. constellation forming...').waitFor();
    // Usually under a second. The timeout is shorter than the polling interval of one minute.
    await watcher.page
      .getByTestId('count')
      .getByText(String(before + 1), { exact: true })
      .waitFor({ timeout: 15_000 });
    await product.saveScreenshot(watcher.page, 'landing-desktop');
    await product.saveScreenshot(joiner.page, 'landing-mobile');
  });
});
