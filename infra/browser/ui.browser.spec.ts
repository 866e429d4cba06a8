import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { faultsOf, overflowOf, type Rules } from './fit.js';
import { keepPicture } from './pictures.js';
import { type Look, SpecimenUnderTest } from './specimen.js';

const THEMES = ['main-cyberpunk', '90s-computer'] as const;
const NINETIES: Look = { theme: '90s-computer', mode: 'light' };
const MAIN: Look = { theme: 'main-cyberpunk', mode: 'dark' };
/** A page of every component takes a while to examine on a busy machine. */
const PATIENCE_MS = 240_000;
const FINGER = 44;

/** Every component in every theme and mode, on every size of screen. */
describe('the components', () => {
  let specimen: SpecimenUnderTest;

  beforeAll(async () => {
    specimen = await SpecimenUnderTest.start();
  });

  afterEach(async () => {
    expect(await specimen.leave()).toEqual([]);
  });

  afterAll(async () => {
    await specimen.stop();
  });

  const expectAccessible = async (page: Page, rules: Rules, ...parts: string[]): Promise<void> => {
    // Axe tells no contrast before a pseudo element; the picture of the desktop stands behind windows alone.
    const style = await page.addStyleTag({ content: '.wears--ground::before { display: none !important }' });
    const faults = await faultsOf(page, { rules, parts, strict: true });
    await style.evaluate((element) => element.parentNode?.removeChild(element));
    expect(faults).toEqual([]);
  };

  /** Which of the page's controls a finger of 44 px misses. */
  const missedByFingers = (page: Page): Promise<string[]> =>
    page.evaluate(
      (reach) => {
        const controls = document.querySelectorAll<HTMLElement>(
          'main :is(a, button, input, textarea):not([aria-hidden="true"])',
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
      FINGER / 2 - 1,
    );

  /** Walks the page by keyboard. @returns how many stops there were, and which showed no ring */
  const walk = async (page: Page): Promise<{ stops: number; unseen: string[] }> => {
    const unseen: string[] = [];
    for (let stops = 0; ;) {
      await page.keyboard.press('Tab');
      const stop = await page.evaluate(() => {
        const at = document.activeElement;
        if (!at?.closest('main')) return null;
        const { outlineStyle, outlineWidth } = getComputedStyle(at);
        const ring = outlineStyle === 'solid' && outlineWidth === '2px';
        return { name: `${at.className} ${at.textContent}`, ring };
      });
      if (stop === null && stops > 0) return { stops, unseen };
      if (stop === null) continue;
      stops += 1;
      if (!stop.ring) unseen.push(stop.name);
    }
  };

  /** Opens everything that opens over the page, in its turn. */
  const openAll = async (page: Page, screen: string, named: string, rules: Rules = 'all'): Promise<void> => {
    const expectWorn = async (role: 'dialog' | 'alertdialog' | 'menu' | 'listbox') => {
      const worn = await page.getByRole(role).evaluate((part) => {
        const around = part.closest<HTMLElement>('[data-theme]');
        return `${around?.dataset['theme']}-${around?.dataset['mode']}`;
      });
      expect([role, worn]).toEqual([role, named]);
    };
    await page.getByRole('button', { name: 'Open dialog' }).click();
    await expectWorn('dialog');
    await expectAccessible(page, rules, '[role="dialog"]');
    await page.getByRole('dialog').getByRole('combobox', { name: 'Board' }).click();
    await expectWorn('listbox');
    await keepPicture(page, `ui-dialog-${screen}-${named}`);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Ask first' }).click();
    await expectWorn('alertdialog');
    await expectAccessible(page, rules, '[role="alertdialog"]');
    await keepPicture(page, `ui-confirm-${screen}-${named}`);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Show failure' }).click();
    // A toast that is pointed at stays.
    await page.getByText('Connection Failed', { exact: true }).hover();
    await expectAccessible(page, rules, '.toast');
    await page.getByRole('button', { name: 'Image menu' }).click();
    await expectWorn('menu');
    await page.keyboard.press('ArrowDown');
    await expectAccessible(page, rules, '[role="menu"]');
    await keepPicture(page, `ui-menu-${screen}-${named}`);
    await page.keyboard.press('Escape');
  };

  describe.each(THEMES)('THM-008 THM-009 in the theme %s', (theme) => {
    it(
      'are fit to be seen in both modes, and walked through by keyboard, desktop',
      async () => {
        const page = await specimen.open({ theme, mode: 'dark' }, 'desktop');
        expect(await overflowOf(page)).toBe(0);
        await expectAccessible(page, 'all');
        await keepPicture(page, `ui-desktop-${theme}-dark`, true);
        const { stops, unseen } = await walk(page);
        expect(unseen).toEqual([]);
        expect(stops).toBeGreaterThan(40);
        await openAll(page, 'desktop', `${theme}-dark`);

        // A mode changes colours, and nothing else.
        await specimen.turn(page, 'light');
        await expectAccessible(page, 'colours');
        await keepPicture(page, `ui-desktop-${theme}-light`, true);
        await openAll(page, 'desktop', `${theme}-light`, 'colours');
      },
      PATIENCE_MS,
    );

    it(
      'are fit to be seen, tablet',
      async () => {
        const page = await specimen.open({ theme, mode: 'light' }, 'tablet');
        expect(await overflowOf(page)).toBe(0);
        await expectAccessible(page, 'all but colours');
        await keepPicture(page, `ui-tablet-${theme}-light`, true);
      },
      PATIENCE_MS,
    );

    it(
      'are fit to be seen and touched, mobile',
      async () => {
        const page = await specimen.open({ theme, mode: 'light' }, 'mobile');
        expect(await overflowOf(page)).toBe(0);
        await expectAccessible(page, 'all');
        await keepPicture(page, `ui-mobile-${theme}-light`, true);
        expect(await missedByFingers(page)).toEqual([]);
        await openAll(page, 'mobile', `${theme}-light`);
      },
      PATIENCE_MS,
    );
  });

  it('what looks for faults finds those that are planted, in what it is asked for', async () => {
    const page = await specimen.open(MAIN, 'desktop');
    await page.getByRole('main').evaluate((main) => {
      main.innerHTML = '<img src="data:,"><p style="color: #777; background: #888">Hardly seen</p>';
    });
    const rulesOf = async (...asked: Parameters<typeof faultsOf>) =>
      (await faultsOf(...asked)).map((fault) => fault.split(':')[0] ?? '').toSorted();
    expect(await faultsOf(page, { rules: 'all but colours' })).toEqual(['image-alt: img']);
    expect(await rulesOf(page)).toEqual(['color-contrast', 'image-alt']);
    expect(await rulesOf(page, { rules: 'colours' })).toEqual(['color-contrast']);
    expect(await rulesOf(page, { parts: ['main > p'] })).toEqual(['color-contrast']);
    expect(await rulesOf(page, { except: 'main > p', without: ['image-alt'] })).toEqual([]);
  });

  it('what tells faults waits for a colour that is on its way', async () => {
    const page = await specimen.open(MAIN, 'desktop', true);
    await page.getByRole('main').evaluate((main) => {
      main.innerHTML = '<p style="color: #888; background: #888; transition: color 500ms">Seen soon</p>';
      const text = main.querySelector('p');
      // Read once, so that there is a colour to come from.
      if (text && getComputedStyle(text).color) text.style.color = '#000';
    });
    expect(await faultsOf(page, { rules: 'colours' })).toEqual([]);
  });

  it('THM-010 THM-011 THM-012 the 90s computer has its face and its desktop, and the site around it has its own', async () => {
    const page = await specimen.open(NINETIES, 'desktop');
    const styles = await page.evaluate(() => {
      const face = (selector: string) =>
        getComputedStyle(document.querySelector(selector) ?? document.body).fontFamily;
      const ground = document.querySelector('.wears--ground') ?? document.body;
      return {
        button: face('main .btn'),
        site: face('.spec__bar .seg__i'),
        siteTitle: face('.spec__bar h1'),
        desk: getComputedStyle(ground, '::before').backgroundImage,
        loaded: [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family),
      };
    });
    expect(styles.button).toMatch(/^"Jersey 20", Chicago,/u);
    expect(styles.site).toMatch(/^"IBM Plex Mono"/u);
    expect(styles.siteTitle).toMatch(/^"Old Standard TT"/u);
    expect(styles.desk).toMatch(/desk-light\.png/u);
    expect(styles.loaded.map((family) => family.replaceAll('"', ''))).toContain('Jersey 20');
  });

  it('nothing of the 90s computer is fetched before a profile wears it', async () => {
    const page = await specimen.open(MAIN, 'desktop');
    const fetched = () =>
      page.evaluate(
        () =>
          performance.getEntriesByType('resource').filter(({ name }) => name.includes('/nineties/')).length,
      );
    expect(await fetched()).toBe(0);
    await page.getByRole('radio', { name: '90s Computer' }).click();
    await page.locator('[data-theme="90s-computer"] main').waitFor();
    expect(await fetched()).toBeGreaterThan(0);
  });

  it('move only while motion is switched on, and terminals have scanlines only while they are', async () => {
    const page = await specimen.open(MAIN, 'desktop', true);
    const moving = () => page.evaluate(() => document.getAnimations().length);
    const lines = () =>
      page.locator('.term__body').evaluate((body) => getComputedStyle(body).backgroundImage !== 'none');
    expect(await moving()).toBeGreaterThan(0);
    expect(await lines()).toBe(true);
    await page.getByRole('switch', { name: 'Scanlines' }).click();
    await page.getByRole('switch', { name: 'Motion' }).click();
    expect(await moving()).toBe(0);
    expect(await lines()).toBe(false);
    await page.reload();
    await page.getByRole('main').waitFor();
    expect(await moving()).toBe(0);
    expect(await lines()).toBe(false);
  });

  it('follow a switch of another tab', async () => {
    const page = await specimen.open(MAIN, 'desktop', true);
    const other = await page.context().newPage();
    await other.goto('/__ui');
    await other.getByRole('switch', { name: 'Scanlines' }).click();
    await expect(
      page
        .locator('html[data-effects-off="scanlines"]')
        .waitFor()
        .then(() => page.getByRole('switch', { name: 'Scanlines' }).isChecked()),
    ).resolves.toBe(false);
  });

  it('a dialog keeps the page behind it from scrolling, and gives the focus back', async () => {
    const page = await specimen.open(MAIN, 'desktop');
    const opener = page.getByRole('button', { name: 'Open dialog' });
    await opener.click();
    await page.getByRole('dialog').waitFor();
    const before = await page.evaluate(() => window.scrollY);
    await page.mouse.move(40, 40);
    await page.mouse.wheel(0, 600);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await page.evaluate(() => window.scrollY)).toBe(before);
    expect(await opener.evaluate((button) => button === document.activeElement)).toBe(true);
    await page.mouse.wheel(0, 60);
    await page.waitForFunction((from) => window.scrollY > from, before);
  });
});
