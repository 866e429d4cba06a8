import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { EXAMINED, faultsOf, MODES, overflowOf, turn } from './fit.js';
import { keepPicture } from './pictures.js';
import type { SCREENS } from './product.js';

/**
 * Looks at a page as it stands, in both modes of the site: it is no wider than its screen, and axe finds nothing.
 * @param whole whether the picture that is kept is of the whole page
 */
export async function look(
  page: Page,
  name: string,
  screen: keyof typeof SCREENS,
  whole = false,
): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  const faults: Record<string, unknown> = { overflow: await overflowOf(page) };
  for (const mode of MODES) {
    await turn(page, mode);
    const rules = EXAMINED[screen][mode];
    faults[mode] = rules ? await faultsOf(page, { rules }) : [];
    await keepPicture(page, `${name}-${screen}-${mode}`, whole);
  }
  expect([name, faults]).toEqual([name, { overflow: 0, dark: [], light: [] }]);
}
