import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];

/** What keeps somebody from using a page as it stands: what axe finds, and a page wider than its screen. */
export async function faults(page: Page): Promise<string[]> {
  await page.evaluate(() => document.fonts.ready);
  // Axe tells no contrast before a pseudo element; the picture of the desktop stands behind windows alone.
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('.wears--ground::before { display: none !important }');
    document.adoptedStyleSheets = [sheet];
  });
  const { violations } = await new AxeBuilder({ page }).withTags(RULES).analyze();
  await page.evaluate(() => {
    document.adoptedStyleSheets = [];
  });
  const over = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  return [
    ...violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => String(target)).join(', ')}`),
    ...(over > 0 ? [`${over} px too wide`] : []),
  ];
}
