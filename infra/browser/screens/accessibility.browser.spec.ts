import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { checkPage } from '../check-page.js';
import { chunkPattern } from '../chunks.js';
import { sendReply } from '../dimensions.js';
import { interceptFirstRequest, interceptRequests } from '../intercept.js';
import { callApi, enterDimension, sendMessage, waitForText, waitUntilStored } from '../members.js';
import { MISSING_CHUNK_ERROR, type ProductUnderTest, test, type Visitor } from '../product.js';
import { makeMemberWithPictures, uploadPicture } from '../uploads.js';
import { openView as open, SCREEN_NAMES, type Show } from '../views.js';

const OPEN_PAGES = ['/', '/auth', '/clean-auth', '/purpose', '/instructions', '/fund'];
/** The other pages of members are shown below or have tests of their own. */
const MEMBER_PAGES = ['/dimensions', '/dimensions/public', '/dimensions/private', '/constellation'];
const SETTINGS = {
  profile: 'Who you are',
  appearance: 'Site theme',
  security: 'Your data',
  notifications: 'Dimensions and channels',
  hidden: 'Documents (0)',
} as const;
const PICTURES = [
  ['#203050', 600, 900, 'Plate 2', []],
  ['#905040', 1200, 400, 'Plate 3', ['moon', 'sea']],
  ['#2f6d6a', 900, 600, 'Green curtain over the sound', ['aurora', 'north', 'long_exposure']],
] as const;
const LONG_POST = `The lamp was off and the water kept its own time, **a ring every four seconds**. ${'It went on. '.repeat(30)}`;
const LONG_PROFILE = `# A long winter\n\n${'The snow came at four and stayed.\n\n'.repeat(40)}#snow`;
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

const nameOf = (path: string): string => path.slice(1).replaceAll('/', '-') || 'landing';

