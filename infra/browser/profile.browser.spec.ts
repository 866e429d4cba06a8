import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { until, WorkerProcess } from '@oniverse/testing';
import type { Page } from 'playwright-core';
import { faults } from './faults.js';
import type { Rules } from './fit.js';
import { ask, register } from './members.js';
import { ProductUnderTest, type SCREENS } from './product.js';

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
const OBJECT = /^\/objects\//;
const LOOKS = [
  ['main-cyberpunk', 'dark'],
  ['main-cyberpunk', 'light'],
  ['90s-computer', 'dark'],
  ['90s-computer', 'light'],
] as const;
const PATIENCE_MS = 400_000;

const area = (page: Page) => page.getByRole('textbox', { name: 'Profile markdown' });

/** Draws a picture of 800 by 400 pixels in the page, as a PNG. */
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

/** Pastes a picture into the editor, as the browser does. */
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

describe('one’s own page, in a real browser', () => {
  let product: ProductUnderTest;
  let worker: WorkerProcess;

  beforeAll(async () => {
    product = await ProductUnderTest.start({ alone: true });
    worker = await WorkerProcess.start(product.env);
  });

  afterEach(async () => {
    expect(await product.leave()).toEqual([]);
  });

  afterAll(async () => {
    await worker.stop();
    await product.stop();
  });

  it(
    'PRF-020 PRF-022 AVA-012 write, reload, paste a picture, save, wear an avatar, and be seen by a visitor',
    async () => {
      const { page } = await product.visit(0);
      const username = await register(page, 'Vesper Lund');
      const picture = await drawPicture(page);
      await page.goto('/profile');
      await page.getByRole('button', { name: 'EDIT_PROFILE' }).click();
      await area(page).fill('# Begun');
      page.once('dialog', (dialog) => void dialog.accept());
      await page.reload();
      await until('the draft is back', async () => (await area(page).inputValue()) === '# Begun');
      await area(page).fill(TEXT);
      await area(page).press('ControlOrMeta+End');
      await pastePicture(page, picture);
      await until('the picture is in the text', async () =>
        /!\[saturn\]\(\/objects\/[^)]+\)$/.test(await area(page).inputValue()),
      );
      await area(page).press('ControlOrMeta+s');
      await page.getByText('Profile Updated', { exact: true }).waitFor();
      await page.getByRole('img', { name: 'saturn' }).waitFor();
      const face = page.getByRole('button', { name: 'Upload avatar' }).locator('img');
      await page
        .getByLabel('Picture for the avatar')
        .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: picture });
      await page.getByText('Avatar Updated!', { exact: true }).waitFor();
      await until('the worker’s avatar is shown', async () =>
        OBJECT.test((await face.getAttribute('src')) ?? ''),
      );
      expect(
        await face.evaluate(async (image: HTMLImageElement) => {
          await image.decode();
          return [image.naturalWidth, image.naturalHeight];
        }),
      ).toEqual([400, 400]);

      const visitor = await product.visit(0, 'mobile');
      const answer = await visitor.page.goto(`/u/${username}`);
      expect(answer?.status()).toBe(200);
      expect(await answer?.text()).toContain(`<title>Vesper Lund (@${username}), Oniverse</title>`);
      await visitor.page.getByRole('heading', { name: 'The small hours' }).waitFor();
      expect((await visitor.page.goto('/u/nobody_here'))?.status()).toBe(404);
      await visitor.page.getByRole('heading', { name: 'Page Not Found' }).waitFor();
    },
    PATIENCE_MS,
  );

  it(
    'what is written is never lost: by a second tab, without a network, on the way out',
    async () => {
      const { context, page } = await product.visit(0);
      await register(page, 'Vesper Lund');
      await page.goto('/profile');
      await page.getByRole('button', { name: 'EDIT_PROFILE' }).click();
      await area(page).fill('# Here');
      const second = await context.newPage();
      await second.goto('/profile');
      await until(
        'the draft is offered to the second tab',
        async () => (await area(second).inputValue()) === '# Here',
      );
      await area(second).fill('# There');
      await second.getByRole('button', { name: 'SAVE_PROFILE' }).click();
      await second.getByText('Profile Updated', { exact: true }).waitFor();

      await page.getByRole('button', { name: 'SAVE_PROFILE' }).click();
      await page.getByText(/The page was saved elsewhere meanwhile/u).waitFor();
      expect(await area(page).inputValue()).toBe('# Here');
      await page.getByRole('button', { name: 'Put that text under mine' }).click();
      const both = '# Here\n\n--- saved elsewhere ---\n\n# There';
      expect(await area(page).inputValue()).toBe(both);

      await context.setOffline(true);
      await area(page).press('ControlOrMeta+s');
      await page.getByText('The server could not be reached. Please try again.', { exact: true }).waitFor();
      expect(await area(page).inputValue()).toBe(both);
      await page.getByRole('link', { name: 'Star Fuel' }).click();
      await page.getByRole('alertdialog', { name: 'Leave without saving' }).waitFor();
      await page.getByRole('button', { name: 'Cancel' }).click();
      await context.setOffline(false);
      await area(page).press('ControlOrMeta+s');
      await page.getByRole('heading', { name: 'There' }).waitFor();
      expect(await page.getByRole('heading', { name: 'Here', exact: true }).count()).toBe(1);
    },
    PATIENCE_MS,
  );

  it('PRF-009 the avatar stands in the middle over the bar', async () => {
    const { page } = await product.visit(0);
    await register(page, 'Vesper Lund');
    await page.goto('/profile');
    const [face, bar] = await Promise.all(
      [page.getByRole('button', { name: 'Upload avatar' }), page.locator('.pbar')].map(async (part) => {
        const box = await part.boundingBox();
        if (!box) throw new Error('It is not drawn.');
        return { middle: box.x + box.width / 2, top: box.y, bottom: box.y + box.height };
      }),
    );
    expect(Math.abs((face?.middle ?? 0) - (bar?.middle ?? 1_000))).toBeLessThan(1);
    expect(face?.top).toBeLessThan(bar?.top ?? 0);
    expect(face?.bottom).toBeGreaterThan(bar?.top ?? 0);
  });

  it(
    'PRF-030 is whole and open to everyone in every theme, on every screen',
    async () => {
      const screens = ['desktop', 'tablet', 'mobile'] as const satisfies readonly (keyof typeof SCREENS)[];
      for (const screen of screens) {
        const { page, user } = await product.visitAs('Vesper Lund', 0, screen);
        await page.goto('/profile');
        const set = (body: object) => ask(page, 'PATCH', '/api/users/profile', body);
        await set({ profileMarkdown: TEXT });
        await ask(page, 'POST', '/api/posts', { title: 'Slow light', content: '# Rings\n**Four** seconds.' });
        const look = async (name: string, rules: Rules): Promise<void> => {
          await product.keep(page, name);
          expect([name, await faults(page, rules)]).toEqual([name, []]);
        };
        // Colours are the same on every screen, and a mode changes nothing else.
        for (const [profileTheme, profileThemeMode] of screen === 'desktop' ? LOOKS : LOOKS.slice(1, 3)) {
          await set({ profileTheme, profileThemeMode });
          await page.evaluate((mode) => localStorage.setItem('oni-theme', mode), profileThemeMode);
          const name = `${profileTheme}-${profileThemeMode}-${screen}`;
          const onDesktop = profileThemeMode === 'dark' ? 'all' : 'colours';
          const rules = screen === 'desktop' ? onDesktop : 'all but colours';
          await page.goto('/profile');
          await page.getByRole('heading', { name: 'The small hours' }).waitFor();
          await look(`profile-${name}`, rules);
          await page.getByRole('button', { name: 'EDIT_PROFILE' }).click();
          await page.getByRole('heading', { name: 'The small hours' }).waitFor();
          await look(`profile-edit-${name}`, rules);
          await page.getByRole('button', { name: 'ARCHIVE_PROFILE' }).click();
          await page.getByRole('dialog', { name: 'Archive this profile' }).waitFor();
          await look(`profile-archive-${name}`, rules);
          await page.goto(`/u/${user.username}`);
          await page.getByRole('heading', { name: 'The small hours' }).waitFor();
          await page.getByRole('article', { name: 'Slow light' }).waitFor();
          await look(`profile-public-${name}`, rules);
        }
      }
    },
    PATIENCE_MS,
  );
});
