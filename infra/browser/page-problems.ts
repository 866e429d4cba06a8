import type { Page } from '@playwright/test';
import { findViolations, measureOverflow, type Rules } from './accessibility.js';

/** Returns the axe violations of a page and its horizontal overflow, if any. */
export async function findPageProblems(page: Page, rules: Rules = 'all'): Promise<string[]> {
  await page.evaluate(() => document.fonts.ready);
  // What appears before or during the check must not fade in, which lowers its contrast.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  // Axe cannot compute contrast over a pseudo-element. The hidden one is only behind windows.
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('.wears--ground::before { display: none !important }');
    document.adoptedStyleSheets = [sheet];
  });
  const found = await findViolations(page, { rules });
  await page.evaluate(() => {
    document.adoptedStyleSheets = [];
  });
  const over = await measureOverflow(page);
  return [...found, ...(over > 0 ? [`${over} px too wide`] : [])];
}
