import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { GOOD_PASSWORD, uniqueName, until } from '@oniverse/testing';
import type { Page, Route } from 'playwright-core';
import { faults } from './faults.js';
import { type Mode, turn } from './fit.js';
import { intercept } from './intercept.js';
import { message, register, returned, say } from './members.js';
import { ProductUnderTest } from './product.js';

const composer = (page: Page) => page.getByRole('textbox', { name: /^Message #/ });
const online = (page: Page) => page.getByRole('complementary', { name: 'Users Online' });

/** Makes a private dimension through its page. */
async function create(page: Page, name: string): Promise<void> {
  await page.goto('/dimensions/private');
  await page.getByRole('button', { name: '+ Create New Private Server' }).click();
  await page.getByLabel('name', { exact: true }).fill(name);
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await composer(page).waitFor();
}

/**
 * Makes an invite through the menu of the dimension that is open.
 * @param look looks at it before its dialog closes
 * @returns its address
 */
async function invite(page: Page, name: string, look?: () => Promise<void>): Promise<string> {
  await page.getByRole('button', { name: `Manage ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Invite people' }).click();
  await page.getByRole('button', { name: 'Create invite' }).click();
  const url = await page.getByLabel('invite link').inputValue();
  await look?.();
  await page.getByRole('button', { name: 'Close' }).click();
  return url;
}

/** Expects that nothing keeps anybody from using a page as it stands in a mode. */
async function sees(page: Page, what: string, mode: Mode): Promise<void> {
  await turn(page, mode);
  expect([what, await faults(page)]).toEqual([what, []]);
}

describe('members in a dimension of their own, in real browsers', () => {
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

  it('DIM-014 DIM-018 DIM-023 GAP-126 GAP-133 invited by link, talks, edits, deletes, and is removed', async () => {
    const vesper = (await product.visit(0)).page;
    const otto = (await product.visit(1)).page;
    const vesperName = await register(vesper, 'Vesper');
    await create(vesper, 'Back room');
    const link = new URL(await invite(vesper, 'Back room', () => sees(vesper, 'an invite', 'light')))
      .pathname;

    // The code survives signing up on the way.
    await otto.goto(link);
    await otto.getByRole('link', { name: 'Log in or sign up to accept' }).click();
    await otto.getByRole('tab', { name: 'INITIALIZE' }).click();
    const ottoName = uniqueName();
    await otto.getByLabel('ONI_ID').fill(ottoName);
    await otto.getByLabel('email').fill(`${ottoName}@example.org`);
    await otto.getByLabel('password').fill(GOOD_PASSWORD);
    await otto.getByRole('button', { name: 'INITIALIZE' }).click();
    await otto.getByRole('button', { name: 'Accept invitation' }).waitFor();
    await sees(otto, 'an invitation', 'light');
    await otto.getByRole('button', { name: 'Accept invitation' }).click();
    await composer(otto).waitFor();
    await online(vesper).getByRole('button', { name: ottoName }).waitFor();
    await online(otto).getByRole('button', { name: vesperName }).waitFor();

    await composer(otto).pressSequentially('hel');
    await vesper.getByText(`${ottoName} is typing`).waitFor();
    await sees(vesper, 'who is typing', 'dark');
    await say(otto, `hello @${vesperName}`, { byKey: true });
    await vesper.locator('.ment.is-me').waitFor();
    await say(otto, 'a tpyo', { byKey: true });
    await message(vesper, 'a tpyo').waitFor();
    await returned(otto, 'a tpyo');
    await composer(otto).press('ArrowUp');
    await otto.getByLabel('Edit message').fill('a typo');
    await otto.getByLabel('Edit message').press('Enter');
    await message(vesper, 'a typo').waitFor();
    await vesper.getByText('(edited)').waitFor();
    await product.keep(vesper, 'dimension-private-desktop');
    await sees(vesper, 'the room', 'light');
    await sees(vesper, 'the room', 'dark');

    await message(vesper, 'a typo').hover();
    await vesper
      .getByRole('button', { name: `Actions for the message of ${ottoName}` })
      .last()
      .click();
    await sees(vesper, 'the menu of a message', 'dark');
    await vesper.getByRole('menuitem', { name: 'Delete' }).click();
    await sees(vesper, 'the question before a message is deleted', 'light');
    await vesper.getByRole('button', { name: 'Delete message' }).click();
    await otto.getByText('This message was deleted.').waitFor();
    expect(await message(otto, 'a typo').count()).toBe(0);
    await sees(otto, 'what is left of a message', 'light');
    await sees(otto, 'what is left of a message', 'dark');

    // From a message's author to the member's page and back, without a reload.
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
    await sees(vesper, 'the question before a member is removed', 'dark');
    await vesper.getByRole('button', { name: 'Remove member' }).click();
    await otto.getByText('This dimension cannot be found.').waitFor();
    await until(
      'the panel without the member',
      async () => (await online(vesper).getByRole('button', { name: ottoName }).count()) === 0,
    );
    // An invite from before does not let them back in.
    await otto.goto(link);
    await otto.getByRole('button', { name: 'Accept invitation' }).click();
    await otto.getByText('Could not join').first().waitFor();
  });

  it('PER-004 a catalogue is fit to be seen while it is on its way, where it does not come, and with its dimensions', async () => {
    const { page } = await product.visitAs('Vesper Lund', 0);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await create(page, 'Back room');
    let hold: (route: Route) => void = () => undefined;
    const asked = new Promise<Route>((resolve) => {
      hold = resolve;
    });
    const letThrough = await intercept(page, '**/api/servers', hold);
    await page.goto('/dimensions/private');
    const held = await asked;
    await page.getByText('Loading dimensions').waitFor();
    await sees(page, 'a catalogue on its way', 'light');
    await held.fulfill({ status: 503 });
    await page.getByText('The dimensions could not be loaded.').waitFor();
    await sees(page, 'a catalogue that did not come', 'light');
    letThrough();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('link', { name: /Back room/ }).waitFor();
    await sees(page, 'a private catalogue', 'dark');
  });

  it('a long conversation opens where one left off, and leads to its first and its latest message', async () => {
    const { page } = await product.visit(0);
    const vesperName = await register(page, 'Vesper');
    await create(page, 'Long nights');
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
      const look = () => {
        const landing = document.querySelector('.wait')?.checkVisibility({ visibilityProperty: true });
        if (landing === true) window.name = 'the landing page was seen';
        requestAnimationFrame(look);
      };
      look();
    });
    await page.reload();
    await page.getByText(/^600 new since/).waitFor();
    // What comes drawn with every address is not what was asked for here.
    expect(await page.evaluate(() => window.name)).toBe('');
    await message(page, 'line 301').waitFor();
    await page.getByRole('link', { name: /general.*600 unread/ }).waitFor();
    expect(await message(page, 'line 900').count()).toBe(0);

    const log = page.getByRole('region', { name: 'Messages in #general' });
    await until('the first message', async () => {
      await log.evaluate((box) => box.scrollTo(0, 0));
      return (await message(page, 'line 1').count()) === 1;
    });
    await say(page, 'from far up', { byKey: true });
    await message(page, 'from far up').waitFor();
    await message(page, 'line 900').waitFor();
    await until(
      'all of it read',
      async () => (await page.getByRole('link', { name: /unread/ }).count()) === 0,
    );

    const url = new URL(page.url());
    url.searchParams.set('channel', channel?.id ?? '');
    url.searchParams.set('message', '42');
    await page.goto(url.href);
    await message(page, 'line 42').waitFor();
    expect(await page.locator('.msg.is-named').getAttribute('data-seq')).toBe('42');
    await page.getByRole('button', { name: 'Jump to latest' }).click();
    await message(page, 'from far up').waitFor();
  });

  it('two tabs of one member agree on what is read', async () => {
    const { context, page: first } = await product.visit(0);
    const otto = (await product.visit(1, 'mobile')).page;
    await register(first, 'Vesper');
    await create(first, 'Two tabs');
    const link = new URL(await invite(first, 'Two tabs')).pathname;
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
    await say(otto, 'anyone here?');
    for (const tab of [first, second]) {
      await tab.getByRole('link', { name: /general.*1 unread/ }).waitFor();
    }
    await product.keep(otto, 'dimension-private-mobile');
    await second.bringToFront();
    await second.getByRole('link', { name: /general/ }).click();
    await message(second, 'anyone here?').waitFor();
    await until(
      'read in the other tab',
      async () => (await first.getByRole('link', { name: /unread/ }).count()) === 0,
    );
    await first.getByRole('link', { name: /general/ }).click();
    await say(second, 'in both tabs', { byKey: true });
    for (const tab of [first, second]) {
      await message(tab, 'in both tabs').waitFor();
      await until('once in each tab', async () => (await message(tab, 'in both tabs').count()) === 1);
    }
    await otto.getByRole('button', { name: 'Users Online' }).click();
    await otto.getByRole('dialog', { name: 'Users Online' }).waitFor();
    await product.keep(otto, 'dimension-people-mobile');
    await sees(otto, 'who is online, on a phone', 'light');
    await otto.keyboard.press('Escape');
    // What opens from a drawer stands over it.
    await otto.getByRole('button', { name: 'Channels' }).click();
    await sees(otto, 'the channels, on a phone', 'dark');
    await otto.getByRole('button', { name: 'Manage Two tabs' }).click();
    await otto.getByRole('menuitem', { name: 'All members' }).click();
    await otto
      .getByRole('dialog', { name: 'Members' })
      .getByRole('button', { name: /moderator|owner/ })
      .click();
    await otto.getByRole('dialog', { name: /^@/ }).getByRole('link', { name: 'View profile' }).waitFor();
    await sees(otto, 'a member, on a phone', 'light');
  });
});