const makeJpeg = (background: string, width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer();

async function chooseFrom(page: Page, menu: string, item: string): Promise<void> {
  await page.getByRole('button', { name: menu }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

const cancel = (page: Page): Promise<void> =>
  page.getByRole('button', { name: /^(Discard|Cancel)$/u }).click();

async function* showOpenPages({ page, expectedErrors }: Visitor): AsyncGenerator<string> {
  for (const path of OPEN_PAGES) {
    await open(page, path);
    if (path === '/') await page.getByRole('contentinfo').waitFor();
    yield nameOf(path);
  }
  await open(page, '/auth');
  await page.getByRole('button', { name: 'forgotten access key' }).click();
  await waitForText(page, 'Password Reset');
  await page.getByRole('button', { name: 'ACCESS', exact: true }).click();
  await page.getByText('ONI_ID required to access network').waitFor();
  yield 'auth-errors';
  await page.getByRole('tab', { name: 'INITIALIZE' }).click();
  await page.getByRole('button', { name: 'INITIALIZE' }).click();
  await page.getByText('email required to create account').waitFor();
  yield 'auth-initialize';
  await open(page, '/');
  await page.getByLabel('email').fill('nobody');
  await page.getByRole('button', { name: 'claim your spot' }).click();
  await page.getByText('please enter a valid email address').waitFor();
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await page.getByRole('heading', { name: 'System architecture' }).scrollIntoViewIfNeeded();
  yield 'landing-gate';
  const menu = page.getByRole('button', { name: 'Open menu' });
  if (await menu.isVisible()) {
    await menu.click();
    await page.getByRole('navigation', { name: 'Menu' }).waitFor();
    yield 'menu';
  }
  expectedErrors.push(MISSING_CHUNK_ERROR);
  await interceptRequests(page, await chunkPattern('purpose'), (route) => route.abort());
  await open(page, '/purpose');
  await page.getByText('This page did not arrive').waitFor();
  yield 'missing';
}

async function* showMemberPages({ page }: Visitor): AsyncGenerator<string> {
  for (const path of MEMBER_PAGES) {
    await open(page, path);
    yield nameOf(path);
    expect(new URL(page.url()).pathname).toBe(path);
    await expect(page.getByText('Access Denied')).toHaveCount(0);
  }
  await enterDimension(page, 'Slow Radio');
  await sendMessage(page, '```js\nconst tide = 4 // metres\n```');
  await page.locator('.listing__keyword').last().waitFor();
  yield 'channel';
  const question = `Which lamp is lit on ${page.viewportSize()?.width} px?`;
  await sendMessage(page, question);
  await waitUntilStored(page, question);
  await page.getByText(question, { exact: true }).hover();
  await page
    .getByRole('button', { name: /^Actions for the message by / })
    .last()
    .click();
  await page.getByRole('menuitem', { name: 'Reply in thread' }).click();
  await page.getByText('No replies yet.').waitFor();
  yield 'thread-new';
  await sendReply(page, 'The third one.');
  await page.getByRole('button', { name: 'Following' }).waitFor();
  yield 'thread';
  await page.getByRole('button', { name: 'Close thread' }).click();
  await page
    .getByRole('link', { name: /^1 reply/u })
    .first()
    .waitFor();
  yield 'thread-summary';
  await open(page, '/no/such/page');
  await page.getByText('Page Not Found').waitFor();
  yield 'not-found';
}

async function* showHome({ page }: Visitor): AsyncGenerator<string> {
  const title = page.getByRole('textbox', { name: 'Title' });
  const fillPost = async (name: string, text: string): Promise<void> => {
    await title.fill(name);
    await page.getByRole('textbox', { name: 'Post', exact: true }).fill(text);
  };
  const publish = async (name: string, text: string): Promise<void> => {
    await fillPost(name, text);
    await page.keyboard.press('ControlOrMeta+Enter');
    await page.getByRole('article', { name }).waitFor();
  };
  await open(page, '/homepage');
  await page.getByRole('tab', { name: 'Everyone', selected: true }).waitFor();
  yield 'home-new';
  await enterDimension(page, 'Slow Radio');
  const message = `Anyone on a screen of ${page.viewportSize()?.width} px?`;
  await sendMessage(page, message);
  await waitUntilStored(page, message);
  await interceptRequests(page, '**/api/constellation?*', (route) =>
    route.fulfill({ json: NEARBY_CONSTELLATION }),
  );
  await interceptRequests(page, '**/api/servers', async (route) => {
    const servers: object[] = await (await route.fetch()).json();
    const unread = { membership: { role: 'member' }, unreadCount: 12 };
    await route.fulfill({ json: servers.map((server) => ({ ...server, ...unread })) });
  });
  await open(page, '/homepage?posts=mine');
  await page.getByText('5 nodes near you.').waitFor();
  await publish('Terminal chess, round six', 'Lost in 41 moves. #games');
  await page.getByRole('button', { name: /^Public: / }).click();
  await publish(
    'For the archive, later',
    'Three things to keep: the ferry timetable, the blue receipt. #keep',
  );
  await page.getByRole('button', { name: /^Private: / }).click();
  await publish('Notes from a lighthouse that is not there', `${LONG_POST} #dreams #coast`);
  await fillPost('Slow light', 'Something I noticed: **the streetlamps** come on in order. #night_walks');
  await page.getByRole('textbox', { name: 'Add a tag' }).fill('noticing');
  await page.keyboard.press('Enter');
  await page.getByText('#noticing').waitFor();
  yield 'home';
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.getByText('the streetlamps').waitFor();
  await title.fill('');
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  await page.getByText('Please enter a title.').waitFor();
  yield 'home-error';
  await chooseFrom(page, 'Menu of Terminal chess, round six', 'Edit');
  await page.getByRole('dialog').waitFor();
  yield 'home-edit';
  await cancel(page);
  await chooseFrom(page, 'Menu of Terminal chess, round six', 'Delete');
  await page.getByRole('alertdialog').waitFor();
  yield 'home-delete';
}

async function* showArchive({ page }: Visitor): AsyncGenerator<string> {
  await open(page, '/archive');
  await waitForText(page, 'Posts you archive will appear here.');
  yield 'archive-empty';
  await callApi(page, 'POST', '/api/capsules', { name: 'Letters that were never sent to anyone at all' });
  await callApi(page, 'POST', '/api/profile-archives', {
    title: 'Long winter',
    markdownContent: LONG_PROFILE,
  });
  await page.reload();
  await page
    .getByRole('article', { name: 'Long winter' })
    .getByRole('button', { name: 'Long winter', exact: true })
    .click();
  await page.getByRole('heading', { name: 'A long winter' }).waitFor();
  yield 'archive';
  await chooseFrom(page, 'Menu of Long winter', 'Edit');
  await page.getByRole('dialog', { name: 'Edit profile archive' }).waitFor();
  yield 'archive-edit';
  await cancel(page);
  await chooseFrom(page, 'Menu of Long winter', 'Delete');
  await page.getByRole('alertdialog').waitFor();
  yield 'archive-delete';
}

async function* showEmptyAlbum({ page }: Visitor): AsyncGenerator<string> {
  await open(page, '/album');
  await page.getByText('Empty Album').waitFor();
  yield 'album-empty';
  let failUpload: () => void = () => undefined;
  const uploadFailed = new Promise<void>((resolve) => {
    failUpload = resolve;
  });
  await interceptFirstRequest(page, '**/uploads/*', async (route) => {
    await uploadFailed;
    await route.fulfill({ status: 415, json: { code: 'unsupported_media_type', message: 'No.' } });
  });
  await page.getByTestId('album-file').setInputFiles({
    name: 'one.jpg',
    mimeType: 'image/jpeg',
    buffer: await makeJpeg('#2f6d6a', 900, 600),
  });
  await page.getByRole('progressbar', { name: 'Uploading one.jpg' }).waitFor();
  yield 'album-uploading';
  failUpload();
  await page.getByRole('region', { name: 'Upload' }).getByRole('alert').waitFor();
  yield 'album-failed';
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('dialog', { name: 'Save Image to the Constellation' }).waitFor();
  await page.getByRole('textbox', { name: 'Hashtags' }).fill('aurora, #north, long_exposure');
  yield 'album-save';
  await cancel(page);
}

async function* showAlbum({ context, page }: Visitor, product: ProductUnderTest): AsyncGenerator<string> {
  const pictures = PICTURES.map(async ([colour, width, height, title, tags]) => ({
    bytes: await makeJpeg(colour, width, height),
    title,
    tags,
  }));
  const session = await makeMemberWithPictures(product, 'Vesper Lund', await Promise.all(pictures));
  await context.addInitScript((id) => localStorage.setItem('sessionId', id), session);
  await open(page, '/album');
  const plate = page.getByRole('button', { name: 'Open Plate 3' });
  await plate.waitFor();
  for (const name of ['Green curtain over the sound', 'Plate 3']) {
    await page.waitForFunction((caption) => {
      const image = document.querySelector<HTMLImageElement>(`img[alt="${caption}"]`);
      return (
        image !== null &&
        image.naturalWidth > 0 &&
        !image.closest('.picture__frame')?.querySelector('.picture__waiting')
      );
    }, name);
  }
  yield 'album';
  await plate.scrollIntoViewIfNeeded();
  await waitForScrollEnd(page);
  await plate.click();
  await page.getByRole('dialog', { name: 'Plate 3' }).waitFor();
  yield 'album-lightbox';
  await page.keyboard.press('Escape');
  await chooseFrom(page, 'Menu of Plate 3', 'Edit');
  await page.getByRole('dialog', { name: 'Edit Picture' }).waitFor();
  yield 'album-edit';
  await cancel(page);
  await chooseFrom(page, 'Menu of Plate 3', 'Delete');
  await page.getByRole('alertdialog').waitFor();
  yield 'album-delete';
  await cancel(page);
  await page.getByRole('button', { name: 'New Board' }).click();
  await page.getByRole('dialog', { name: 'Create New Board' }).waitFor();
  yield 'album-board';
  await cancel(page);
  await chooseFrom(page, 'Album settings', 'Edit Tags');
  await page.getByRole('button', { name: 'New name of #moon' }).click();
  yield 'album-tags';
}

/** Waits until scrolling has ended, because a scrolling grid ignores clicks. */
async function waitForScrollEnd(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(resolve));
      }),
  );
  await page.waitForFunction(() => {
    const card = document.querySelector('[role="feed"] article');
    return card !== null && getComputedStyle(card).pointerEvents !== 'none';
  });
}

