import { expect, type Page } from '@playwright/test';
import { measureOverflow } from '../accessibility.js';
import { savePicture } from '../check-page.js';
import { locateComposer } from '../dimensions.js';
import { fillSite, longWord } from '../full-site.js';
import { test } from '../product.js';
import { openView } from '../views.js';

const NAME = longWord(50);

/** Goes to another page of the client, without loading it from the server. */
async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => history.pushState(null, '', to), path);
  await waitUntilLoaded(page);
}

/** Waits until nothing of a page is still loading. */
async function waitUntilLoaded(page: Page): Promise<void> {
  await page.locator('main h1').first().waitFor({ state: 'attached' });
  await expect(page.locator('[class*=skel__], .loading')).toHaveCount(0);
}

/** Replaces every text of a page, and every later one, as the translators of browsers do. */
function translatePage(): void {
  const isText = (node: Node): node is Text =>
    node instanceof Text &&
    node.data.trim() !== '' &&
    node.parentElement?.closest('font, script, style, textarea, title') === null;
  const translate = (root: Node): void => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    for (let node: Node | null = root; node; node = walker.nextNode()) if (isText(node)) texts.push(node);
    for (const text of texts) {
      const [outer, inner] = [document.createElement('font'), document.createElement('font')];
      inner.textContent = `${text.data} `;
      outer.append(inner);
      text.parentNode?.insertBefore(outer, text);
      text.remove();
    }
  };
  document.documentElement.classList.add('translated-ltr');
  translate(document.body);
  new MutationObserver((changes) => {
    const roots = changes.flatMap(({ addedNodes, target }) => [...addedNodes, target]);
    setTimeout(() => roots.filter((root) => root.isConnected).forEach(translate));
  }).observe(document.body, { childList: true, subtree: true, characterData: true });
}

test.describe('every page', () => {
  test('NXT-440 survives a translator, and shows what changes', async ({ product, visitAs }) => {
    const [reader, other] = [await visitAs('Vesper Lund', 0), await visitAs('Otto Voss', 0)];
    const paths = await fillSite(product, reader, other);
    const { page } = reader;
    await openView(page, '/homepage');
    await page.evaluate(translatePage);
    for (const path of paths) {
      await follow(page, path);
      expect([path, await page.getByRole('alert').allTextContents()]).toEqual([path, []]);
      if (!path.includes('channel=')) continue;
      await locateComposer(page).fill('Is anyone awake?');
      await page.keyboard.press('Enter');
      await page.locator('.msg[data-seq]').getByText('Is anyone awake?').waitFor();
    }
  });

  test('NXT-441 fits a phone and text of twice the size, whatever words members write', async ({
    product,
    visitAs,
  }) => {
    const reader = await visitAs(NAME, 0, 'mobile');
    const other = await visitAs(NAME, 0);
    const paths = await fillSite(product, reader, other);
    const { page } = reader;
    const tooWide: [string, string, number][] = [];
    for (const path of paths) {
      for (const size of ['100%', '200%']) {
        if (size === '100%') await openView(page, path);
        await page.evaluate((fontSize) => {
          document.documentElement.style.fontSize = fontSize;
        }, size);
        await waitUntilLoaded(page);
        const overflow = await measureOverflow(page);
        if (overflow > 0) tooWide.push([path, size, overflow]);
      }
    }
    expect(tooWide).toEqual([]);
  });

  test('NXT-443 a moderator sees the decision about a long case without scrolling', async ({
    product,
    visitAs,
  }) => {
    const [reader, other] = [await visitAs('Vesper Lund', 0), await visitAs('Otto Voss', 0)];
    const paths = await fillSite(product, reader, other);
    const { page } = reader;
    await openView(page, paths.find((path) => path.includes('channel=')) ?? '');
    await page.getByRole('button', { name: /^Manage W/u }).click();
    await page.getByRole('menuitem', { name: 'Moderation' }).click();
    const dialog = page.getByRole('dialog', { name: 'Moderation' });
    await dialog.getByRole('list', { name: 'Reports' }).getByRole('button').first().click();
    await dialog.getByText(/^“W/u).waitFor();
    for (const name of ['Dismiss', 'Delete and ban']) {
      await expect(dialog.getByRole('button', { name })).toBeInViewport({ ratio: 1 });
    }
    await savePicture(page, 'server-case-long-desktop');
  });
});
