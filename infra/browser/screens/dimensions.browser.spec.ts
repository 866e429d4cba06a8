import { expect } from '@playwright/test';
import { createDimension, expectAccessible, locateComposer } from '../dimensions.js';
import { interceptRequests } from '../intercept.js';
import { locateMessage, register, sendMessage } from '../members.js';
import { test } from '../product.js';

/** More than the space below the last message. */
const PADDING_PX = 20;

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

  test('TLK-179 TLK-180 time a member out by keyboard, who sees it on another backend until it ends', async ({
    product,
    visitAs,
  }) => {
    const { page } = await visitAs('Vesper Lund', 0);
    const member = await visitAs('Juno Nine', 1, 'mobile');
    await createDimension(page, 'Quiet room');
    const [server]: { id: string }[] = await product.dataSource.query(
      `INSERT INTO server_members (server_id, user_id) SELECT id, $1 FROM servers WHERE name = 'Quiet room'
       RETURNING server_id AS id`,
      [member.user.id],
    );
    await member.page.goto(`/dimensions/private?server=${server?.id}`);
    await locateComposer(member.page).fill('For later');
    const { username } = member.user;
    await page.reload();
    await page.getByRole('button', { name: `@${username}` }).press('Enter');
    await page.getByRole('button', { name: 'Time out…' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: `Time out @${username}` });
    await expect(dialog.getByRole('textbox', { name: /reason/ })).toBeFocused();
    await expectAccessible(page, 'the dialog of a time-out', 'light');
    await page.keyboard.type('Spoilers.');
    await dialog.getByRole('button', { name: 'Time out' }).press('Enter');
    await expect(member.page.getByText(/^You are timed out until/)).toContainText('Reason: Spoilers.');
    await expectAccessible(member.page, 'the end of a time-out', 'dark');
    await page.getByRole('button', { name: 'Manage Quiet room' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Bans and time-outs' }).press('Enter');
    await page.getByRole('tab', { name: 'Bans' }).press('ArrowRight');
    await page.getByText('Spoilers.').waitFor();
    await expectAccessible(page, 'the running time-outs', 'light');
    await page.getByRole('button', { name: `End the time-out of @${username}` }).press('Enter');
    await expect(locateComposer(member.page)).toHaveValue('For later');
  });

  test('NXT-410 NXT-412 jump to the end of many long messages, stay there while rows grow, and undo an emoji', async ({
    product,
    visit,
  }) => {
    const { page } = await visit(0);
    const vesperName = await register(page, 'Vesper');
    await createDimension(page, 'Workshop');
    const [[channel]]: [{ id: string }[], number] = await product.dataSource.query(
      `UPDATE channels SET last_seq = 200, last_rev = 200
        WHERE server_id = (SELECT id FROM servers WHERE name = 'Workshop') RETURNING id`,
    );
    await product.dataSource.query(
      `INSERT INTO messages (channel_id, user_id, seq, rev, content, nonce, reacted_at)
       SELECT $1, NULL, n, n, 'line ' || n || CASE n % 3
           WHEN 0 THEN E'\\n\`\`\`ts\\n' || repeat(E'const night = "long";\\n', 4 + n % 9) || '\`\`\`'
           WHEN 1 THEN repeat(' of a rather long message', n % 40) ELSE '' END, n::text,
            CASE WHEN n % 2 = 0 THEN now() END
         FROM generate_series(1, 200) AS n`,
      [channel?.id],
    );
    await product.dataSource.query(
      `INSERT INTO message_reactions (user_id, channel_id, seq, emoji, first_id)
       SELECT users.id, $1, n, emoji, uuidv7() FROM users, generate_series(2, 200, 2) AS n, unnest(ARRAY['🔭', '🎉']) AS emoji
        WHERE username = $2`,
      [channel?.id, vesperName],
    );
    await product.dataSource.query(
      `INSERT INTO channel_reads (user_id, channel_id, read_seq)
       SELECT id, $1, 10 FROM users WHERE username = $2
       ON CONFLICT (user_id, channel_id) DO UPDATE SET read_seq = 10`,
      [channel?.id, vesperName],
    );
    await page.reload();
    const jump = page.getByRole('button', { name: /jump to latest/i });
    await jump.click();
    const log = page.getByRole('region', { name: 'Messages in #general' });
    const fromEnd = () => log.evaluate((box) => box.scrollHeight - box.scrollTop - box.clientHeight);
    /** Waits until the position stays the same for some frames. */
    const settle = () =>
      log.evaluate(async (box) => {
        const frame = () => new Promise(requestAnimationFrame);
        for (let same = 0, last = -1; same < 30; await frame()) {
          same = box.scrollTop === last ? same + 1 : 0;
          last = box.scrollTop;
        }
      });
    await locateMessage(page, 'line 200').waitFor();
    await settle();
    await expect(jump).toHaveCount(0);
    expect(await fromEnd()).toBeLessThan(PADDING_PX);
    await log.evaluate((box) => {
      for (const row of box.querySelectorAll<HTMLElement>('.message')) row.style.paddingBottom = '50px';
    });
    await settle();
    await expect(jump).toHaveCount(0);
    expect(await fromEnd()).toBeLessThan(PADDING_PX);
    await log.hover();
    await page.mouse.wheel(0, -200);
    await jump.waitFor();

    const composer = locateComposer(page);
    await composer.pressSequentially('so :tada:');
    await expect(composer).toHaveValue('so 🎉 ');
    await composer.press('Control+z');
    await expect(composer).toHaveValue('so :tada:');
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
        const landing = document
          .querySelector('.waitlist[inert]')
          ?.checkVisibility({ visibilityProperty: true });
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
    const target = page.locator('.message.is-named');
    await expect(target).toHaveAttribute('data-seq', '42');
    await expect(target).toBeFocused();
    await expect(target).toBeInViewport();
    await page.getByRole('button', { name: 'Jump to latest' }).click();
    await locateMessage(page, 'from far up').waitFor();
  });
});
