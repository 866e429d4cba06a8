import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import { findViolations, measureOverflow, MODES, RULES_BY_SCREEN, switchMode } from './accessibility.js';
import type { Screen } from './product.js';

const PICTURES = fileURLToPath(new URL('../../artifacts/browser/pictures/', import.meta.url));

/** Expects no overflow and no axe violations in the modes that are checked on this screen. */
export async function checkPage(page: Page, name: string, screen: Screen): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  // What appears during a check must not fade in, which lowers its contrast.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await renderAll(page);
  const overflow = await measureOverflow(page);
  const problems = overflow > 0 ? [`${overflow} px too wide`] : [];
  for (const mode of MODES) {
    const rules = RULES_BY_SCREEN[screen][mode];
    if (!rules) continue;
    await switchMode(page, mode);
    problems.push(...(await findViolations(page, { rules })).map((violation) => `${mode}: ${violation}`));
    await savePicture(page, `${name}-${screen}-${mode}`);
  }
  expect(problems, `${name} on ${screen}`).toEqual([]);
}

/** Renders what is skipped far from the screen (`content-visibility`): with a guessed height, it overlaps what follows. */
async function renderAll(page: Page): Promise<void> {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('* { content-visibility: visible !important }');
    document.adoptedStyleSheets.push(sheet);
  });
}

/** Saves a screenshot of the whole page to `artifacts/browser/pictures` if `PICTURES=keep` is set. */
export async function savePicture(page: Page, name: string): Promise<void> {
  const size = page.viewportSize();
  if (process.env['PICTURES'] !== 'keep' || !size) return;
  // Playwright's `fullPage` would disable touch on mobile screens.
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ ...size, height });
  await page.screenshot({ path: `${PICTURES}${name}.png` });
  await page.setViewportSize(size);
}
