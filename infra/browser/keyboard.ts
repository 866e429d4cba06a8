import { expect, type Locator, type Page } from '@playwright/test';
import { waitForHydration } from './hydration.js';

/** A dialog takes the focus after it is shown. A key pressed before would move the focus and be overruled. */
const waitUntilDialogHasFocus = (target: Locator): Promise<void> =>
  expect
    .poll(() =>
      target.evaluate((element) => {
        const dialog = element.closest('[role="dialog"], [role="alertdialog"]');
        return dialog === null || dialog.contains(document.activeElement);
      }),
    )
    .toBe(true);

export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  await waitForHydration(page);
  await waitUntilDialogHasFocus(target);
  for (let press = 0; press < 60; press++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${String(target)} is not reachable with the Tab key.`);
}

export async function pressKeyOn(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target);
  // Focuses it again in case a dialog that has closed returned the focus since.
  await target.press(key);
}

export async function chooseMenuItem(page: Page, button: Locator, item: string): Promise<void> {
  await pressKeyOn(page, button);
  const chosen = page.getByRole('menuitem', { name: item });
  await chosen.waitFor();
  await page.locator('[role="menuitem"]:focus').waitFor();
  for (let step = 0; step < 10; step++) {
    if (await chosen.evaluate((element) => element === document.activeElement)) break;
    // The menu moves the focus in a timeout: a key that is pressed before would move it past the item.
    const before = await page.evaluateHandle(() => document.activeElement);
    await page.keyboard.press('ArrowDown');
    await page.waitForFunction((element) => document.activeElement !== element, before);
  }
  await page.keyboard.press('Enter');
  await page.getByRole('menu').waitFor({ state: 'detached' });
}

/** Waits until a dialog has the focus, which it takes shortly after it appears. */
export async function waitForDialog(page: Page, name: string): Promise<void> {
  await page.getByRole('dialog', { name }).locator(':focus').waitFor();
}

/** Opens a list and chooses an option by typing its first letters. */
export async function chooseOption(page: Page, list: Locator, option: string): Promise<void> {
  await pressKeyOn(page, list);
  const chosen = page.getByRole('option', { name: option });
  await chosen.waitFor();
  await page.locator('[role="listbox"] :focus').waitFor();
  await page.keyboard.type(option.slice(0, 2));
  await chosen.and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Enter');
}

/**
 * Tabs through the page, or through its open dialog.
 * @returns the controls that Tab does not reach, and those without a visible focus ring
 */
export async function findKeyboardProblems(page: Page): Promise<string[]> {
  const controls = await page.evaluateHandle(() => {
    const part = document.querySelector('[role="dialog"], [role="alertdialog"]') ?? document.body;
    const found = part.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, [tabindex]');
    return [...found].filter(
      (control) =>
        control.tabIndex >= 0 &&
        control.checkVisibility({ visibilityProperty: true }) &&
        !control.closest('[inert], [aria-hidden="true"]') &&
        // A list of tabs passes the focus on to the chosen tab.
        !control.matches(':disabled, input[type="radio"]:not(:checked), [role="tablist"]'),
    );
  });
  const names = await controls.evaluate((all) =>
    all.map((control) => `${control.tagName} “${control.ariaLabel ?? control.textContent.trim()}”`),
  );
  const rings = new Map<number, boolean>();
  for (let press = 0; press < names.length + 10 && rings.size < names.length; press += 1) {
    await page.keyboard.press('Tab');
    const { stop, ring } = await controls.evaluate((all) => {
      const stopAt = all.findIndex((control) => control === document.activeElement);
      // The field of a code is invisible, and the cells beside it draw its ring.
      const drawn = [all[stopAt], ...(all[stopAt]?.parentElement?.children ?? [])];
      const hasRing = drawn.some((element) => {
        if (!element) return false;
        const { outlineStyle, outlineWidth } = getComputedStyle(element);
        return outlineStyle === 'solid' && outlineWidth === '2px';
      });
      return { stop: stopAt, ring: hasRing };
    });
    if (stop >= 0) rings.set(stop, ring);
  }
  await controls.dispose();
  return names.flatMap((name, index) => {
    if (!rings.has(index)) return [`${name} is not reached`];
    return rings.get(index) === true ? [] : [`${name} has no ring`];
  });
}
