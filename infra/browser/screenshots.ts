import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';

const FOLDER = fileURLToPath(new URL('../../artifacts/browser/', import.meta.url));

const IS_ENABLED = process.env['PICTURES'] === 'keep';

/** Saves a screenshot to `artifacts/browser` if `PICTURES=keep` is set. */
export async function saveScreenshot(page: Page, name: string, whole = false): Promise<void> {
  if (!IS_ENABLED) return;
  const size = page.viewportSize();
  if (whole && size) {
    // Playwright's `fullPage` would disable touch on mobile screens.
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    await page.setViewportSize({ ...size, height });
  }
  await page.screenshot({ path: `${FOLDER}${name}.png` });
  if (whole && size) await page.setViewportSize(size);
}
