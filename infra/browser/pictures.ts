import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';

const FOLDER = fileURLToPath(new URL('../../artifacts/browser/', import.meta.url));

/** Pictures are for people: they are taken where somebody asks for them, with `PICTURES=keep`. */
const WANTED = process.env['PICTURES'] === 'keep';

/** Keeps a picture of a page, or of the whole of it, in `artifacts/browser`, where pictures are asked for. */
export async function keepPicture(page: Page, name: string, whole = false): Promise<void> {
  if (!WANTED) return;
  const size = page.viewportSize();
  if (whole && size) {
    // Not Playwright's own way: it takes the fingers of a mobile screen away while it looks.
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    await page.setViewportSize({ ...size, height });
  }
  await page.screenshot({ path: `${FOLDER}${name}.png` });
  if (whole && size) await page.setViewportSize(size);
}
