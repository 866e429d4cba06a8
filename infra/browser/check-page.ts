import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { RULES_BY_SCREEN, findViolations, MODES, measureOverflow, switchMode } from './accessibility.js';
import { saveScreenshot } from './screenshots.js';
import type { SCREENS } from './product.js';

/** Expects no overflow and no axe violations in either mode. @param whole whether to include the area below the fold */
export async function checkPage(
  page: Page,
  name: string,
  screen: keyof typeof SCREENS,
  whole = false,
): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  // What appears during a check must not fade in, which lowers its contrast.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const problems: Record<string, unknown> = { overflow: await measureOverflow(page) };
  for (const mode of MODES) {
    await switchMode(page, mode);
    const rules = RULES_BY_SCREEN[screen][mode];
    problems[mode] = rules ? await findViolations(page, { rules }) : [];
    await saveScreenshot(page, `${name}-${screen}-${mode}`, whole);
  }
  expect([name, problems]).toEqual([name, { overflow: 0, dark: [], light: [] }]);
}
