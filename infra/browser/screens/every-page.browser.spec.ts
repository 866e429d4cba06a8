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
  await expect(page.locator('[class*=skeleton__], .loading')).toHaveCount(0);
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

/** Returns the visible texts in which a name stands between others without being isolated from their direction. */
function findUnisolated(name: string): string[] {
  const found: string[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent ?? '';
    const parent = node.parentElement;
    // A text without elements has the characters that isolate.
    if (
      !text.replaceAll(`\u2068${name}\u2069`, '').includes(name) ||
      !parent?.checkVisibility() ||
      parent.closest('title, svg')
    )
      continue;
    let alone: Element | null = text.trim() === name ? parent : null;
    for (; alone; alone = alone.parentElement) {
      const { display, unicodeBidi } = getComputedStyle(alone);
      if (display !== 'inline' || unicodeBidi !== 'normal' || alone.textContent.trim() !== name) break;
    }
    if (alone?.textContent.trim() !== name) found.push(parent.textContent);
  }
  return found;
}

/** Returns the blocks of code that end before their edge, or whose longest line cannot be scrolled into view. */
function findCutCode(): string[] {
  return [...document.querySelectorAll('.listing')]
    .filter((listing) => {
      const scroller = listing.querySelector('.listing__scroll');
      const code = listing.querySelector('code');
      if (!scroller || !code) return true;
      scroller.scrollLeft = scroller.scrollWidth;
      const [outer, inner, text] = [listing, scroller, code].map(
        (each) => each.getBoundingClientRect().right,
      );
      return (
        outer === undefined ||
        inner === undefined ||
        text === undefined ||
        outer - inner > 2 ||
        text > inner - 8
      );
    })
    .map(({ textContent }) => textContent.slice(0, 20));
}

/** Returns the buttons and searches that a page prints, except for buttons that are what members wrote or chose. */
function findControls(content: string): string[] {
  return [...document.querySelectorAll('button, search input')]
    .filter((control) => control.checkVisibility() && control.getBoundingClientRect().width > 1)
    .filter((control) => !control.matches(content))
    .map((control) => `${control.className}: ${control.textContent}`);
}

/** Buttons with a picture, a title, a tag or a name. */
const CONTENT =
  '.picture__open, .tag, .avatar-button, .archive-card__button, .capsules__button, .theme-choice__option, .message__h, .node-links__target, .reactions button, td button, :not([class])';

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
      await page.locator('.message[data-seq]').getByText('Is anyone awake?').waitFor();
    }
  });

  test('NXT-441 NXT-532 fits a phone and text of twice the size, whatever words members write', async ({
    product,
    visitAs,
  }) => {
    const reader = await visitAs(NAME, 0, 'mobile');
    const other = await visitAs(NAME, 0);
    const paths = await fillSite(product, reader, other);
    const { page } = reader;
    const tooWide: [string, string, number][] = [];
    const cut: [string, string[]][] = [];
    for (const path of paths) {
      for (const size of ['100%', '200%']) {
        if (size === '100%') {
          await openView(page, path);
          await waitUntilLoaded(page);
          const blocks = await page.evaluate(findCutCode);
          if (blocks.length > 0) cut.push([path, blocks]);
        }
        await page.evaluate((fontSize) => {
          document.documentElement.style.fontSize = fontSize;
        }, size);
        await waitUntilLoaded(page);
        const overflow = await measureOverflow(page);
        if (overflow > 0) tooWide.push([path, size, overflow]);
      }
    }
    expect([tooWide, cut]).toEqual([[], []]);
  });

  test('NXT-442 NXT-530 shows the names of a member in one order, isolated from each other, and prints no controls', async ({
    product,
    visitAs,
  }) => {
    const name = 'אוטו (פוס)!';
    const [reader, other] = [await visitAs('Vesper Lund', 0), await visitAs(name, 0)];
    const paths = await fillSite(product, reader, other);
    const { page } = reader;
    const handle = `@${other.user.username}`;
    const wrong: [string, string[]][] = [];
    const printed: [string, string[]][] = [];
    let withBoth = 0;
    for (const path of paths) {
      await openView(page, path);
      await waitUntilLoaded(page);
      const texts = await page.evaluate(findUnisolated, name);
      const shown = (await page.locator('main').first().innerText()).replaceAll(/[\u2066-\u2069]/gu, '');
      if (shown.includes(`${name} ${handle}`)) withBoth += 1;
      if (shown.includes(`${handle} ${name}`)) texts.push(handle);
      if (texts.length > 0) wrong.push([path, texts]);
      await page.emulateMedia({ media: 'print' });
      const controls = await page.evaluate(findControls, CONTENT);
      if (controls.length > 0) printed.push([path, controls]);
      await page.emulateMedia({ media: 'screen' });
    }
    expect([wrong, printed]).toEqual([[], []]);
    expect(withBoth).toBeGreaterThan(3);
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
    await dialog.getByRole('list', { name: 'Queue' }).getByRole('button').first().click();
    await dialog.getByText(/^“W/u).waitFor();
    for (const name of ['Dismiss', 'Delete and ban']) {
      await expect(dialog.getByRole('button', { name })).toBeInViewport({ ratio: 1 });
    }
    await savePicture(page, 'server-case-long-desktop');
  });
});
