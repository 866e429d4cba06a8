import { expect, type Locator, type Page } from '@playwright/test';
import { waitForHydration } from '../hydration.js';
import { callApi, enterDimension, waitUntilStored } from '../members.js';
import { test } from '../product.js';

const COMPOSED = 'ni hao';
const CONFIRMED = '你好';
const KEYS = ['Enter', 'Escape', 'ArrowDown', 'ArrowUp'];

interface InputMethod {
  /** Presses the keys of a composition in a field, in the order of Chromium and in that of WebKit. */
  typeInto: (field: Locator) => Promise<void>;
}

/** Types as an input method does. */
async function startInputMethod(page: Page): Promise<InputMethod> {
  const devtools = await page.context().newCDPSession(page);
  const compose = () =>
    devtools.send('Input.imeSetComposition', {
      text: COMPOSED,
      selectionStart: COMPOSED.length,
      selectionEnd: COMPOSED.length,
    });
  /** @param character what the key types; Enter in an input submits the form by it */
  const press = async (key: string, character?: string) => {
    await devtools.send('Input.dispatchKeyEvent', {
      type: character === undefined ? 'rawKeyDown' : 'keyDown',
      key,
      windowsVirtualKeyCode: 229,
      ...(character !== undefined && { text: character }),
    });
    await devtools.send('Input.dispatchKeyEvent', { type: 'keyUp', key });
  };
  return {
    typeInto: async (field) => {
      const name = String(field);
      await field.fill('');
      await expect(field, name).toBeFocused();
      const isInput = await field.evaluate((element) => element instanceof HTMLInputElement);
      for (const key of KEYS) {
        await compose();
        await press(key, isInput && key === 'Enter' ? '\r' : undefined);
        await expect(field, `${name} after ${key} in the composition`).toHaveValue(COMPOSED);
      }
      await devtools.send('Input.insertText', { text: CONFIRMED });
      // WebKit has ended the composition before the key that ended it.
      for (const key of KEYS) {
        await press(key);
        await expect(field, `${name} after ${key} that ended the composition`).toHaveValue(CONFIRMED);
      }
      await expect(field, name).toBeFocused();
    },
  };
}

/** Records what a page saves. Opening the constellation saves a first step, without any key. */
function recordChanges(page: Page): string[] {
  const changes: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() !== 'GET' && pathname !== '/api/home/steps')
      changes.push(`${request.method()} ${pathname}`);
  });
  return changes;
}

test.describe('the keys of an input method', () => {
  test('save, send, choose and close nothing in any text field', async ({ product, visitAs }) => {
    const { page, user } = await visitAs('Vesper Lund', 0);
    await page.goto('/purpose');
    await callApi(page, 'POST', '/api/boards', { name: 'Night walks' });
    await callApi(page, 'POST', '/api/capsules', { name: 'Winter skies' });
    await callApi(page, 'POST', '/api/posts', { title: 'Slow light', markdownContent: 'In order.' });
    await product.dataSource.query(
      `INSERT INTO passkeys (id, user_id, credential_id, public_key, name)
       VALUES (gen_random_uuid(), $1, 'none', 'none', 'Laptop')`,
      [user.id],
    );
    const changes = recordChanges(page);
    const method = await startInputMethod(page);
    const box = (name: string) => page.getByRole('textbox', { name, exact: true });

    await test.step('the finder', async () => {
      await page.goto('/homepage');
      await waitForHydration(page);
      await page.getByRole('button', { name: 'Search, Ctrl K' }).click();
      const finder = page.getByRole('dialog', { name: 'Search' }).getByRole('combobox');
      await finder.fill(user.username);
      await page.getByRole('option').first().waitFor();
      await method.typeInto(finder);
      await page.keyboard.press('Escape');
      await finder.waitFor({ state: 'detached' });
    });
    await test.step('a post', async () => {
      for (const name of ['Title', 'Post', 'Add a tag']) await method.typeInto(box(name));
    });
    await test.step('a reply', async () => {
      await page.getByRole('link', { name: 'Slow light' }).first().click();
      await method.typeInto(page.getByRole('textbox', { name: /^Reply to/ }));
    });
    await test.step('boards', async () => {
      await page.goto('/album');
      await page.getByRole('button', { name: 'New Board' }).click();
      const dialog = page.getByRole('dialog', { name: 'Create New Board' });
      for (const field of await dialog.getByRole('textbox').all()) await method.typeInto(field);
      await page.goto('/album');
      await page.getByRole('button', { name: 'Album settings' }).click();
      await page.getByRole('menuitem', { name: 'Edit Boards' }).click();
      await page.getByRole('button', { name: 'New name of Night walks' }).click();
      await method.typeInto(box('New name of Night walks'));
    });
    await test.step('capsules and the search of the archive', async () => {
      await page.goto('/archive');
      await method.typeInto(page.getByRole('searchbox').first());
      await page.getByRole('button', { name: 'Capsule menu' }).click();
      await page.getByRole('menuitem', { name: 'Edit capsules' }).click();
      await page.getByRole('button', { name: 'Rename Winter skies' }).click();
      await method.typeInto(box('Capsule name'));
    });
    await test.step('the constellation', async () => {
      await page.goto('/constellation');
      await method.typeInto(page.getByRole('combobox', { name: 'Find a node or tag' }));
      for (const name of ['From', 'To']) await method.typeInto(page.getByRole('combobox', { name }));
    });
    await test.step('settings', async () => {
      await page.goto('/settings');
      await method.typeInto(page.getByLabel('Oni name'));
      await page.goto('/settings?tab=security');
      await page.getByRole('button', { name: 'Rename Laptop' }).click();
      await method.typeInto(box('New name of Laptop'));
    });
    expect(changes).toEqual([]);

    await test.step('messages', async () => {
      await enterDimension(page, 'Observatory');
      const composer = page.getByRole('textbox', { name: /^Message #/ });
      await method.typeInto(composer);
      // The next Enter is the member's own.
      await composer.press('Enter');
      await waitUntilStored(page, CONFIRMED);
      await composer.press('ArrowUp');
      const edit = box('Edit message');
      await method.typeInto(edit);
      await edit.press('Escape');
      await expect(composer).toBeFocused();
      await composer.pressSequentially('@');
      await page.getByRole('listbox').waitFor();
      await method.typeInto(composer);
    });
  });
});
