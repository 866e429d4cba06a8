import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { GOOD_PASSWORD, uniqueName } from '@oniverse/testing';
import type { Page } from 'playwright-core';
import { findPageProblems } from './page-problems.js';
import { type Mode, switchMode } from './accessibility.js';
import { interceptRequests } from './intercept.js';
import { locateMessage, register, waitUntilStored, sendMessage } from './members.js';
import { ProductUnderTest } from './product.js';
import { waitUntil } from './wait-until.js';

const composer = (page: Page) => page.getByRole('textbox', { name: /^Message #/ });
const online = (page: Page) => page.getByRole('complementary', { name: 'Users Online' });

async function createDimension(page: Page, name: string): Promise<void> {
  await page.goto('/dimensions/private');
  await page.getByRole('button', { name: '+ Create New Private Server' }).click();
  await page.getByLabel('name', { exact: true }).fill(name);
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page
    .getByRole('dialog', { name: `Invite to ${name}` })
    .getByRole('button', { name: 'Close' })
    .click();
  await composer(page).waitFor();
}

/** Returns the address of a new invite to the open dimension. @param check runs before the dialog closes */
async function createInvite(page: Page, name: string, check?: () => Promise<void>): Promise<string> {
  await page.getByRole('button', { name: `Manage ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Invite people' }).click();
  await page.getByRole('button', { name: 'Create invite' }).click();
  const url = await page.getByLabel('invite link').inputValue();
  await check?.();
  await page.getByRole('button', { name: 'Close' }).click();
  return url;
}

/** Expects no accessibility or overflow problems in a mode. @param view names the state in failures */
async function expectAccessible(page: Page, view: string, mode: Mode): Promise<void> {
  await switchMode(page, mode);
  expect([view, await findPageProblems(page)]).toEqual([view, []]);
}

describe('private dimensions in real browsers', () => {
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

  it('DIM-014 DIM-018 DIM-023 GAP-126 GAP-133 let an invited member join, talk, edit and delete until removed', async () => {
    const vesper = (await product.visit(0)).page;
    const otto = (await product.visit(1)).page;
    const vesperName = await register(vesper, 'Vesper');
    await createDimension(vesper, 'Back room');
    const link = new URL(
      await createInvite(vesper, 'Back room', () => expectAccessible(vesper, 'the invite dialog', 'light')),
    ).pathname;

    // The invite survives registration.
    await otto.goto(link);
    await otto.getByRole('link', { name: 'Log in or sign up to accept' }).click();
    await otto.getByRole('tab', { name: 'INITIALIZE' }).click();
    const ottoName = uniqueName();
    await otto.getByLabel('ONI_ID').fill(ottoName);
    await otto.getByLabel('email').fill(`${ottoName}@example.org`);
    await otto.getByLabel('password').fill(GOOD_PASSWORD);
    await otto.getByRole('button', { name: 'INITIALIZE' }).click();
    await otto.getByRole('button', { name: 'Accept invitation' }).waitFor();
    await expectAccessible(otto, 'the invitation page', 'light');
    await otto.getByRole('button', { name: 'Accept invitation' }).click();
    await composer(otto).waitFor();
    await online(vesper).getByRole('button', { name: ottoName }).waitFor();
    await online(otto).getByRole('button', { name: vesperName }).waitFor();

    await waitUntil('the typing indicator', async () => {
      // Shown for five seconds only, unless the member goes on.
      await composer(otto).press('h');
      return vesper.getByText(`${ottoName} is typing`).isVisible();
    });
    await expectAccessible(vesper, 'the typing indicator', 'dark');
    await sendMessage(otto, `hello @${vesperName}`, { byKey: true });
    await vesper.locator('.ment.is-me').waitFor();
    await sendMessage(otto, 'a tpyo', { byKey: true });
    await locateMessage(vesper, 'a tpyo').waitFor();
    await waitUntilStored(otto, 'a tpyo');
    await composer(otto).press('ArrowUp');
    await otto.getByLabel('Edit message').fill('a typo');
    await otto.getByLabel('Edit message').press('Enter');
    await locateMessage(vesper, 'a typo').waitFor();
    await vesper.getByText('(edited)').waitFor();
    await product.saveScreenshot(vesper, 'dimension-private-desktop');
    await expectAccessible(vesper, 'the channel', 'light');
    await expectAccessible(vesper, 'the channel', 'dark');

    await locateMessage(vesper, 'a typo').hover();
    await vesper
      .getByRole('button', { name: `Actions for the message by ${ottoName}` })
      .last()
      .click();
    await expectAccessible(vesper, 'the message menu', 'dark');
    await vesper.getByRole('menuitem', { name: 'Delete' }).click();
    await expectAccessible(vesper, 'the dialog to delete a message', 'light');
    await vesper.getByRole('button', { name: 'Delete message' }).click();
    await otto.getByText('This message was deleted.').waitFor();
    expect(await locateMessage(otto, 'a typo').count()).toBe(0);
    await expectAccessible(otto, 'a deleted message', 'light');
    await expectAccessible(otto, 'a deleted message', 'dark');

    // Navigates to the author's page and back without a reload.
    await vesper.evaluate(() => document.body.setAttribute('data-kept', ''));
    await vesper
      .getByRole('button', { name: `@${ottoName}` })
      .first()
      .click();
    await vesper
      .getByRole('dialog', { name: `@${ottoName}` })
      .getByRole('link', { name: 'Profile' })
      .click();
    await vesper.waitForURL(`**/u/${ottoName}`);
    await vesper.goBack();
    await composer(vesper).waitFor();
    expect(await vesper.locator('[data-kept]').count()).toBe(1);

    await online(vesper).getByRole('button', { name: ottoName }).click();
    await vesper.getByRole('button', { name: 'Remove from dimension' }).click();
    await expectAccessible(vesper, 'the dialog to remove a member', 'dark');
    await vesper.getByRole('button', { name: 'Remove member' }).click();
    await otto.getByText('This dimension cannot be found.').waitFor();
    await waitUntil(
      'the member to leave the panel',
      async () => (await online(vesper).getByRole('button', { name: ottoName }).count()) === 0,
    );
    // An invite from before the ban no longer works.
    await otto.goto(link);
    await otto.getByRole('button', { name: 'Accept invitation' }).click();
    await otto.getByText('Could not join').first().waitFor();
  });

  it('PER-004 have an accessible catalogue while loading, after an error and when loaded', async () => {
    const { page } = await product.visitAs('Vesper Lund', 0);
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

  it('open a long conversation at the first unread message and lead to its start and end', async () => {
    const { page } = await product.visit(0);
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
    await waitUntil('the first message', async () => {
      await log.evaluate((box) => box.scrollTo(0, 0));
      return (await locateMessage(page, 'line 1').count()) === 1;
    });
    await sendMessage(page, 'from far up', { byKey: true });
    await locateMessage(page, 'from far up').waitFor();
    await locateMessage(page, 'line 900').waitFor();
    await waitUntil(
      'all messages to be read',
      async () => (await page.getByRole('link', { name: /unread/ }).count()) === 0,
    );

    // ↑ edits the member's last message even when it is out of view.
    await waitUntil('the message to leave the view', async () => {
      await log.evaluate((box) => box.scrollBy(0, -3_000));
      return (await locateMessage(page, 'from far up').count()) === 0;
    });
    await composer(page).press('ArrowUp');
    const edit = page.getByRole('textbox', { name: 'Edit message' });
    await edit.and(page.locator(':focus')).waitFor();
    await waitUntil('the field to be in view', async () => {
      const [inner, outer] = [await edit.boundingBox(), await log.boundingBox()];
      if (!inner || !outer) return false;
      return inner.y >= outer.y && inner.y + inner.height <= outer.y + outer.height;
    });
    await edit.press('Escape');

    const url = new URL(page.url());
    url.searchParams.set('channel', channel?.id ?? '');
    url.searchParams.set('message', '42');
    await page.goto(url.href);
    await locateMessage(page, 'line 42').waitFor();
    expect(await page.locator('.msg.is-named').getAttribute('data-seq')).toBe('42');
    await page.getByRole('button', { name: 'Jump to latest' }).click();
    await locateMessage(page, 'from far up').waitFor();
  });

  it('keep read marks in sync between two tabs of a member', async () => {
    const { context, page: first } = await product.visit(0);
    const otto = (await product.visit(1, 'mobile')).page;
    await register(first, 'Vesper');
    await createDimension(first, 'Two tabs');
    const link = new URL(await createInvite(first, 'Two tabs')).pathname;
    await first.getByRole('button', { name: 'Manage Two tabs' }).click();
    await first.getByRole('menuitem', { name: 'New channel' }).click();
    await first.getByLabel('name', { exact: true }).fill('tonight');
    await first.getByRole('button', { name: 'Create channel' }).click();
    await first.getByRole('link', { name: /tonight/ }).click();
    await first.getByRole('textbox', { name: 'Message #tonight' }).waitFor();
    const second = await context.newPage();
    await second.goto(first.url());
    await second.getByRole('textbox', { name: 'Message #tonight' }).waitFor();

    await register(otto, 'Otto');
    await otto.goto(link);
    await otto.getByRole('button', { name: 'Accept invitation' }).click();
    await sendMessage(otto, 'anyone here?');
    for (const tab of [first, second]) {
      await tab.getByRole('link', { name: /general.*1 unread/ }).waitFor();
    }
    await product.saveScreenshot(otto, 'dimension-private-mobile');
    await second.bringToFront();
    await second.getByRole('link', { name: /general/ }).click();
    await locateMessage(second, 'anyone here?').waitFor();
    await waitUntil(
      'the read mark in the other tab',
      async () => (await first.getByRole('link', { name: /unread/ }).count()) === 0,
    );
    await first.getByRole('link', { name: /general/ }).click();
    await sendMessage(second, 'in both tabs', { byKey: true });
    for (const tab of [first, second]) {
      await locateMessage(tab, 'in both tabs').first().waitFor();
      await waitUntil(
        'one copy in each tab',
        async () => (await locateMessage(tab, 'in both tabs').count()) === 1,
      );
    }
    // On a phone a single button opens the side panels.
    expect(await otto.locator('.chat__top button:visible').count()).toBe(1);
    await otto.getByRole('button', { name: 'Channels' }).click();
    await otto
      .getByRole('dialog', { name: 'Channels' })
      .getByRole('heading', { name: 'Users Online' })
      .waitFor();
    await product.saveScreenshot(otto, 'dimension-people-mobile');
    await expectAccessible(otto, 'channels and online members on a phone', 'light');
    // Overlays open above the drawer.
    await expectAccessible(otto, 'channels on a phone', 'dark');
    await otto.getByRole('button', { name: 'Manage Two tabs' }).click();
    await otto.getByRole('menuitem', { name: 'All members' }).click();
    await otto
      .getByRole('dialog', { name: 'Members' })
      .getByRole('button', { name: /moderator|owner/ })
      .click();
    await otto.getByRole('dialog', { name: /^@/ }).getByRole('link', { name: 'View profile' }).waitFor();
    await expectAccessible(otto, 'a member card on a phone', 'light');
  });
});
