import type { Locator, Page } from 'playwright-core';

/** Tabs on until an element has the focus, as somebody does who has no pointer. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let press = 0; press < 60; press++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${String(target)} is not reached with the Tab key.`);
}

/** Goes to something with the Tab key, and presses a key on it: Enter, where no other is named. */
export async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

/** Chooses from a menu with the keyboard: its letters lead to an item. */
export async function choose(page: Page, button: Locator, item: string): Promise<void> {
  await press(page, button);
  const chosen = page.getByRole('menuitem', { name: item });
  await chosen.waitFor();
  for (let step = 0; step < 10; step++) {
    if (await chosen.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press('ArrowDown');
  }
  await page.keyboard.press('Enter');
}

/** Chooses from a list with the keyboard: its letters lead to a choice, which has the focus a moment after they came. */
export async function pick(page: Page, list: Locator, option: string): Promise<void> {
  await press(page, list);
  const chosen = page.getByRole('option', { name: option });
  await chosen.waitFor();
  await page.locator('[role="listbox"] :focus').waitFor();
  await page.keyboard.type(option.slice(0, 2));
  await chosen.and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Enter');
}
