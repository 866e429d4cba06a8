import { GOOD_PASSWORD, uniqueName } from '@oniverse/testing';
import { expect, type Page } from '@playwright/test';
import { createDimension, expectAccessible, locateComposer } from '../dimensions.js';
import { locateMessage, register, waitUntilStored, sendMessage } from '../members.js';
import { test } from '../product.js';

const online = (page: Page) => page.getByRole('complementary', { name: 'Users Online' });

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

test.describe('private dimensions', () => {
  test('DIM-014 DIM-018 DIM-023 GAP-126 GAP-133 let an invited member join, talk, edit and delete until removed', async ({
    visit,
  }) => {
    const vesper = (await visit(0)).page;
    const otto = (await visit(1)).page;
    const vesperName = await register(vesper, 'Vesper');
    await createDimension(vesper, 'Back room');
    const link = new URL(
      await createInvite(vesper, 'Back room', () => expectAccessible(vesper, 'the invite dialog', 'light')),
    ).pathname;

    // The invite survives registration.
    await otto.goto(link);
    await otto.getByRole('link', { name: 'Sign in or create an account to accept' }).click();
    await otto.getByRole('tab', { name: 'INITIALIZE' }).click();
    const ottoName = uniqueName();
    await otto.getByLabel('ONI_ID').fill(ottoName);
    await otto.getByLabel('email').fill(`${ottoName}@example.org`);
    await otto.getByLabel('password').fill(GOOD_PASSWORD);
    await otto.getByRole('button', { name: 'INITIALIZE' }).click();
    await otto.getByRole('button', { name: 'Accept invitation' }).waitFor();
    await expectAccessible(otto, 'the invitation page', 'light');
    await otto.getByRole('button', { name: 'Accept invitation' }).click();
    await locateComposer(otto).waitFor();
    await online(vesper).getByRole('button', { name: ottoName }).waitFor();
    await online(otto).getByRole('button', { name: vesperName }).waitFor();

    await expect
      .poll(async () => {
        // Shown for five seconds only, unless the member goes on.
        await locateComposer(otto).press('h');
        return vesper.getByText(`${ottoName} is typing`).isVisible();
      })
      .toBe(true);
    await expectAccessible(vesper, 'the typing indicator', 'dark');
    await sendMessage(otto, `hello @${vesperName}`, { byKey: true });
    await vesper.locator('.mention.is-me').waitFor();
    await sendMessage(otto, 'a tpyo', { byKey: true });
    await locateMessage(vesper, 'a tpyo').waitFor();
    await waitUntilStored(otto, 'a tpyo');
    await locateComposer(otto).press('ArrowUp');
    await otto.getByLabel('Edit message').fill('a typo');
    await otto.getByLabel('Edit message').press('Enter');
    await locateMessage(vesper, 'a typo').waitFor();
    await vesper.getByText('(edited)').waitFor();
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
    await locateComposer(vesper).waitFor();
    expect(await vesper.locator('[data-kept]').count()).toBe(1);

    await online(vesper).getByRole('button', { name: ottoName }).click();
    await vesper.getByRole('button', { name: 'Remove from dimension' }).click();
    await expectAccessible(vesper, 'the dialog to remove a member', 'dark');
    await vesper.getByRole('button', { name: 'Remove member' }).click();
    await otto.getByText('This dimension cannot be found.').waitFor();
    await expect(online(vesper).getByRole('button', { name: ottoName })).toHaveCount(0);
    // An invite from before the ban no longer works.
    await otto.goto(link);
    await otto.getByRole('button', { name: 'Accept invitation' }).click();
    await otto.getByText('Could not join').first().waitFor();
  });

  test('keep read marks in sync between two tabs of a member', async ({ visit }) => {
    const { context, page: first } = await visit(0);
    const otto = (await visit(1, 'mobile')).page;
    await register(first, 'Vesper');
    await createDimension(first, 'Two tabs');
    const link = new URL(await createInvite(first, 'Two tabs')).pathname;
    await first.getByRole('button', { name: 'Manage Two tabs' }).click();
    await first.getByRole('menuitem', { name: 'New channel' }).click();
    await first.getByLabel('name', { exact: true }).fill('tonight');
    await first.getByRole('button', { name: 'Create channel' }).click();
    await first.getByRole('link', { name: 'tonight', exact: true }).click();
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
    await second.bringToFront();
    await second.getByRole('link', { name: /general/ }).click();
    await locateMessage(second, 'anyone here?').waitFor();
    await expect(first.getByRole('link', { name: /unread/ })).toHaveCount(0);
    await first.getByRole('link', { name: /general/ }).click();
    await sendMessage(second, 'in both tabs', { byKey: true });
    for (const tab of [first, second]) {
      await locateMessage(tab, 'in both tabs').first().waitFor();
      await expect(locateMessage(tab, 'in both tabs')).toHaveCount(1);
    }
    // TLK-083: on a phone a single button opens the side panels.
    const buttons = otto.locator(
      '.chat__top button:not(.pins-button, [aria-label="Files of the channel"]):visible',
    );
    expect(await buttons.count()).toBe(1);
    await otto.getByRole('button', { name: 'Channels and members' }).click();
    await otto
      .getByRole('dialog', { name: 'Channels and members' })
      .getByRole('heading', { name: 'Users Online' })
      .waitFor();
    await expectAccessible(otto, 'channels and online members on a phone', 'light');
    // Overlays open above the drawer.
    await expectAccessible(otto, 'channels on a phone', 'dark');
    await otto.getByRole('button', { name: 'Manage Two tabs' }).click();
    await otto.getByRole('menuitem', { name: 'All members' }).click();
    await otto
      .getByRole('dialog', { name: 'Members' })
      .getByRole('button', { name: /moderator|owner/ })
      .click();
    await otto
      .getByRole('dialog', { name: /^Vesper @/ })
      .getByRole('link', { name: 'View profile' })
      .waitFor();
    await expectAccessible(otto, 'a member card on a phone', 'light');
  });
});
