import type { Page } from 'playwright-core';

/**
 * Waits until the client has taken the place of what came drawn with the page. Before that the fields and
 * buttons are inert, and what is typed goes nowhere (a click waits for them by itself).
 */
export async function alive(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('#root [inert]') === null);
}
