import { expect, type Page } from '@playwright/test';
import { findViolations, measureOverflow, type Rules } from '../accessibility.js';
import { type Appearance, switchGalleryMode, test } from '../specimen.js';

const THEMES = ['main-cyberpunk', '90s-computer'] as const;
const NINETIES: Appearance = { theme: '90s-computer', mode: 'light' };
const MAIN: Appearance = { theme: 'main-cyberpunk', mode: 'dark' };
/** Minimum touch target, in pixels. */
const TOUCH_TARGET = 44;

test.describe('components', () => {
  const expectAccessible = async (page: Page, rules: Rules, ...parts: string[]): Promise<void> => {
    // Axe cannot compute contrast over a pseudo-element. The hidden one is only behind windows.
    const style = await page.addStyleTag({ content: '.wears--ground::before { display: none !important }' });
    // The arrow keys of its field scroll the completion strip, which axe knows of no text area.
    const without = ['scrollable-region-focusable'];
    const faults = await findViolations(page, { rules, parts, without, strict: true });
    await style.evaluate((element) => element.parentNode?.removeChild(element));
    expect(faults).toEqual([]);
  };

  const findSmallTargets = (page: Page): Promise<string[]> =>
    page.evaluate(
      (reach) => {
        // Links within sentences may be smaller.
        const controls = document.querySelectorAll<HTMLElement>(
          'main :is(a:not(p a), button, input, textarea):not([aria-hidden="true"], [hidden])',
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

  const checkOverlays = async (page: Page, expected: string, rules: Rules = 'all'): Promise<void> => {
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
    await page.keyboard.press('Escape');
    await page.getByRole('listbox').waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Ask first' }).click();
    await expectTheme('alertdialog');
    await expectAccessible(page, rules, '[role="alertdialog"]');
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
    await page.keyboard.press('Escape');
  };

  for (const theme of THEMES) {
    test.describe(`THM-008 THM-009 in the theme ${theme}`, () => {
      test('are accessible in both modes and by keyboard, desktop', async ({ openGallery }) => {
        const page = await openGallery({ theme, mode: 'dark' }, 'desktop');
        expect(await measureOverflow(page)).toBe(0);
        await expectAccessible(page, 'all');
        const { stops, withoutRing } = await tabThrough(page);
        expect(withoutRing).toEqual([]);
        expect(stops).toBeGreaterThan(40);
        await checkOverlays(page, `${theme}-dark`);

        // Modes differ only in colours.
        await switchGalleryMode(page, 'light');
        await expectAccessible(page, 'colours');
        await checkOverlays(page, `${theme}-light`, 'colours');
      });

      test('fit and are accessible, tablet', async ({ openGallery }) => {
        const page = await openGallery({ theme, mode: 'light' }, 'tablet');
        expect(await measureOverflow(page)).toBe(0);
        await expectAccessible(page, 'all but colours');
      });

      test('fit, are accessible and have large touch targets, mobile', async ({ openGallery }) => {
        const page = await openGallery({ theme, mode: 'light' }, 'mobile');
        expect(await measureOverflow(page)).toBe(0);
        await expectAccessible(page, 'all');
        expect(await findSmallTargets(page)).toEqual([]);
        await checkOverlays(page, `${theme}-light`);
      });
    });
  }

  test('are checked by a helper that finds planted violations within its options', async ({
    openGallery,
  }) => {
    const page = await openGallery(MAIN, 'desktop');
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

  test('are checked only after colour transitions end', async ({ openGallery }) => {
    const page = await openGallery(MAIN, 'desktop', true);
    await page.getByRole('main').evaluate((main) => {
      main.innerHTML = '<p style="color: #888; background: #888; transition: color 500ms">Seen soon</p>';
      const text = main.querySelector('p');
      // Reading the style starts the transition from the first colour.
      if (text && getComputedStyle(text).color) text.style.color = '#000';
    });
    expect(await findViolations(page, { rules: 'colours' })).toEqual([]);
  });

  test('THM-010 THM-011 THM-012 use the 90s fonts and desktop inside the theme and the site’s own outside', async ({
    openGallery,
  }) => {
    const page = await openGallery(NINETIES, 'desktop');
    await page.waitForFunction(() =>
      [...document.fonts].some(({ family, status }) => /Jersey 20/u.test(family) && status === 'loaded'),
    );
    const styles = await page.evaluate(() => {
      const face = (selector: string) =>
        getComputedStyle(document.querySelector(selector) ?? document.body).fontFamily;
      const ground = document.querySelector('.wears--ground') ?? document.body;
      return {
        button: face('main .btn'),
        site: face('.specimen__bar .segmented__item'),
        siteTitle: face('.specimen__bar h1'),
        desk: getComputedStyle(ground, '::before').backgroundImage,
      };
    });
    expect(styles.button).toMatch(/^"Jersey 20", Chicago,/u);
    expect(styles.site).toMatch(/^"IBM Plex Mono"/u);
    expect(styles.siteTitle).toMatch(/^"Old Standard TT"/u);
    expect(styles.desk).toMatch(/desk-light\.png/u);
  });

  test('load the 90s theme only when a profile uses it', async ({ openGallery }) => {
    const page = await openGallery(MAIN, 'desktop');
    // The development server adds a style element for each style sheet.
    const fetched = () => page.locator('style[data-vite-dev-id*="/nineties/"]').count();
    expect(await fetched()).toBe(0);
    await page.getByRole('radio', { name: '90s Computer' }).click();
    await page.locator('[data-theme="90s-computer"] main').waitFor();
    await expect.poll(fetched).toBeGreaterThan(0);
  });

  test('animate and show scanlines only while these effects are on', async ({ openGallery }) => {
    const page = await openGallery(MAIN, 'desktop', true);
    const moving = () => page.evaluate(() => document.getAnimations().length);
    const lines = () =>
      page
        .locator('.terminal__body')
        .first()
        .evaluate((body) => getComputedStyle(body).backgroundImage !== 'none');
    expect(await moving()).toBeGreaterThan(0);
    expect(await lines()).toBe(true);
    await page.getByRole('switch', { name: 'Scanlines' }).click();
    await page.getByRole('switch', { name: 'Motion' }).click();
    await expect.poll(moving).toBe(0);
    expect(await lines()).toBe(false);
    await page.reload();
    await page.getByRole('main').waitFor();
    expect(await moving()).toBe(0);
    expect(await lines()).toBe(false);
  });

  test('follow a setting changed in another tab', async ({ openGallery }) => {
    const page = await openGallery(MAIN, 'desktop', true);
    const other = await page.context().newPage();
    await other.goto('/__ui');
    await other.getByRole('switch', { name: 'Scanlines' }).click();
    await page.locator('html[data-effects-off="scanlines"]').waitFor();
    await page.getByRole('switch', { name: 'Scanlines', checked: false }).waitFor();
  });

  test('lock scrolling behind a dialog and restore the focus afterwards', async ({ openGallery }) => {
    const page = await openGallery(MAIN, 'desktop');
    const opener = page.getByRole('button', { name: 'Open dialog' });
    await opener.click();
    await page.getByRole('dialog').waitFor();
    const before = await page.evaluate(() => window.scrollY);
    await page.mouse.move(40, 40);
    await page.mouse.wheel(0, 600);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await page.evaluate(() => window.scrollY)).toBe(before);
    await expect(opener).toBeFocused();
    await page.mouse.wheel(0, 60);
    await page.waitForFunction((from) => window.scrollY > from, before);
  });
});
