import { expect } from '@playwright/test';
import { createDimension, expectAccessible, locateComposer } from '../dimensions.js';
import { interceptRequests } from '../intercept.js';
import { locateMessage, register, sendMessage } from '../members.js';
import { test } from '../product.js';

test.describe('private dimensions', () => {
  test('PER-004 have an accessible catalogue while loading, after an error and when loaded', async ({
    visitAs,
  }) => {
    const { page } = await visitAs('Vesper Lund', 0);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await createDimension(page, 'Back room');
    let refuse: () => void = () => undefined;
    const refused = new Promise<void>((resolve) => {
      refuse = resolve;
    });
    // Every request, because one that is under way is repeated when the dimensions change.
    const letThrough = await interceptRequests(page, '**/api/servers', async (route) => {
      await refused;
      await route.fulfill({ status: 503 });
    });
    await page.goto('/dimensions/private');
    await page.getByText('Loading dimensions').waitFor();
    await expectAccessible(page, 'the loading catalogue', 'light');
    refuse();
    await page.getByText('The dimensions could not be loaded.').waitFor();
    await expectAccessible(page, 'the catalogue error', 'light');
    letThrough();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('link', { name: /Back room/ }).waitFor();
    await expectAccessible(page, 'the private catalogue', 'dark');
  });

  test('TLK-084 open a long conversation at the first unread message, and lead to its start, its end and the message of a link', async ({
    product,
    visit,
  }) => {
    const { page } = await visit(0);
    const vesperName = await register(page, 'Vesper');
    await createDimension(page, 'Long nights');
    const [[channel]]: [{ id: string }[], number] = await product.dataSource.query(
      `UPDATE channels SET last_seq = 900, last_rev = 900
        WHERE server_id = (SELECT id FROM servers WHERE name = 'Long nights') RETURNING id`,
    );
    await product.dataSource.query(
      `INSERT INTO messages (channel_id, user_id, seq, rev, content, nonce)
       SELECT $1, NULL, n, n, 'line ' || n, n::text FROM generate_series(1, 900) AS n`,
      [channel?.id],
    );
    await product.dataSource.query(
      `INSERT INTO channel_reads (user_id, channel_id, read_seq)
       SELECT id, $1, 300 FROM users WHERE username = $2
       ON CONFLICT (user_id, channel_id) DO UPDATE SET read_seq = 300`,
      [channel?.id, vesperName],
    );
    await page.addInitScript(() => {
      const watchLandingPage = () => {
        const landing = document.querySelector('.wait[inert]')?.checkVisibility({ visibilityProperty: true });
        if (landing === true) window.name = 'the landing page was seen';
        requestAnimationFrame(watchLandingPage);
      };
      watchLandingPage();
    });
    await page.reload();
    await page.getByText(/^600 new since/).waitFor();
    // The prerendered landing page must not flash.
    expect(await page.evaluate(() => window.name)).toBe('');
    await locateMessage(page, 'line 301').waitFor();
    await page.getByRole('link', { name: /general.*600 unread/ }).waitFor();
    expect(await locateMessage(page, 'line 900').count()).toBe(0);

    const log = page.getByRole('region', { name: 'Messages in #general' });
    await expect
      .poll(async () => {
        await log.evaluate((box) => box.scrollTo(0, 0));
        return locateMessage(page, 'line 1').count();
      })
      .toBe(1);
    await sendMessage(page, 'from far up', { byKey: true });
    await locateMessage(page, 'from far up').waitFor();
    await locateMessage(page, 'line 900').waitFor();
    await expect(page.getByRole('link', { name: /unread/ })).toHaveCount(0);

    // ↑ edits the member's last message even when it is out of view.
    await expect
      .poll(async () => {
        await log.evaluate((box) => box.scrollBy(0, -3_000));
        return locateMessage(page, 'from far up').count();
      })
      .toBe(0);
    await locateComposer(page).press('ArrowUp');
    const edit = page.getByRole('textbox', { name: 'Edit message' });
    await edit.and(page.locator(':focus')).waitFor();
    await expect
      .poll(async () => {
        const [inner, outer] = [await edit.boundingBox(), await log.boundingBox()];
        if (!inner || !outer) return false;
        return inner.y >= outer.y && inner.y + inner.height <= outer.y + outer.height;
      })
      .toBe(true);
    await edit.press('Escape');

    const url = new URL(page.url());
    url.searchParams.set('channel', channel?.id ?? '');
    url.searchParams.set('message', '42');
    await page.goto(url.href);
    await locateMessage(page, 'line 42').waitFor();
    const target = page.locator('.msg.is-named');
    await expect(target).toHaveAttribute('data-seq', '42');
    await expect(target).toBeFocused();
    await expect(target).toBeInViewport();
    await page.getByRole('button', { name: 'Jump to latest' }).click();
    await locateMessage(page, 'from far up').waitFor();
  });
});
