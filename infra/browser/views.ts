import type { Page } from '@playwright/test';
import { waitForHydration } from './hydration.js';
import type { ProductUnderTest, Screen, Visitor } from './product.js';

export const SCREEN_NAMES = ['desktop', 'tablet', 'mobile'] as const satisfies readonly Screen[];

/** Brings a page into one view after the other, and yields the name of each. */
export type Show = (visitor: Visitor, product: ProductUnderTest) => AsyncGenerator<string>;

export async function openView(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole('main').first().waitFor();
  await waitForHydration(page);
}
