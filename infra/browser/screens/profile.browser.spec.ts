import { expect, type Page } from '@playwright/test';
import { findPageProblems } from '../page-problems.js';
import { callApi, register } from '../members.js';
import { type Screen, test } from '../product.js';

const TEXT = `# The small hours
*Keeper of small hours. I build slow software and walk home the long way.*

## About
I collect places that only exist between midnight and four. Some are real. The rest I write down in [the archive](/archive).
If you know a good stairwell, send me a line. #night_walks #stairwells

## Current Projects
| Project | With | State | Since |
| --- | --- | --- | ---: |
| Tidal Library | juno_9, wren_x | open | March |
| A clock for insomniacs | otto_n | drawing | June |

## Interests
- Long exposure photographs, mostly of nothing
- Maps drawn from memory #maps

## Status
\`\`\`typescript
type Ripple = { from: OniId; strength: number };
\`\`\`

> Awake. Reading by the small lamp. #dreams
`;
const LOOKS = [
  ['main-cyberpunk', 'dark'],
  ['main-cyberpunk', 'light'],
  ['90s-computer', 'dark'],
  ['90s-computer', 'light'],
] as const;

/** Returns elements that must not be printed: coloured backgrounds and controls. */
async function findPrintProblems(page: Page): Promise<string[]> {
  await page.emulateMedia({ media: 'print' });
  const problems = await page.evaluate(() => {
    const isWhite = (colour: string) => colour === 'rgb(255, 255, 255)' || colour.endsWith(', 0)');
    const isVisible = (element: Element) => element.checkVisibility() && element.getClientRects().length > 0;
    const backgrounds = [...document.querySelectorAll('html, body, body *:has(p, h1, h2, article)')]
      .filter((element) => isVisible(element) && !isWhite(getComputedStyle(element).backgroundColor))
      .map((element) => `background of ${element.tagName}.${element.className}`);
    const controls = [...document.querySelectorAll('header nav, .btn')]
      .filter(isVisible)
      .map((element) => `${element.tagName}.${element.className}`);
    return [...backgrounds, ...controls];
  });
  await page.emulateMedia({ media: null });
  return problems;
}

const area = (page: Page) => page.getByRole('textbox', { name: 'Profile markdown' });

const drawPicture = async (page: Page): Promise<Buffer> => {
  const encoded = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    canvas.width = 800;
    canvas.height = 400;
    const context = canvas.getContext('2d');
    if (!context) throw new Error('no canvas');
    const glow = context.createRadialGradient(400, 200, 60, 400, 200, 240);
    glow.addColorStop(0, '#05070a');
    glow.addColorStop(0.3, '#f2b872');
    glow.addColorStop(1, '#0b1014');
    context.fillStyle = glow;
    context.fillRect(0, 0, 800, 400);
    return canvas.toDataURL('image/png').split(',')[1] ?? '';
  });
  return Buffer.from(encoded, 'base64');
};

const pastePicture = async (page: Page, bytes: Buffer): Promise<void> => {
  await area(page).evaluate((target, encoded) => {
    const file = new File([Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0))], 'saturn.png', {
      type: 'image/png',
    });
    const transfer = new DataTransfer();
    transfer.items.add(file);
    target.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true, cancelable: true }),
    );
  }, bytes.toString('base64'));
};

