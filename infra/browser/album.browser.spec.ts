import { AxeBuilder } from '@axe-core/playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { register } from './members.js';
import { ProductUnderTest, SCREENS } from './product.js';

const picture = async (background: string, width = 900, height = 600): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer();

/** The album with real uploads, through the real store, and the worker's renditions. */
describe('the album', () => {
  let product: ProductUnderTest;

  beforeAll(async () => {
    product = await ProductUnderTest.start({ worker: true });
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
    await page.getByRole('dialog', { name: 'Save Image to the Constellation' }).waitFor();
  };

  const save = async (page: Page, caption: string, tags = ''): Promise<void> => {
    await page.getByLabel('Caption').fill(caption);
    await page.getByRole('textbox', { name: 'Hashtags' }).fill(tags);
    await page.getByRole('button', { name: 'Save to Constellation' }).click();
    await page.getByRole('button', { name: `Open ${caption}` }).waitFor();
  };

  const isDrawn = (page: Page, caption: string) =>
    page.waitForFunction((name) => {
      const image = document.querySelector<HTMLImageElement>(`img[alt="${name}"]`);
      return image !== null && image.naturalWidth > 0 && image.src.includes('w=');
    }, caption);

  const look = async (page: Page, name: string): Promise<void> => {
    await page.evaluate(() => document.fonts.ready);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect([name, overflow]).toEqual([name, 0]);
    const { violations } = await new AxeBuilder({ page })
      .withTags(['wcag2a', 'wcag2aa', 'wcag21aa'])
      .analyze();
    expect([
      name,
      violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => String(target)).join(', ')}`),
    ]).toEqual([name, []]);
    await product.keep(page, name);
  };

  it('UPL-001 UPL-006 UPL-018 UPL-019 UPL-020 ALB-028 ALB-033 BRD-022 uploads, looks, hides and deletes', async () => {
    const { page } = await product.visit(0);
    await register(page, 'Vesper Lund');
    await page.goto('/album');
    await page.getByText('Empty Album').waitFor();
    await choose(page, 'dawn.jpg', await picture('#204060'));
    await page.getByRole('combobox', { name: 'Board' }).click();
    await page.getByRole('option', { name: '+ Create New Board' }).click();
    await page.getByLabel('Board Name').fill('Night walks');
    await page.getByRole('button', { name: 'Create Board' }).click();
    await page.getByRole('combobox', { name: 'Board' }).getByText('Night walks').waitFor();
    await save(page, 'Dawn', 'moon, #sea');
    // The worker's renditions take the place of the original, without a reload.
    await isDrawn(page, 'Dawn');
    await choose(page, 'dusk.jpg', await picture('#603020', 600, 900));
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
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Open Dusk');

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

  it('keeps what has arrived and what was typed over a reload', async () => {
    const { page } = await product.visit(1);
    await register(page, 'Otto');
    await page.goto('/album');
    await choose(page, 'kept.jpg', await picture('#335533'));
    await page.getByLabel('Caption').fill('Kept');
    await page.reload();
    await page.getByRole('dialog', { name: 'Save Image to the Constellation' }).waitFor();
    expect(await page.getByLabel('Caption').inputValue()).toBe('Kept');
    await page.waitForFunction(() => {
      const image = document.querySelector<HTMLImageElement>('img[alt="Preview of the uploaded image"]');
      return image !== null && image.naturalWidth > 0;
    });
    await save(page, 'Kept');
  }, 60_000);

  for (const screen of ['desktop', 'tablet', 'mobile'] as const satisfies readonly (keyof typeof SCREENS)[]) {
    for (const mode of ['dark', 'light'] as const) {
      it(`ALB-019 is fit to be seen, ${screen}, ${mode}`, async () => {
        const { context, page } = await product.visit(0, screen);
        await page.emulateMedia({ reducedMotion: 'reduce' });
        await context.addInitScript((theme) => localStorage.setItem('oni-theme', theme), mode);
        await register(page, 'Vesper Lund');
        await page.goto('/album');
        await page.getByText('Empty Album').waitFor();
        await look(page, `album-empty-${screen}-${mode}`);
        await choose(page, 'one.jpg', await picture('#2f6d6a'));
        await page.getByRole('textbox', { name: 'Hashtags' }).fill('aurora, #north, long_exposure');
        await look(page, `album-save-${screen}-${mode}`);
        await save(page, 'Green curtain over the sound', 'aurora, #north, long_exposure');
        for (const [at, colour] of ['#402060', '#b08040', '#203050', '#905040'].entries()) {
          await choose(page, `${at}.jpg`, await picture(colour, 600 + at * 100, 600));
          await save(page, `Plate ${at}`, 'moon');
          await isDrawn(page, `Plate ${at}`);
        }
        await page.evaluate(() => window.scrollTo(0, 0));
        await look(page, `album-${screen}-${mode}`);
        await page.getByRole('button', { name: 'Open Plate 3' }).click();
        await page.getByRole('dialog', { name: 'Plate 3' }).waitFor();
        await look(page, `album-lightbox-${screen}-${mode}`);
        await page.keyboard.press('Escape');
        await page.getByRole('button', { name: 'Album settings' }).click();
        await page.getByRole('menuitem', { name: 'Edit Tags' }).click();
        await page.getByRole('button', { name: 'New name of #moon' }).click();
        await look(page, `album-tags-${screen}-${mode}`);
      }, 120_000);
    }
  }
});
