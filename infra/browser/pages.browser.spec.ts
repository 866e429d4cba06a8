import { AxeBuilder } from '@axe-core/playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { alive } from './alive.js';
import { enter, register } from './members.js';
import { ProductUnderTest, SCREENS } from './product.js';

const OPEN_PAGES = ['/', '/auth', '/clean-auth', '/purpose', '/instructions', '/fund'];
const MEMBER_PAGES = [
  '/homepage',
  '/dimensions',
  '/dimensions/public',
  '/dimensions/private',
  '/profile',
  '/settings',
  '/constellation',
  '/archive',
  '/album',
];

const screens = ['desktop', 'tablet', 'mobile'] as const satisfies readonly (keyof typeof SCREENS)[];
const modes = ['dark', 'light'] as const;

/** Every page in every mode and on every size of screen: it fits, it breaks no rule of WCAG 2 AA, it is kept. */
describe('every page', () => {
  let product: ProductUnderTest;

  beforeAll(async () => {
    product = await ProductUnderTest.start();
  });

  afterEach(async () => {
    expect(await product.leave()).toEqual([]);
  });

  afterAll(async () => {
    await product.stop();
  });

  const look = async (page: Page, name: string): Promise<void> => {
    await page.getByRole('main').first().waitFor();
    await alive(page);
    await page.evaluate(() => document.fonts.ready);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect([name, overflow]).toEqual([name, 0]);
    const { violations } = await new AxeBuilder({ page })
      .withTags(['wcag2a', 'wcag2aa', 'wcag21aa'])
      .analyze();
    expect([
      name,
      violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => String(target)).join(', ')}`),
    ]).toEqual([name, []]);
    await product.keep(page, name);
  };

  /** Forms with what is wrong in them, the lower part of the landing page, and the narrow menu. */
  const lookAtStates = async (page: Page, name: string): Promise<void> => {
    await page.goto('/auth');
    await page.getByRole('button', { name: 'ACCESS', exact: true }).click();
    await page.getByText('ONI_ID required to access network').waitFor();
    await look(page, `auth-errors-${name}`);
    await page.getByRole('tab', { name: 'INITIALIZE' }).click();
    await page.getByRole('button', { name: 'INITIALIZE' }).click();
    await page.getByText('email required to create account').waitFor();
    await look(page, `auth-initialize-${name}`);
    await page.goto('/');
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    await page.getByRole('heading', { name: 'System architecture' }).scrollIntoViewIfNeeded();
    await look(page, `landing-gate-${name}`);
    const menu = page.getByRole('button', { name: 'Open menu' });
    if (await menu.isVisible()) {
      await menu.click();
      await page.getByRole('navigation', { name: 'Menu' }).waitFor();
      await look(page, `menu-${name}`);
    }
  };

  const named = (path: string): string => path.slice(1).replaceAll('/', '-') || 'landing';

  for (const screen of screens) {
    for (const mode of modes) {
      it(`is fit to be seen, ${screen}, ${mode}`, async () => {
        const { context, page } = await product.visit(0, screen);
        // The crossfades of the chart are looked at when they are over.
        await page.emulateMedia({ reducedMotion: 'reduce' });
        await context.addInitScript((theme) => localStorage.setItem('oni-theme', theme), mode);
        for (const path of OPEN_PAGES) {
          await page.goto(path);
          if (path === '/') await page.getByRole('contentinfo').waitFor();
          await look(page, `${named(path)}-${screen}-${mode}`);
        }
        await lookAtStates(page, `${screen}-${mode}`);
        await register(page, 'Vesper Lund');
        for (const path of MEMBER_PAGES) {
          await page.goto(path);
          await look(page, `${named(path)}-${screen}-${mode}`);
        }
        await enter(page, 'Slow Radio');
        await look(page, `room-${screen}-${mode}`);
        await page.goto('/no/such/page');
        await page.getByText('Page Not Found').waitFor();
        await look(page, `not-found-${screen}-${mode}`);
        // Two dozen pages, each of them read by axe.
      }, 180_000);
    }
  }

  it('ROU-011 ROU-014 shows a visitor the landing page at a member’s address, which stays', async () => {
    const { page } = await product.visit(1);
    for (const path of ['/dimensions/public', '/profile', '/manifesto', '/no/such/page']) {
      await page.goto(path);
      await page.getByRole('button', { name: 'claim your spot' }).waitFor();
      expect(new URL(page.url()).pathname).toBe(path);
    }
  });
});
