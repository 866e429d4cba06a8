import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { waitForToasts } from '../chunks.js';
import { interceptRequests, interceptFirstRequest } from '../intercept.js';
import { chooseMenuItem, chooseOption, pressKeyOn, tabTo, waitForDialog } from '../keyboard.js';
import { register, waitForText } from '../members.js';
import { test, type Visitor } from '../product.js';

/** The start of socket.io's answer to a connection. */
const CONNECTED = '40';
const SAVE = 'Save Image to the Constellation';

const makeJpeg = async (background: string, width = 900, height = 600): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer();

test.describe('the album', () => {
  const selectFile = async (page: Page, name: string, buffer: Buffer): Promise<void> => {
    await page.getByTestId('album-file').setInputFiles({ name, mimeType: 'image/jpeg', buffer });
    await page.getByRole('dialog', { name: SAVE }).waitFor();
  };

  const save = async (page: Page, caption: string, tags = ''): Promise<void> => {
    await page.getByLabel('Caption').fill(caption);
    await page.getByRole('textbox', { name: 'Hashtags' }).fill(tags);
    await page.getByRole('button', { name: 'Save to Constellation' }).click();
    await page.getByRole('button', { name: `Open ${caption}` }).waitFor();
  };

  /** Waits until the page receives live events. Call it before the page is opened. */
  const waitForConnection = (page: Page): Promise<void> =>
    new Promise((resolve) => {
      page.on('websocket', (socket) => {
        socket.on('framereceived', ({ payload }) => {
          if (String(payload).startsWith(CONNECTED)) resolve();
        });
      });
    });

  const waitForRendition = (page: Page, caption: string) =>
    page.waitForFunction((name) => {
      const image = document.querySelector<HTMLImageElement>(`img[alt="${name}"]`);
      return (
        image !== null &&
        image.naturalWidth > 0 &&
        !image.closest('.picture__frame')?.querySelector('.picture__waiting')
      );
    }, caption);

  test('UPL-001 UPL-006 UPL-018 UPL-019 UPL-020 ALB-028 ALB-033 BRD-022 uploads, views, hides and deletes pictures', async ({
    visit,
  }) => {
    const { page } = await visit(0);
    await register(page, 'Vesper Lund');
    await page.goto('/album');
    await page.getByText('Empty Album').waitFor();
    await selectFile(page, 'Dawn.jpg', await makeJpeg('#204060'));
    await page.getByRole('combobox', { name: 'Board' }).click();
    await page.getByRole('option', { name: '+ Create New Board' }).click();
    await page.getByLabel('Board Name').fill('Night walks');
    await page.getByRole('button', { name: 'Create Board' }).click();
    await page.getByRole('combobox', { name: 'Board' }).getByText('Night walks').waitFor();
    await save(page, 'Dawn', 'moon, #sea');
    // Renditions replace the original without a reload.
    await waitForRendition(page, 'Dawn');
    await selectFile(page, 'Dusk.jpg', await makeJpeg('#603020', 600, 900));
    await save(page, 'Dusk', 'moon');
    await waitForRendition(page, 'Dusk');

    await page.getByRole('button', { name: 'Open Dusk' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Dusk' }).waitFor();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('dialog', { name: 'Dawn' }).waitFor();
    await page.keyboard.press('ArrowLeft');
    await page.getByRole('dialog', { name: 'Dusk' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    // The focus returns shortly after the dialog closes.
    await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Open Dusk');

    await page.getByRole('button', { name: '#sea', exact: true }).first().click();
    await page.getByRole('button', { name: 'Open Dusk' }).waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('button', { name: 'Open Dawn' }).waitFor();
    expect(await page.getByRole('button', { name: /^Open D/ }).count()).toBe(1);
    await page.getByRole('button', { name: 'Clear Filters' }).click();

    await page.getByRole('button', { name: 'Album settings' }).click();
    await page.getByRole('menuitem', { name: 'Edit Tags' }).click();
    await page.getByRole('button', { name: 'New name of #moon' }).click();
    await page.getByRole('textbox', { name: 'New name of #moon' }).fill('luna');
    await page.keyboard.press('Enter');
    await page.getByText('Renamed on 2 items.', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Stop Editing' }).click();

    // Hiding a board hides its pictures.
    await page.getByRole('button', { name: 'Album settings' }).click();
    await page.getByRole('menuitem', { name: 'Hide Boards' }).click();
    await page.getByRole('button', { name: 'Night walks', exact: true }).click();
    await page.getByRole('button', { name: 'Hide board' }).click();
    await page.getByRole('button', { name: 'Open Dawn' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Menu of Dusk' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete image' }).click();
    await page.getByText('Empty Album').waitFor();
  });

  test('UPL-001 ALB-027 ALB-028 ALB-032 HID-003 uploads, moves, hides, shows and deletes a picture by keyboard', async ({
    visitAs,
  }) => {
    const { page } = await visitAs('Vesper Lund', 0);
    await page.goto('/album');
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      pressKeyOn(page, page.getByRole('button', { name: 'Upload Image' })),
    ]);
    await chooser.setFiles({ name: 'Dawn.jpg', mimeType: 'image/jpeg', buffer: await makeJpeg('#204060') });
    await tabTo(page, page.getByLabel('Caption'));
    await page.keyboard.type('Dawn');
    await page.keyboard.press('Enter');
    const menu = page.getByRole('button', { name: 'Menu of Dawn' });
    await menu.waitFor();

    await pressKeyOn(page, page.getByRole('button', { name: 'New Board' }));
    await waitForDialog(page, 'Create New Board');
    await page.keyboard.type('Night walks');
    await page.keyboard.press('Enter');
    await waitForText(page, 'Board Created');
    await chooseMenuItem(page, menu, 'Edit');
    await chooseOption(page, page.getByRole('combobox', { name: 'Board' }), 'Night walks');
    await pressKeyOn(page, page.getByRole('button', { name: 'Save Changes' }));
    await waitForText(page, 'Image updated');
    await page.getByRole('article', { name: 'Dawn' }).getByText('Night walks').waitFor();

    await chooseMenuItem(page, menu, 'Hide');
    await waitForText(page, 'Image hidden');
    await page.goto('/settings?tab=hidden');
    await pressKeyOn(page, page.getByRole('button', { name: 'Unhide Dawn' }));
    await waitForText(page, 'Image shown');
    await page.goto('/album');
    await chooseMenuItem(page, menu, 'Delete');
    await pressKeyOn(page, page.getByRole('button', { name: 'Delete image' }));
    await waitForText(page, 'Empty Album');
  });

  test('keeps the upload and the caption across a reload', async ({ visit }) => {
    const { page } = await visit(0);
    await register(page, 'Otto');
    await page.goto('/album');
    await selectFile(page, 'Kept.jpg', await makeJpeg('#335533'));
    await page.getByLabel('Caption').fill('Kept');
    await page.reload();
    await page.getByRole('dialog', { name: SAVE }).waitFor();
    expect(await page.getByLabel('Caption').inputValue()).toBe('Kept');
    await page.waitForFunction(() => {
      const image = document.querySelector<HTMLImageElement>('img[alt="Preview of the uploaded picture"]');
      return image !== null && image.naturalWidth > 0;
    });
    await save(page, 'Kept');
  });

  test.describe('interrupted uploads', () => {
    const visitAlbum = async ({ page }: Visitor): Promise<Page> => {
      const connected = waitForConnection(page);
      await page.goto('/album');
      await connected;
      await page.getByRole('button', { name: 'Upload Image' }).waitFor();
      return page;
    };
    const send = async (page: Page, name: string): Promise<void> =>
      page
        .getByTestId('album-file')
        .setInputFiles({ name, mimeType: 'image/jpeg', buffer: await makeJpeg('#123456') });

    test('UPL-025 report a lost network, continue afterwards and create one picture', async ({ visitAs }) => {
      const page = await visitAlbum(await visitAs('Otto', 0));
      await waitForToasts(page);
      // The network fails during the transfer.
      await interceptFirstRequest(page, '**/uploads/*', async (route) => {
        await page.context().setOffline(true);
        await route.abort('internetdisconnected');
      });
      await send(page, 'adrift.jpg');
      const tray = page.getByRole('region', { name: 'Upload' });
      await tray.getByText('The upload will resume when you are back online.').waitFor();
      await page.context().setOffline(false);
      await page.getByRole('dialog', { name: SAVE }).waitFor();
      await save(page, 'Adrift');
      await page.reload();
      await page.getByRole('button', { name: 'Open Adrift' }).waitFor();
      expect(await page.getByRole('button', { name: 'Open Adrift' }).count()).toBe(1);
    });

    test('make the browser ask before closing the tab', async ({ visitAs }) => {
      const page = await visitAlbum(await visitAs('Otto', 0));
      await interceptRequests(page, '**/uploads/*', () => undefined);
      await page.getByRole('button', { name: 'All Boards' }).click();
      await send(page, 'open.jpg');
      await page.getByRole('progressbar', { name: 'Uploading open.jpg' }).waitFor();
      const dialogOpened = page.waitForEvent('dialog');
      await page.close({ runBeforeUnload: true });
      const dialog = await dialogOpened;
      expect(dialog.type()).toBe('beforeunload');
      await dialog.dismiss();
      await page.getByRole('progressbar', { name: 'Uploading open.jpg' }).waitFor();
      await page.getByRole('button', { name: 'Cancel' }).click();
    });

    test('show pictures saved in another tab without a reload', async ({ visitAs }) => {
      const page = await visitAlbum(await visitAs('Otto', 0));
      const other = await page.context().newPage();
      await other.goto('/album');
      await selectFile(other, 'Elsewhere.jpg', await makeJpeg('#345678'));
      await save(other, 'Elsewhere');
      await page.getByRole('button', { name: 'Open Elsewhere' }).waitFor();
    });
  });
});
