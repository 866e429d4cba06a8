import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { interceptRequests } from './intercept.js';
import { chooseMenuItem, pressKeyOn, tabTo, waitForDialog } from './keyboard.js';
import { checkPage } from './check-page.js';
import { enterDimension, register, waitForText, waitUntilStored, sendMessage } from './members.js';
import { ProductUnderTest, SCREENS } from './product.js';
import { waitUntil } from './wait-until.js';

type Screen = keyof typeof SCREENS;

const LONG = `The lamp was off and the water kept its own time, **a ring every four seconds**. ${'It went on. '.repeat(30)}`;

const fillPost = async (page: Page, title: string, text: string): Promise<void> => {
  await page.getByRole('textbox', { name: 'Title' }).fill(title);
  await page.getByRole('textbox', { name: 'Post', exact: true }).fill(text);
};

const NEARBY_CONSTELLATION = {
  users: ['you', 'mirelle_07', 'otto_n', 'sable', 'tamsin', 'wren_x'].map((username, index) => ({
    id: `0193a000-0000-7000-8000-00000000000${index}`,
    username,
    displayName: null,
    isCurrentUser: index === 0,
  })),
  connections: [
    [0, 1, 5],
    [0, 2, 3],
    [0, 3, 2],
    [0, 4, 1],
    [0, 5, 1],
    [2, 3, 2],
    [1, 5, 1],
  ].map(([from, to, strength]) => ({
    fromUserId: `0193a000-0000-7000-8000-00000000000${from}`,
    toUserId: `0193a000-0000-7000-8000-00000000000${to}`,
    strength,
    sharedTags: ['moon'],
  })),
};

const markAllUnread = (servers: unknown): unknown =>
  Array.isArray(servers) &&
  servers.map((each: object) => ({ ...each, membership: { role: 'member' }, unreadCount: 12 }));

const publishPost = async (page: Page, title: string, text: string): Promise<void> => {
  await fillPost(page, title, text);
  await page.keyboard.press('ControlOrMeta+Enter');
  await page.getByRole('article', { name: title }).waitFor();
};