test.describe('the profile page in a real browser', () => {
  test('PRF-020 PRF-022 AVA-012 keeps a draft, saves text with a picture, sets an avatar and is public', async ({
    visit,
  }) => {
    const { page } = await visit(0);
    const username = await register(page, 'Vesper Lund');
    const picture = await drawPicture(page);
    await page.goto('/profile');
    await page.getByRole('button', { name: 'EDIT_PROFILE' }).click();
    await area(page).fill('# Begun');
    page.once('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await expect(area(page)).toHaveValue('# Begun');
    await area(page).fill(TEXT);
    await area(page).press('ControlOrMeta+End');
    await pastePicture(page, picture);
    await expect(area(page)).toHaveValue(/!\[saturn\]\(\/objects\/[^)]+\)$/);
    await area(page).press('ControlOrMeta+s');
    await page.getByText('Profile Updated', { exact: true }).waitFor();
    await page.getByRole('img', { name: 'saturn' }).waitFor();
    const face = page.getByRole('button', { name: 'Upload avatar' }).locator('img');
    await page
      .getByLabel('Picture for the avatar')
      .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: picture });
    await page.getByText('Avatar Updated!', { exact: true }).waitFor();
    // Drawn by the worker.
    await expect(face).toHaveAttribute('src', /^\/objects\//);
    expect(
      await face.evaluate(async (image: HTMLImageElement) => {
        await image.decode();
        return [image.naturalWidth, image.naturalHeight];
      }),
    ).toEqual([400, 400]);

    const visitor = await visit(0, 'mobile');
    const answer = await visitor.page.goto(`/u/${username}`);
    expect(answer?.status()).toBe(200);
    expect(await answer?.text()).toContain(`<title>Vesper Lund (@${username}), Oniverse</title>`);
    await visitor.page.getByRole('heading', { name: 'The small hours' }).waitFor();
    expect((await visitor.page.goto('/u/nobody_here'))?.status()).toBe(404);
    await visitor.page.getByRole('heading', { name: 'Page Not Found' }).waitFor();
  });

  test('never loses text to a second tab, a lost network or navigation', async ({ visit }) => {
    const { context, page } = await visit(0);
    await register(page, 'Vesper Lund');
    await page.goto('/profile');
    await page.getByRole('button', { name: 'EDIT_PROFILE' }).click();
    await area(page).fill('# Here');
    const second = await context.newPage();
    await second.goto('/profile');
    await expect(area(second)).toHaveValue('# Here');
    await area(second).fill('# There');
    await second.getByRole('button', { name: 'SAVE_PROFILE' }).click();
    await second.getByText('Profile Updated', { exact: true }).waitFor();

    await page.getByRole('button', { name: 'SAVE_PROFILE' }).click();
    // A notice above the editor begins with the same words when the other tab is heard first.
    await page.getByText(/while you were editing\. Nothing is lost/u).waitFor();
    expect(await area(page).inputValue()).toBe('# Here');
    await page.getByRole('button', { name: 'Add that version below mine' }).click();
    const both = '# Here\n\n--- saved elsewhere ---\n\n# There';
    expect(await area(page).inputValue()).toBe(both);

    await context.setOffline(true);
    await area(page).press('ControlOrMeta+s');
    await page.getByText('You appear to be offline. Try again when you are back.', { exact: true }).waitFor();
    expect(await area(page).inputValue()).toBe(both);
    await page.getByRole('link', { name: 'Star Fuel' }).click();
    await page.getByRole('alertdialog', { name: 'Leave without saving' }).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await context.setOffline(false);
    await area(page).press('ControlOrMeta+s');
    await page.getByRole('heading', { name: 'There' }).waitFor();
    expect(await page.getByRole('heading', { name: 'Here', exact: true }).count()).toBe(1);
  });

  test('PRF-009 centers the avatar over the bar', async ({ visit }) => {
    const { page } = await visit(0);
    await register(page, 'Vesper Lund');
    await page.goto('/profile');
    await page.evaluate(() => document.fonts.ready);
    const bar = await page.locator('.status-bar').elementHandle();
    const places = await page.getByRole('button', { name: 'Upload avatar' }).evaluate(
      (face, other) =>
        [face, other].map((part) => {
          const { left, right, top, bottom } = (part ?? document.body).getBoundingClientRect();
          return { middle: (left + right) / 2, top, bottom };
        }),
      bar,
    );
    const [face, under] = places;
    expect(Math.abs((face?.middle ?? 0) - (under?.middle ?? 1_000))).toBeLessThan(1);
    expect(face?.top).toBeLessThan(under?.top ?? 0);
    expect(face?.bottom).toBeGreaterThan(under?.top ?? 0);
  });

  for (const screen of ['desktop', 'tablet', 'mobile'] as const satisfies readonly Screen[]) {
    // Colours do not depend on the screen, and modes differ only in colours.
    for (const [profileTheme, profileThemeMode] of screen === 'desktop' ? LOOKS : LOOKS.slice(1, 3)) {
      test(`PRF-030 fits and is accessible in ${profileTheme}, ${profileThemeMode}, ${screen}`, async ({
        visitAs,
      }) => {
        const { page, user } = await visitAs('Vesper Lund', 0, screen);
        await page.goto('/purpose');
        await callApi(page, 'PATCH', '/api/users/profile', {
          profileMarkdown: TEXT,
          profileTheme,
          profileThemeMode,
        });
        await callApi(page, 'POST', '/api/posts', {
          title: 'Slow light',
          content: '# Rings\n**Four** seconds.',
        });
        await page.evaluate((mode) => localStorage.setItem('oni-theme', mode), profileThemeMode);
        const desktopRules = profileThemeMode === 'dark' ? 'all' : 'colours';
        const rules = screen === 'desktop' ? desktopRules : 'all but colours';
        const checkView = async (view: string): Promise<void> =>
          expect(await findPageProblems(page, rules), view).toEqual([]);
        await page.goto('/profile');
        await page.getByRole('heading', { name: 'The small hours' }).waitFor();
        await checkView('the profile');
        await page.getByRole('button', { name: 'EDIT_PROFILE' }).click();
        await area(page).waitFor();
        await page.getByRole('heading', { name: 'The small hours' }).waitFor();
        await checkView('the editor');
        await page.getByRole('button', { name: 'ARCHIVE_PROFILE' }).click();
        await page.getByRole('dialog', { name: 'Archive this profile' }).waitFor();
        await checkView('the dialog to archive it');
        await page.goto(`/u/${user.username}`);
        await page.getByRole('heading', { name: 'The small hours' }).waitFor();
        await page.getByRole('article', { name: 'Slow light' }).waitFor();
        await checkView('the public page');
        if (screen === 'desktop') expect(await findPrintProblems(page)).toEqual([]);
      });
    }
  }
});
