import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { waitUntil } from '@oniverse/testing';
import type { Page } from 'playwright-core';
import { findViolations, measureOverflow, type Rules } from './accessibility.js';
import { waitUntilFocused } from './keyboard.js';
import { saveScreenshot } from './screenshots.js';
import { type Appearance, SpecimenUnderTest } from './specimen.js';

const THEMES = ['main-cyberpunk', '90s-computer'] as const;
const NINETIES: Appearance = { theme: '90s-computer', mode: 'light' };
const MAIN: Appearance = { theme: 'main-cyberpunk', mode: 'dark' };
/** Checking the whole gallery is slow on a busy machine. */
const TIMEOUT_MS = 240_000;
/** Minimum touch target, in pixels. */
const TOUCH_TARGET = 44;

describe('components', () => {
  let specimen: SpecimenUnderTest;

  beforeAll(async () => {
    specimen = await SpecimenUnderTest.start();
  });

  afterEach(async () => {
    expect(await specimen.closePages()).toEqual([]);
  });

  afterAll(async () => {
    await specimen.stop();
  });

  const expectAccessible = async (page: Page, rules: Rules, ...parts: string[]): Promise<void> => {
    // Axe cannot compute contrast over a pseudo-element. The hidden one is only behind windows.
    const style = await page.addStyleTag({ content: '.wears--ground::before { display: none !important }' });
    const faults = await findViolations(page, { rules, parts, strict: true });
    await style.evaluate((element) => element.parentNode?.removeChild(element));
    expect(faults).toEqual([]);
  };

  const findSmallTargets = (page: Page): Promise<string[]> =>
    page.evaluate(
      (reach) => {
        // Links within sentences may be smaller.
        const controls = document.querySelectorAll<HTMLElement>(
          'main :is(a:not(p a), button, input, textarea):not([aria-hidden="true"])',
        );
        return [...controls].flatMap((control) => {
          control.scrollIntoView({ block: 'center', inline: 'center' });
          const { left, top, width, height } = control.getBoundingClientRect();
          const [x, y] = [left + width / 2, top + height / 2];
          const hit = [y - reach, y + reach].every((at) =>
            control.contains(document.elementFromPoint(x, at)),
          );
          return hit ? [] : [`${control.className} ${control.textContent} ${width}x${height}`];
        });
      },
      TOUCH_TARGET / 2 - 1,
    );

  /** Tabs through the page. @returns the number of stops and those without a visible focus ring */
  const tabThrough = async (page: Page): Promise<{ stops: number; withoutRing: string[] }> => {
    const withoutRing: string[] = [];
    for (let stops = 0; ;) {
      await page.keyboard.press('Tab');
      const stop = await page.evaluate(() => {
        const at = document.activeElement;
        if (!at?.closest('main')) return null;
        const { outlineStyle, outlineWidth } = getComputedStyle(at);
        const ring = outlineStyle === 'solid' && outlineWidth === '2px';
        return { name: `${at.className} ${at.textContent}`, ring };
      });
      if (stop === null && stops > 0) return { stops, withoutRing };
      if (stop === null) continue;
      stops += 1;
      if (!stop.ring) withoutRing.push(stop.name);
    }
  };

  const checkOverlays = async (
    page: Page,
    screen: string,
    expected: string,
    rules: Rules = 'all',
  ): Promise<void> => {
    const expectTheme = async (role: 'dialog' | 'alertdialog' | 'menu' | 'listbox') => {
      const themeAndMode = await page.getByRole(role).evaluate((part) => {
        const around = part.closest<HTMLElement>('[data-theme]');
        return `${around?.dataset['theme']}-${around?.dataset['mode']}`;
      });
      expect([role, themeAndMode]).toEqual([role, expected]);
    };
    await page.getByRole('button', { name: 'Open dialog' }).click();
    await expectTheme('dialog');
    await expectAccessible(page, rules, '[role="dialog"]');
    await page.getByRole('dialog').getByRole('combobox', { name: 'Board' }).click();
    await expectTheme('listbox');
    await saveScreenshot(page, `ui-dialog-${screen}-${expected}`);
    await page.keyboard.press('Escape');
    await page.getByRole('listbox').waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Ask first' }).click();
    await expectTheme('alertdialog');
    await expectAccessible(page, rules, '[role="alertdialog"]');
    await saveScreenshot(page, `ui-confirm-${screen}-${expected}`);
    await page.keyboard.press('Escape');
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Show failure' }).click();
    // A hovered toast stays open.
    await page.getByText('Connection Failed', { exact: true }).hover();
    await expectAccessible(page, rules, '.toast');
    await page.getByRole('button', { name: 'Image menu' }).click();
    await expectTheme('menu');
    await page.keyboard.press('ArrowDown');
    await expectAccessible(page, rules, '[role="menu"]');
    await saveScreenshot(page, `ui-menu-${screen}-${expected}`);
    await page.keyboard.press('Escape');
  };

  describe.each(THEMES)('THM-008 THM-009 in the theme %s', (theme) => {
    it(
      'are accessible in both modes and by keyboard, desktop',
      async () => {
        const page = await specimen.openPage({ theme, mode: 'dark' }, 'desktop');
        expect(await measureOverflow(page)).toBe(0);
        await expectAccessible(page, 'all');
        await saveScreenshot(page, `ui-desktop-${theme}-dark`, true);
        const { stops, withoutRing } = await tabThrough(page);
        expect(withoutRing).toEqual([]);
        expect(stops).toBeGreaterThan(40);
        await checkOverlays(page, 'desktop', `${theme}-dark`);

        // Modes differ only in colours.
        await specimen.switchMode(page, 'light');
        await expectAccessible(page, 'colours');
        await saveScreenshot(page, `ui-desktop-${theme}-light`, true);
        await checkOverlays(page, 'desktop', `${theme}-light`, 'colours');
      },
      TIMEOUT_MS,
    );

    it(
      'fit and are accessible, tablet',
      async () => {
        const page = await specimen.openPage({ theme, mode: 'light' }, 'tablet');
        expect(await measureOverflow(page)).toBe(0);
        await expectAccessible(page, 'all but colours');
        await saveScreenshot(page, `ui-tablet-${theme}-light`, true);
      },
      TIMEOUT_MS,
    );

    it(
      'fit, are accessible and have large touch targets, mobile',
      async () => {
        const page = await specimen.openPage({ theme, mode: 'light' }, 'mobile');
        expect(await measureOverflow(page)).toBe(0);
        await expectAccessible(page, 'all');
        await saveScreenshot(page, `ui-mobile-${theme}-light`, true);
        expect(await findSmallTargets(page)).toEqual([]);
        await checkOverlays(page, 'mobile', `${theme}-light`);
      },
      TIMEOUT_MS,
    );
  });

  it('are checked by a helper that finds planted violations within its options', async () => {
    const page = await specimen.openPage(MAIN, 'desktop');
    await page.getByRole('main').evaluate((main) => {
      main.innerHTML = '<img src="data:,"><p style="color: #777; background: #888">Hardly seen</p>';
    });
    const violatedRules = async (...options: Parameters<typeof findViolations>) =>
      (await findViolations(...options)).map((violation) => violation.split(':')[0] ?? '').toSorted();
    expect(await findViolations(page, { rules: 'all but colours' })).toEqual(['image-alt: img']);
    expect(await violatedRules(page)).toEqual(['color-contrast', 'image-alt']);
    expect(await violatedRules(page, { rules: 'colours' })).toEqual(['color-contrast']);
    expect(await violatedRules(page, { parts: ['main > p'] })).toEqual(['color-contrast']);
    expect(await violatedRules(page, { except: 'main > p', without: ['image-alt'] })).toEqual([]);
  });

  it('are checked only after colour transitions end', async () => {
    const page = await specimen.openPage(MAIN, 'desktop', true);
    await page.getByRole('main').evaluate((main) => {
      main.innerHTML = '<p style="color: #888; background: #888; transition: color 500ms">Seen soon</p>';
      const text = main.querySelector('p');
      // Reading the style starts the transition from the first colour.
      if (text && getComputedStyle(text).color) text.style.color = '#000';
    });
    expect(await findViolations(page, { rules: 'colours' })).toEqual([]);
  });

  it('THM-010 THM-011 THM-012 use the 90s fonts and desktop inside the theme and the site’s own outside', async () => {
    const page = await specimen.openPage(NINETIES, 'desktop');
    await page.waitForFunction(() =>
      [...document.fonts].some(({ family, status }) => /Jersey 20/u.test(family) && status === 'loaded'),
    );
    const styles = await page.evaluate(() => {
      const face = (selector: string) =>
        getComputedStyle(document.querySelector(selector) ?? document.body).fontFamily;
      const ground = document.querySelector('.wears--ground') ?? document.body;
      return {
        button: face('main .btn'),
        site: face('.spec__bar .seg__i'),
        siteTitle: face('.spec__bar h1'),
        desk: getComputedStyle(ground, '::before').backgroundImage,
      };
    });
    expect(styles.button).toMatch(/^"Jersey 20", Chicago,/u);
    expect(styles.site).toMatch(/^"IBM Plex Mono"/u);
    expect(styles.siteTitle).toMatch(/^"Old Standard TT"/u);
    expect(styles.desk).toMatch(/desk-light\.png/u);
  });

  it('load the 90s theme only when a profile uses it', async () => {
    const page = await specimen.openPage(MAIN, 'desktop');
    // The development server adds a style element for each style sheet.
    const fetched = () => page.locator('style[data-vite-dev-id*="/nineties/"]').count();
    expect(await fetched()).toBe(0);
    await page.getByRole('radio', { name: '90s Computer' }).click();
    await page.locator('[data-theme="90s-computer"] main').waitFor();
    await waitUntil('the theme to load', async () => (await fetched()) > 0);
  });

  it('animate and show scanlines only while these effects are on', async () => {
    const page = await specimen.openPage(MAIN, 'desktop', true);
    const moving = () => page.evaluate(() => document.getAnimations().length);
    const lines = () =>
      page.locator('.term__body').evaluate((body) => getComputedStyle(body).backgroundImage !== 'none');
    expect(await moving()).toBeGreaterThan(0);
    expect(await lines()).toBe(true);
    await page.getByRole('switch', { name: 'Scanlines' }).click();
    await page.getByRole('switch', { name: 'Motion' }).click();
    await waitUntil('motion to end', async () => (await moving()) === 0);
    expect(await lines()).toBe(false);
    await page.reload();
    await page.getByRole('main').waitFor();
    expect(await moving()).toBe(0);
    expect(await lines()).toBe(false);
  });

  it('follow a setting changed in another tab', async () => {
    const page = await specimen.openPage(MAIN, 'desktop', true);
    const other = await page.context().newPage();
    await other.goto('/__ui');
    await other.getByRole('switch', { name: 'Scanlines' }).click();
    await page.locator('html[data-effects-off="scanlines"]').waitFor();
    await page.getByRole('switch', { name: 'Scanlines', checked: false }).waitFor();
  });

  it('lock scrolling behind a dialog and restore the focus afterwards', async () => {
    const page = await specimen.openPage(MAIN, 'desktop');
    const opener = page.getByRole('button', { name: 'Open dialog' });
    await opener.click();
    await page.getByRole('dialog').waitFor();
    const before = await page.evaluate(() => window.scrollY);
    await page.mouse.move(40, 40);
    await page.mouse.wheel(0, 600);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await page.evaluate(() => window.scrollY)).toBe(before);
    await waitUntilFocused('the button that opened it', opener);
    await page.mouse.wheel(0, 60);
    await page.waitForFunction((from) => window.scrollY > from, before);
  });
});