describe('the homepage', () => {
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

  it('GAP-076 PST-012 PST-013 keeps a draft, publishes, hides and archives a post', async () => {
    const { page } = await product.visit(0);
    await register(page, 'Vesper Lund');
    await page.getByRole('link', { name: 'Write your profile' }).waitFor();
    await fillPost(page, 'Slow light', `${LONG} #lighthouse`);
    await page.reload();
    expect(await page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Slow light');
    await page.getByRole('textbox', { name: 'Title' }).focus();
    await page.keyboard.press('ControlOrMeta+Enter');
    const card = page.getByRole('article', { name: 'Slow light' });
    await card.getByText('by Vesper Lund').waitFor();
    await card.getByText('#lighthouse', { exact: true }).waitFor();

    const other = await product.visit(1);
    await register(other.page, 'Otto');
    await publishPost(other.page, 'Other light', 'I saw it too. #lighthouse');
    await other.page.getByRole('tab', { name: 'Everyone' }).click();
    const theirs = other.page.getByRole('article', { name: 'Slow light' });
    await theirs.getByRole('button', { name: 'Read More' }).click();
    await theirs.getByRole('button', { name: 'Show Less' }).waitFor();
    expect(await theirs.getByRole('button', { name: 'Archive' }).count()).toBe(0);

    await card.getByRole('button', { name: 'Make Private' }).click();
    await page.getByText('Post visibility has been changed.', { exact: true }).waitFor();
    await other.page.reload();
    await other.page.getByRole('article', { name: 'Other light' }).waitFor();
    expect(await other.page.getByRole('article', { name: 'Slow light' }).count()).toBe(0);
    await card.getByRole('button', { name: 'Archive' }).click();
    await page.getByText('Post moved to your archive.', { exact: true }).waitFor();
    await page.getByText('Nothing written yet').waitFor();
  });

  it('GAP-079 writes, previews, edits and deletes a post by keyboard', async () => {
    const { page } = await product.visitAs('Vesper Lund', 0);
    await page.goto('/homepage');
    await tabTo(page, page.getByRole('textbox', { name: 'Title' }));
    await page.keyboard.type('Slow light');
    await page.keyboard.press('Enter');
    await page.keyboard.type('The streetlamps come on **in order**.');
    await tabTo(page, page.getByRole('textbox', { name: 'Add a tag' }));
    await page.keyboard.type('noticing');
    await page.keyboard.press('Enter');
    await pressKeyOn(page, page.getByRole('button', { name: 'Preview' }), 'Space');
    await page.locator('strong', { hasText: 'in order' }).waitFor();
    await pressKeyOn(page, page.getByRole('button', { name: 'Post', exact: true }));
    const card = page.getByRole('article', { name: 'Slow light' });
    await card.getByText('#noticing', { exact: true }).waitFor();

    const menu = page.getByRole('button', { name: 'Menu of Slow light' });
    await chooseMenuItem(page, menu, 'Edit');
    await waitForDialog(page, 'Edit post');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('Slower light');
    await page.keyboard.press('Enter');
    await waitForText(page, 'Post Updated');
    await page.getByRole('article', { name: 'Slower light' }).getByText('#noticing').waitFor();
    await chooseMenuItem(page, page.getByRole('button', { name: 'Menu of Slower light' }), 'Delete');
    await pressKeyOn(page, page.getByRole('button', { name: 'Delete post' }));
    await waitForText(page, 'Post has been permanently deleted.');
    await waitForText(page, 'Nothing written yet');
  });

  it('shows only public posts of linked members in the nearby feed', async () => {
    const vesper = await product.visitAs('Vesper Lund', 0);
    const otto = await product.visitAs('Otto', 1);
    const sable = await product.visitAs('Sable', 1);
    await product.linkMembers(vesper.user, otto.user, ['lighthouse']);
    await otto.page.goto('/homepage');
    await publishPost(otto.page, 'Near light', 'I saw it too. #lighthouse');
    await otto.page.getByRole('button', { name: /^Public: / }).click();
    await publishPost(otto.page, 'Kept light', 'For nobody yet.');
    await sable.page.goto('/homepage');
    await publishPost(sable.page, 'Far light', 'Somewhere else. #harbour');

    const { page } = vesper;
    await page.goto('/homepage');
    const shown = () => page.getByRole('article').getByRole('heading').allTextContents();
    await page.getByRole('tab', { name: 'Near you' }).click();
    await page.getByRole('article', { name: 'Near light' }).waitFor();
    expect(await shown()).toEqual(['Near light']);
    await page.getByRole('tab', { name: 'Everyone' }).click();
    await page.getByRole('article', { name: 'Far light' }).waitFor();
    expect((await shown()).slice(0, 2)).toEqual(['Far light', 'Near light']);
    // The address contains the selected tab, so a reload keeps it.
    await page.goBack();
    await page.reload();
    await page.getByRole('article', { name: 'Near light' }).waitFor();
    expect(await shown()).toEqual(['Near light']);
  });

  it('NXT-004 returns to the post that was read, after another page and a reload, and takes new posts live', async () => {
    const vesper = await product.visitAs('Vesper Lund', 0);
    const otto = await product.visitAs('Otto', 1);
    await product.linkMembers(vesper.user, otto.user, ['lighthouse']);
    const content = 'It waits. '.repeat(40);
    await product.dataSource.query(
      `INSERT INTO posts (user_id, title, content, markdown_content, tags)
       SELECT $1, 'Light ' || n, $2, $2, ARRAY['lighthouse'] FROM generate_series(1, 15) n`,
      [otto.user.id, content],
    );
    const { page } = vesper;
    await page.goto('/homepage?posts=near');
    const read = page.getByRole('article', { name: 'Light 6', exact: true });
    await read.evaluate((post) => {
      post.scrollIntoView({ block: 'start' });
    });
    await page.waitForFunction(() => sessionStorage.getItem('oni-reading-near') !== null);
    const isRead = () =>
      read.evaluate((post) => {
        const { top, bottom } = post.getBoundingClientRect();
        return top >= 0 && bottom < window.innerHeight;
      });
    const returned = () => waitUntil('the post that was read', isRead);
    await page.goto('/kept');
    await page.goto('/homepage?posts=near');
    await returned();
    await page.reload();
    await returned();

    await otto.page.goto('/homepage');
    await publishPost(otto.page, 'A new light', 'I saw it too. #lighthouse');
    // The list does not move under the reader.
    await page.getByRole('button', { name: '1 new', exact: true }).waitFor();
    expect(await isRead()).toBe(true);
    await page.getByRole('button', { name: '1 new', exact: true }).click();
    await page.getByRole('article', { name: 'A new light' }).waitFor();
  });

  it('sends a pending post once and clears its draft afterwards', async () => {
    const { page } = await product.visitAs('Vesper Lund', 0);
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    let sent = 0;
    await page.route('**/api/posts', async (route) => {
      sent += 1;
      await released;
      await route.continue();
    });
    await page.goto('/homepage');
    await fillPost(page, 'Slow light', 'Once.');
    await page.keyboard.press('ControlOrMeta+Enter');
    await page.getByRole('button', { name: 'posting...' }).waitFor();
    await page.getByRole('link', { name: 'Our Purpose' }).click();
    await page.waitForURL('**/purpose');
    await page.goBack();
    await page.getByRole('button', { name: 'posting...' }).waitFor();
    await page.getByRole('textbox', { name: 'Title' }).press('ControlOrMeta+Enter');
    release();
    await page.getByRole('article', { name: 'Slow light' }).waitFor();
    await page.waitForFunction(() => document.querySelector('textarea')?.value === '');
    expect(await page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('');
    await page.reload();
    await page.getByRole('article', { name: 'Slow light' }).waitFor();
    expect(await page.getByRole('article').count()).toBe(1);
    expect([await page.getByRole('textbox', { name: 'Title' }).inputValue(), sent]).toEqual(['', 1]);
  });

  it('guides a new member to a profile, a dimension and the constellation, then hides the guide', async () => {
    const { page } = await product.visitAs('Vesper Lund', 0);
    const guide = page.getByRole('region', { name: 'First light: three steps' });
    // The activity list, which loads separately, names it too.
    const joined = page
      .getByRole('region', { name: 'Your dimensions' })
      .getByRole('link', { name: 'Slow Radio', exact: true });
    const completedSteps = () =>
      guide.getByRole('listitem').filter({ hasText: 'done' }).getByRole('link').allTextContents();
    await page.goto('/homepage');
    await guide.getByRole('link', { name: 'Write your profile' }).click();
    await page.waitForURL('**/profile');
    await page.getByRole('button', { name: 'EDIT_PROFILE' }).click();
    await page
      .getByRole('textbox', { name: 'Profile', exact: false })
      .first()
      .fill('# Vesper\nBuoys and #maps.');
    await page.getByRole('button', { name: 'SAVE_PROFILE' }).click();
    await page.getByRole('button', { name: 'EDIT_PROFILE' }).waitFor();
    await page.goto('/homepage');
    await guide.waitFor();
    expect(await completedSteps()).toEqual(['Write your profile']);

    await guide.getByRole('link', { name: 'Join a dimension' }).click();
    await page.waitForURL('**/dimensions/public');
    await enterDimension(page, 'Slow Radio');
    await sendMessage(page, 'Anyone up?');
    await waitUntilStored(page, 'Anyone up?');
    await page.goto('/homepage');
    await joined.waitFor();
    expect(await completedSteps()).toEqual(['Write your profile', 'Join a dimension']);

    await guide.getByRole('link', { name: 'See your constellation' }).click();
    await page.waitForURL('**/constellation');
    await page.getByRole('heading', { name: 'The Constellation' }).waitFor();
    await page.goto('/homepage');
    await joined.waitFor();
    expect(await guide.count()).toBe(0);
  });

  it.each(['desktop', 'tablet', 'mobile'] as const satisfies Screen[])(
    'fits its screen and is accessible, %s',
    async (screen) => {
      const { page } = await product.visitAs('Vesper Lund', 0, screen);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.goto('/homepage');
      await page.getByText('Nothing written yet').waitFor();
      await checkPage(page, 'home-new', screen, true);
      await enterDimension(page, 'Slow Radio');
      await sendMessage(page, `Anyone on a ${screen}?`);
      await waitUntilStored(page, `Anyone on a ${screen}?`);
      await interceptRequests(page, '**/api/constellation?*', (route) =>
        route.fulfill({ json: NEARBY_CONSTELLATION }),
      );
      await interceptRequests(page, '**/api/servers', async (route) => {
        const answer: unknown = await (await route.fetch()).json();
        await route.fulfill({ json: markAllUnread(answer) });
      });
      await page.goto('/homepage');
      await page.getByText('5 nodes near you.').waitFor();
      await publishPost(page, 'Terminal chess, round six', 'Lost in 41 moves. #games');
      await page.getByRole('button', { name: /^Public: / }).click();
      await publishPost(
        page,
        'For the archive, later',
        'Three things to keep: the ferry timetable, the blue receipt. #keep',
      );
      await page.getByRole('button', { name: /^Private: / }).click();
      await publishPost(page, 'Notes from a lighthouse that is not there', `${LONG} #dreams #coast`);
      await fillPost(
        page,
        'Slow light',
        'Something I noticed: **the streetlamps** come on in order. #night_walks',
      );
      await page.getByRole('textbox', { name: 'Add a tag' }).fill('noticing');
      await page.keyboard.press('Enter');
      await page.getByText('#noticing').waitFor();
      await checkPage(page, 'home', screen, true);
      await page.getByRole('button', { name: 'Preview' }).click();
      await page.getByText('the streetlamps').waitFor();
      await page.getByRole('textbox', { name: 'Title' }).fill('');
      await page.getByRole('button', { name: 'Post', exact: true }).click();
      await page.getByText('Please enter a title.').waitFor();
      await checkPage(page, 'home-error', screen);
      const menu = page.getByRole('button', { name: 'Menu of Terminal chess, round six' });
      for (const [item, role] of [
        ['Edit', 'dialog'],
        ['Delete', 'alertdialog'],
      ] as const) {
        await menu.click();
        await page.getByRole('menuitem', { name: item }).click();
        await page.getByRole(role).waitFor();
        await checkPage(page, `home-${item.toLowerCase()}`, screen);
        await page.getByRole('button', { name: /^(Discard|Cancel)$/u }).click();
      }
    },
  );
});
