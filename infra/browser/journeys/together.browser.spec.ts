import { uniqueName } from '@oniverse/testing';
import { expect, type Page } from '@playwright/test';
import { waitForHydration } from '../hydration.js';
import {
  enterDimension,
  logIn,
  logOut,
  locateMessage,
  locateUserMenu,
  register,
  waitUntilStored,
  sendMessage,
} from '../members.js';
import { test } from '../product.js';

const UNSENT = 'Written on the way down, in the tunnel.';
const COUNT = /"count":(\d+)/;

/** Resolves with the first count from the socket. The page is subscribed from then on. */
async function waitForLiveCount(page: Page): Promise<number> {
  const socket = await page.waitForEvent('websocket');
  const { payload } = await socket.waitForEvent('framereceived', (frame) =>
    COUNT.test(String(frame.payload)),
  );
  return Number(COUNT.exec(String(payload))?.[1]);
}

test.describe('several members in real browsers', () => {
  test('never send an unsent message as another member who signs in in a second tab', async ({
    product,
    visit,
  }) => {
    const { context, page, expectedErrors } = await visit(0);
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
    await locateUserMenu(other, 'Vesper Lund').click();
    await other.getByRole('button', { name: 'Logout' }).click();
    await other.getByRole('button', { name: 'Delete and sign out' }).click();
    await other.getByRole('link', { name: 'MY ONI' }).waitFor();
    await register(other, 'Otto');
    // The page cannot reload offline, but must hide the other member's data.
    await page.getByText('The account signed in here has changed.', { exact: false }).waitFor();
    expect(await locateMessage(page, UNSENT).count()).toBe(0);
    await setOffline(false);
    await locateUserMenu(page, 'Otto').waitFor();
    await page.getByRole('button', { name: 'Join' }).click();
    await sendMessage(page, 'of the other member');
    await waitUntilStored(page, 'of the other member');
    expect([await locateMessage(page, UNSENT).count(), await authors()]).toEqual([0, []]);

    // The sign-out removed it from the browser.
    await logOut(page, 'Otto');
    await logIn(page, vesperName);
    await enterDimension(page, 'Observatory');
    await locateMessage(page, 'of the other member').waitFor();
    expect([await locateMessage(page, UNSENT).count(), await authors()]).toEqual([0, []]);
    await other.close();
  });

  test('LIV-004 WTL-009 show a visitor the new count when another visitor claims a spot', async ({
    visit,
  }) => {
    const watcher = await visit(1);
    const joiner = await visit(0, 'mobile');
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
  });
});
