import axe, { type RunOptions } from 'axe-core';
import type { Page } from '@playwright/test';
import type { Screen } from './product.js';

declare global {
  interface Window {
    axe: typeof axe;
  }
}

export const MODES = ['dark', 'light'] as const;
export type Mode = (typeof MODES)[number];

/** A subset of the WCAG 2 AA rules. The contrast rule takes longer than all others together. */
export type Rules = 'all' | 'colours' | 'all but colours';

/** Modes differ only in colours and screens in everything else, so few combinations check all rules. */
export const RULES_BY_SCREEN: Readonly<Record<Screen, Readonly<Partial<Record<Mode, Rules>>>>> = {
  desktop: { dark: 'all', light: 'colours' },
  tablet: {},
  mobile: { light: 'all' },
};

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];
const CONTRAST = 'color-contrast';

interface CheckOptions {
  rules?: Rules;
  /** Selectors of the parts to check; the whole page by default. */
  parts?: readonly string[];
  /** Selector of a part to skip. */
  except?: string;
  /** Ids of rules to skip. */
  without?: readonly string[];
  /** Whether to include axe's best practices. */
  strict?: boolean;
}

/** Returns the axe violations of a page: each rule with the selectors of its elements. */
export async function findViolations(
  page: Page,
  { rules = 'all', parts = [], except, without = [], strict = false }: CheckOptions = {},
): Promise<string[]> {
  const off = [...without, ...(rules === 'all but colours' ? [CONTRAST] : [])];
  const options: RunOptions = {
    runOnly:
      rules === 'colours'
        ? { type: 'rule', values: [CONTRAST] }
        : { type: 'tag', values: strict ? [...WCAG, 'best-practice'] : WCAG },
    rules: Object.fromEntries(off.map((rule) => [rule, { enabled: false }])),
    // Locating the passing elements would take as long as the check.
    resultTypes: ['violations'],
  };
  const context = { include: [...parts], exclude: except === undefined ? [] : [except] };
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(
    async ([target, runOptions]) => {
      // Waits for colour transitions to end.
      const moving = document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
      await Promise.allSettled(moving.map(({ finished }) => finished));
      const { violations } = await window.axe.run(target, runOptions);
      return violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map((node) => String(node.target)).join(', ')}`,
      );
    },
    [context, options] as const,
  );
}

/** Returns the horizontal overflow in pixels, including clipped parts that focus could scroll into view. */
export const measureOverflow = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const clipped = [...document.querySelectorAll('body :has(a, button, input, textarea)')].filter(
      (part) => getComputedStyle(part).overflowX === 'hidden',
    );
    const parts = [document.documentElement, ...clipped];
    return Math.max(...parts.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth));
  });

/** Switches the mode of the site, as another tab would. */
export async function switchMode(page: Page, mode: Mode): Promise<void> {
  await page.evaluate((choice) => {
    localStorage.setItem('oni-theme', choice);
    window.dispatchEvent(new StorageEvent('storage', { key: 'oni-theme' }));
  }, mode);
  await page.locator(`html[data-mode="${mode}"]`).waitFor();
}
