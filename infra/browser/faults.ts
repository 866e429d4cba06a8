import type { Page } from 'playwright-core';
import { faultsOf, overflowOf, type Rules } from './fit.js';

/** What keeps somebody from using a page as it stands: what axe finds, and a page wider than its screen. */
export async function faults(page: Page, rules: Rules = 'all'): Promise<string[]> {
  await page.evaluate(() => document.fonts.ready);
  // What is still coming into view is faint for as long; rings that go on for seconds hide nothing.
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) {
      if (Number(animation.effect?.getComputedTiming().endTime) <= 1_000) animation.finish();
    }
  });
  // Axe tells no contrast before a pseudo element; the picture of the desktop stands behind windows alone.
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('.wears--ground::before { display: none !important }');
    document.adoptedStyleSheets = [sheet];
  });
  const found = await faultsOf(page, { rules });
  await page.evaluate(() => {
    document.adoptedStyleSheets = [];
  });
  const over = await overflowOf(page);
  return [...found, ...(over > 0 ? [`${over} px too wide`] : [])];
}
