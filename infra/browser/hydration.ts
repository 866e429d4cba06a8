import type { Page } from '@playwright/test';

/** The prerendered page is inert and loses input, also from Playwright's `fill`. Its `click` already waits for hydration. */
export async function waitForHydration(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('#root [inert]') === null);
}
