import axe, { type RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import type { SCREENS } from './product.js';

declare global {
  interface Window {
    axe: typeof axe;
  }
}

export const MODES = ['dark', 'light'] as const;
export type Mode = (typeof MODES)[number];

/** Which rules of WCAG 2 AA are asked for. Telling the contrast of every text takes longer than all others. */
export type Rules = 'all' | 'colours' | 'all but colours';

/**
 * What is looked at on which screen in which mode. A mode changes colours alone, and a screen everything but colours:
 * every rule is asked in the widest and the narrowest layout, and the colours in both modes. Between the two the parts
 * are the same and only stand elsewhere: there it is asked whether they fit.
 */
export const EXAMINED: Readonly<Record<keyof typeof SCREENS, Readonly<Partial<Record<Mode, Rules>>>>> = {
  desktop: { dark: 'all', light: 'colours' },
  tablet: {},
  mobile: { light: 'all' },
};

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];
const CONTRAST = 'color-contrast';

interface Asked {
  rules?: Rules;
  /** The parts of the page that are read; the whole of it where nothing is said. */
  parts?: readonly string[];
  /** A part of it that is left out. */
  except?: string;
  /** Rules that are not asked. */
  without?: readonly string[];
  /** Whether what is only good practice counts too. */
  strict?: boolean;
}

/** What breaks a rule on a page as it stands: each rule, and where. */
export async function faultsOf(
  page: Page,
  { rules = 'all', parts = [], except, without = [], strict = false }: Asked = {},
): Promise<string[]> {
  const off = [...without, ...(rules === 'all but colours' ? [CONTRAST] : [])];
  const options: RunOptions = {
    runOnly:
      rules === 'colours'
        ? { type: 'rule', values: [CONTRAST] }
        : { type: 'tag', values: strict ? [...WCAG, 'best-practice'] : WCAG },
    rules: Object.fromEntries(off.map((rule) => [rule, { enabled: false }])),
    // What is all right need not be named: telling where it stands takes as long as looking.
    resultTypes: ['violations'],
  };
  const context = { include: [...parts], exclude: except === undefined ? [] : [except] };
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(
    async ([within, asked]) => {
      // A colour that is on its way to another one is none that anybody reads.
      const moving = document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
      await Promise.allSettled(moving.map(({ finished }) => finished));
      const { violations } = await window.axe.run(within, asked);
      return violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => String(target)).join(', ')}`,
      );
    },
    [context, options] as const,
  );
}

/** By how many pixels a page is wider than its screen, or can be pushed aside by the focus of what stands in it. */
export const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const pushed = [...document.querySelectorAll('body :has(a, button, input, textarea)')].filter(
      (part) => getComputedStyle(part).overflowX === 'hidden',
    );
    const parts = [document.documentElement, ...pushed];
    return Math.max(...parts.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth));
  });

/** Has a page wear a mode of the site from now on, as if it had been chosen in another tab. */
export async function turn(page: Page, mode: Mode): Promise<void> {
  await page.evaluate((choice) => {
    localStorage.setItem('oni-theme', choice);
    window.dispatchEvent(new StorageEvent('storage', { key: 'oni-theme' }));
  }, mode);
  await page.locator(`html[data-mode="${mode}"]`).waitFor();
}