async function* showSettings({ page }: Visitor): AsyncGenerator<string> {
  await open(page, '/settings');
  await uploadPicture(page, { title: 'Sea', isPublic: false });
  for (const [tab, heading] of Object.entries(SETTINGS)) {
    await open(page, `/settings?tab=${tab}`);
    await page.getByRole('heading', { name: heading }).waitFor();
    if (tab === 'hidden') await page.getByRole('img', { name: 'Sea' }).waitFor();
    if (tab === 'appearance') await page.getByRole('radio', { name: '90s Computer' }).click();
    yield `settings-${tab}`;
    if (tab === 'security') {
      await page.getByRole('button', { name: 'Erase my account' }).click();
      await page.getByRole('dialog', { name: 'Erase your account' }).waitFor();
      yield 'settings-erase';
    }
  }
  await page.getByRole('button', { name: 'Delete Sea' }).click();
  await page.getByRole('alertdialog').waitFor();
  yield 'settings-hidden-delete';
}

const FEATURES: Readonly<Record<string, { readonly as: 'visitor' | 'member'; readonly show: Show }>> = {
  'pages for everyone': { as: 'visitor', show: showOpenPages },
  'pages for members': { as: 'member', show: showMemberPages },
  'the homepage': { as: 'member', show: showHome },
  'the archive': { as: 'member', show: showArchive },
  'UPL-009 the empty album and uploads': { as: 'member', show: showEmptyAlbum },
  'ALB-019 ALB-021 the album': { as: 'visitor', show: showAlbum },
  'HID-004 settings': { as: 'member', show: showSettings },
};

test.describe('PER-004 fit the screen and meet WCAG 2 AA:', () => {
  for (const [feature, { as, show }] of Object.entries(FEATURES)) {
    for (const screen of SCREEN_NAMES) {
      test(`${feature}, ${screen}`, async ({ product, visit, visitAs }) => {
        const visitor = await (as === 'member' ? visitAs('Vesper Lund', 0, screen) : visit(0, screen));
        await visitor.page.emulateMedia({ reducedMotion: 'reduce' });
        for await (const view of show(visitor, product)) await checkPage(visitor.page, view, screen);
      });
    }
  }
});
