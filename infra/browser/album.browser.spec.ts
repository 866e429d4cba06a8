import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page, Route } from 'playwright-core';
import sharp from 'sharp';
import { intercept, interceptFirst } from './intercept.js';
import { choose as chooseFromMenu, pick, press, tabTo } from './keys.js';
import { look } from './look.js';
import { register, said } from './members.js';
import { ProductUnderTest, type SCREENS } from './product.js';
import { memberWithPictures } from './uploads.js';

type Screen = keyof typeof SCREENS;

const screens = ['desktop', 'tablet', 'mobile'] as const satisfies readonly Screen[];
const SAVE = 'Save Image to the Constellation';

const picture = async (background: string, width = 900, height = 600): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer();

/** The album with real uploads, through the real store, and the worker's renditions. */
describe('the album', () => {
  let product: ProductUnderTest;

  beforeAll(async () => {
    product = await ProductUnderTest.start({ worker: true, alone: true });
  });

  afterEach(async () => {
    expect(await product.leave()).toEqual([]);
  });

  afterAll(async () => {
    await product.stop();
  });

  /** Chooses a file, and waits for the dialog in which it is saved. */
  const choose = async (page: Page, name: string, buffer: Buffer): Promise<void> => {
    await page.getByTestId('album-file').setInputFiles({ name, mimeType: 'image/jpeg', buffer });
    await page.getByRole('dialog', { name: SAVE }).waitFor();
  };

  const save = async (page: Page, caption: string, tags = ''): Promise<void> => {
    await page.getByLabel('Caption').fill(caption);
    await page.getByRole('textbox', { name: 'Hashtags' }).fill(tags);
    await page.getByRole('button', { name: 'Save to Constellation' }).click();
    await page.getByRole('button', { name: `Open ${caption}` }).waitFor();
  };

  /** Until the page has noticed that it was scrolled, and takes clicks again: a grid that moves takes none. */
  const isAtRest = async (page: Page): Promise<void> => {
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
  };

  const isDrawn = (page: Page, caption: string) =>
    page.waitForFunction((name) => {
      const image = document.querySelector<HTMLImageElement>(`img[alt="${name}"]`);
      return image !== null && image.naturalWidth > 0 && image.src.includes('w=');
    }, caption);

  it('UPL-001 UPL-006 UPL-018 UPL-019 UPL-020 ALB-028 ALB-033 BRD-022 uploads, looks, hides and deletes', async () => {
    const { page } = await product.visit(0);
    await register(page, 'Vesper Lund');
    await page.goto('/album');
    await page.getByText('Empty Album').waitFor();
    await choose(page, 'Dawn.jpg', await picture('#204060'));
    await page.getByRole('combobox', { name: 'Board' }).click();
    await page.getByRole('option', { name: '+ Create New Board' }).click();
    await page.getByLabel('Board Name').fill('Night walks');
    await page.getByRole('button', { name: 'Create Board' }).click();
    await page.getByRole('combobox', { name: 'Board' }).getByText('Night walks').waitFor();
    await save(page, 'Dawn', 'moon, #sea');
    // The worker's renditions take the place of the original, without a reload.
    await isDrawn(page, 'Dawn');
    await choose(page, 'Dusk.jpg', await picture('#603020', 600, 900));
    await save(page, 'Dusk', 'moon');
    await isDrawn(page, 'Dusk');

    // The lightbox, by keyboard alone.
    await page.getByRole('button', { name: 'Open Dusk' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Dusk' }).waitFor();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('dialog', { name: 'Dawn' }).waitFor();
    await page.keyboard.press('ArrowLeft');
    await page.getByRole('dialog', { name: 'Dusk' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    // The focus is given back a moment after the dialog is gone.
    await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Open Dusk');

    // A filter stays over a reload.
    await page.getByRole('button', { name: '#sea', exact: true }).first().click();
    await page.getByRole('button', { name: 'Open Dusk' }).waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('button', { name: 'Open Dawn' }).waitFor();
    expect(await page.getByRole('button', { name: /^Open D/ }).count()).toBe(1);
    await page.getByRole('button', { name: 'Clear Filters' }).click();

    // A tag gets another name everywhere.
    await page.getByRole('button', { name: 'Album settings' }).click();
    await page.getByRole('menuitem', { name: 'Edit Tags' }).click();
    await page.getByRole('button', { name: 'New name of #moon' }).click();
    await page.getByRole('textbox', { name: 'New name of #moon' }).fill('luna');
    await page.keyboard.press('Enter');
    await page.getByText('Renamed on 2 things.', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Stop Editing' }).click();

    // A hidden board takes its pictures with it; the other one is deleted for good.
    await page.getByRole('button', { name: 'Album settings' }).click();
    await page.getByRole('menuitem', { name: 'Hide Boards' }).click();
    await page.getByRole('button', { name: 'Night walks', exact: true }).click();
    await page.getByRole('button', { name: 'Hide board' }).click();
    await page.getByRole('button', { name: 'Open Dawn' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Menu of Dusk' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete image' }).click();
    await page.getByText('Empty Album').waitFor();
  }, 120_000);

  it('UPL-001 ALB-027 ALB-028 ALB-032 HID-003 a picture is uploaded, moved to a board, hidden, shown and deleted by keyboard alone', async () => {
    const { page } = await product.visitAs('Vesper Lund', 0);
    await page.goto('/album');
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      press(page, page.getByRole('button', { name: 'Upload Image' })),
    ]);
    await chooser.setFiles({ name: 'Dawn.jpg', mimeType: 'image/jpeg', buffer: await picture('#204060') });
    await tabTo(page, page.getByLabel('Caption'));
    await page.keyboard.type('Dawn');
    await page.keyboard.press('Enter');
    const menu = page.getByRole('button', { name: 'Menu of Dawn' });
    await menu.waitFor();

    await press(page, page.getByRole('button', { name: 'New Board' }));
    await page.getByRole('dialog', { name: 'Create New Board' }).waitFor();
    await page.keyboard.type('Night walks');
    await page.keyboard.press('Enter');
    await said(page, 'Board Created');
    await chooseFromMenu(page, menu, 'Edit');
    await pick(page, page.getByRole('combobox', { name: 'Board' }), 'Night walks');
    await press(page, page.getByRole('button', { name: 'Save Changes' }));
    await said(page, 'Image updated');
    await page.getByRole('article', { name: 'Dawn' }).getByText('Night walks').waitFor();

    await chooseFromMenu(page, menu, 'Hide');
    await said(page, 'Image hidden');
    await page.goto('/settings?tab=hidden');
    await press(page, page.getByRole('button', { name: 'Unhide Dawn' }));
    await said(page, 'Image shown');
    await page.goto('/album');
    await chooseFromMenu(page, menu, 'Delete');
    await press(page, page.getByRole('button', { name: 'Delete image' }));
    await said(page, 'Empty Album');
  }, 60_000);

  it('keeps what has arrived and what was typed over a reload', async () => {
    const { page } = await product.visit(0);
    await register(page, 'Otto');
    await page.goto('/album');
    await choose(page, 'Kept.jpg', await picture('#335533'));
    await page.getByLabel('Caption').fill('Kept');
    await page.reload();
    await page.getByRole('dialog', { name: SAVE }).waitFor();
    expect(await page.getByLabel('Caption').inputValue()).toBe('Kept');
    await page.waitForFunction(() => {
      const image = document.querySelector<HTMLImageElement>('img[alt="Preview of the uploaded image"]');
      return image !== null && image.naturalWidth > 0;
    });
    await save(page, 'Kept');
  }, 60_000);

  describe('interrupted', () => {
    let sessionId: string;

    beforeAll(async () => {
      sessionId = await memberWithPictures(product, 'Otto', []);
    });

    const visit = async (): Promise<Page> => {
      const { context, page } = await product.visit(0);
      await context.addInitScript((session) => localStorage.setItem('sessionId', session), sessionId);
      await page.goto('/album');
      await page.getByRole('button', { name: 'Upload Image' }).waitFor();
      return page;
    };
    const send = async (page: Page, name: string): Promise<void> =>
      page
        .getByTestId('album-file')
        .setInputFiles({ name, mimeType: 'image/jpeg', buffer: await picture('#123456') });
    /** Answers the first of the requests that fit by itself. */
    const answerFirst = (page: Page, address: string, answer: Parameters<Route['fulfill']>[0]) =>
      interceptFirst(page, address, (route) => route.fulfill(answer));

    it('UPL-028 GAP-107 by an address that ran out: it asks for another by itself', async () => {
      const page = await visit();
      const asked: string[] = [];
      page.on('request', (request) => {
        if (request.url().endsWith('/api/objects/upload')) asked.push(request.method());
      });
      await answerFirst(page, '**/uploads/*', {
        status: 403,
        json: { statusCode: 403, code: 'upload_expired', message: 'This address has run out.' },
      });
      await send(page, 'late.jpg');
      await page.getByRole('dialog', { name: SAVE }).waitFor();
      expect(asked).toEqual(['POST', 'POST']);
      await save(page, 'Late');
    }, 60_000);

    it('UPL-029 by a limit: it says until when it waits, and goes on', async () => {
      const page = await visit();
      await answerFirst(page, '**/api/objects/upload', {
        status: 429,
        headers: { 'Retry-After': '2' },
        json: { statusCode: 429, code: 'rate_limited', message: 'Too many requests. Try again later.' },
      });
      await send(page, 'soon.jpg');
      await page.getByText(/^Too many uploads just now\. This one goes on at /).waitFor();
      await page.getByRole('dialog', { name: SAVE }).waitFor();
      await page.getByRole('button', { name: 'Discard' }).click();
    }, 60_000);

    it('UPL-025 by a lost network: it says so, goes on with it, and one picture comes of it', async () => {
      const page = await visit();
      // The bytes are on their way when the network goes.
      await interceptFirst(page, '**/uploads/*', async (route) => {
        await page.context().setOffline(true);
        await route.abort('internetdisconnected');
      });
      await send(page, 'adrift.jpg');
      const tray = page.getByRole('region', { name: 'Upload' });
      await tray.getByText('The upload goes on as soon as the network is back.').waitFor();
      await product.keep(page, 'album-offline-desktop-dark');
      await page.context().setOffline(false);
      await page.getByRole('dialog', { name: SAVE }).waitFor();
      await save(page, 'Adrift');
      await page.reload();
      await page.getByRole('button', { name: 'Open Adrift' }).waitFor();
      expect(await page.getByRole('button', { name: 'Open Adrift' }).count()).toBe(1);
    }, 60_000);

    it('by a lost answer: saved once more, there is still one picture', async () => {
      const page = await visit();
      await send(page, 'echo.jpg');
      await page.getByRole('dialog', { name: SAVE }).waitFor();
      await page.getByLabel('Caption').fill('Echo');
      // The server makes the picture; that it did never comes back.
      await interceptFirst(page, '**/api/images', async (route) => {
        await route.fetch();
        await route.abort('connectionreset');
      });
      const button = page.getByRole('button', { name: 'Save to Constellation' });
      await button.click();
      await page.getByText('Failed to save image. Please try again.', { exact: true }).waitFor();
      await button.click();
      await page.getByText('Saved before', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Open Echo' }).waitFor();
      expect(await page.getByRole('button', { name: 'Open Echo' }).count()).toBe(1);
    }, 60_000);

    it('by whoever closes the tab: the browser asks first', async () => {
      const page = await visit();
      await intercept(page, '**/uploads/*', () => undefined);
      await page.getByRole('button', { name: 'All Boards' }).click();
      await send(page, 'open.jpg');
      await page.getByRole('progressbar', { name: 'Uploading open.jpg' }).waitFor();
      const asked = page.waitForEvent('dialog');
      await page.close({ runBeforeUnload: true });
      const dialog = await asked;
      expect(dialog.type()).toBe('beforeunload');
      await dialog.dismiss();
      await page.getByRole('progressbar', { name: 'Uploading open.jpg' }).waitFor();
      await page.getByRole('button', { name: 'Cancel' }).click();
    }, 60_000);

    it('by another tab: what is saved there is seen here, without a reload', async () => {
      const page = await visit();
      const other = await page.context().newPage();
      await other.goto('/album');
      await choose(other, 'Elsewhere.jpg', await picture('#345678'));
      await save(other, 'Elsewhere');
      await page.getByRole('button', { name: 'Open Elsewhere' }).waitFor();
    }, 60_000);
  });

  describe('to look at', () => {
    let full: string;
    let empty: string;

    beforeAll(async () => {
      const plates = [
        ['#402060', 600, 600, 'Plate 0', ['moon']],
        ['#b08040', 900, 600, 'Plate 1', ['moon']],
        ['#203050', 600, 900, 'Plate 2', []],
        ['#905040', 1200, 400, 'Plate 3', ['moon', 'sea']],
        ['#2f6d6a', 900, 600, 'Green curtain over the sound', ['aurora', 'north', 'long_exposure']],
      ] as const;
      const pictures = await Promise.all(
        plates.map(async ([colour, width, height, title, tags]) => ({
          bytes: await picture(colour, width, height),
          title,
          tags,
        })),
      );
      full = await memberWithPictures(product, 'Vesper Lund', pictures);
      empty = await memberWithPictures(product, 'Vesper Lund', []);
    }, 120_000);

    const visitAs = async (session: string, screen: Screen): Promise<Page> => {
      const { context, page } = await product.visit(0, screen);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await context.addInitScript((kept) => localStorage.setItem('sessionId', kept), session);
      await page.goto('/album');
      return page;
    };

    it.each(screens)(
      'ALB-019 ALB-021 is fit to be seen, %s',
      async (screen) => {
        const page = await visitAs(full, screen);
        const chooseFrom = async (menu: string, item: string): Promise<void> => {
          await page.getByRole('button', { name: menu }).click();
          await page.getByRole('menuitem', { name: item }).click();
        };
        const cancel = () => page.getByRole('button', { name: 'Cancel' }).click();
        await page.getByRole('button', { name: 'Open Plate 3' }).waitFor();
        for (const name of ['Green curtain over the sound', 'Plate 3']) await isDrawn(page, name);
        await look(page, 'album', screen);
        const plate = page.getByRole('button', { name: 'Open Plate 3' });
        await plate.scrollIntoViewIfNeeded();
        await isAtRest(page);
        await plate.click();
        await page.getByRole('dialog', { name: 'Plate 3' }).waitFor();
        await look(page, 'album-lightbox', screen);
        await page.keyboard.press('Escape');
        await chooseFrom('Menu of Plate 3', 'Edit');
        await page.getByRole('dialog', { name: 'Edit Image' }).waitFor();
        await look(page, 'album-edit', screen);
        await cancel();
        await chooseFrom('Menu of Plate 3', 'Delete');
        await page.getByRole('alertdialog').waitFor();
        await look(page, 'album-delete', screen);
        await cancel();
        await page.getByRole('button', { name: 'New Board' }).click();
        await page.getByRole('dialog', { name: 'Create New Board' }).waitFor();
        await look(page, 'album-board', screen);
        await cancel();
        await chooseFrom('Album settings', 'Edit Tags');
        await page.getByRole('button', { name: 'New name of #moon' }).click();
        await look(page, 'album-tags', screen);
      },
      120_000,
    );

    it.each(screens)(
      'UPL-009 is fit to be seen while there is nothing yet, %s',
      async (screen) => {
        const page = await visitAs(empty, screen);
        await page.getByText('Empty Album').waitFor();
        await look(page, 'album-empty', screen);
        let refuse: () => void = () => undefined;
        const refused = new Promise<void>((resolve) => {
          refuse = resolve;
        });
        await interceptFirst(page, '**/uploads/*', async (route) => {
          await refused;
          await route.fulfill({ status: 415, json: { code: 'unsupported_media_type', message: 'No.' } });
        });
        await page.getByTestId('album-file').setInputFiles({
          name: 'one.jpg',
          mimeType: 'image/jpeg',
          buffer: await picture('#2f6d6a'),
        });
        await page.getByRole('progressbar', { name: 'Uploading one.jpg' }).waitFor();
        await look(page, 'album-uploading', screen);
        refuse();
        await page.getByRole('region', { name: 'Upload' }).getByRole('alert').waitFor();
        await look(page, 'album-failed', screen);
        await page.getByRole('button', { name: 'Try again' }).click();
        await page.getByRole('dialog', { name: SAVE }).waitFor();
        await page.getByRole('textbox', { name: 'Hashtags' }).fill('aurora, #north, long_exposure');
        await look(page, 'album-save', screen);
        await page.getByRole('button', { name: 'Discard' }).click();
      },
      120_000,
    );
  });
});
