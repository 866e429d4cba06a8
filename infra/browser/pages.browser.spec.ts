import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { alive } from './alive.js';
import { overflowOf } from './fit.js';
import { look as lookAt } from './look.js';
import { enter } from './members.js';
import { MISSING_PART, ProductUnderTest, SCREENS, type Visitor } from './product.js';

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

type Screen = keyof typeof SCREENS;
const screens = ['desktop', 'tablet', 'mobile'] as const satisfies readonly Screen[];

/** Every page in every mode and on every size of screen: it fits, and it breaks no rule of WCAG 2 AA. */
describe('every page', () => {
  let product: ProductUnderTest;

  beforeAll(async () => {
    product = await ProductUnderTest.start({ alone: true });
  });

  afterEach(async () => {
    expect(await product.leave()).toEqual([]);
  });

  afterAll(async () => {
    await product.stop();
  });

  const look = async (page: Page, name: string, screen: Screen): Promise<void> => {
    await page.getByRole('main').first().waitFor();
    await alive(page);
    await lookAt(page, name, screen);
  };

  /** Forms with what is wrong in them and a toast, the lower part of the landing page, and the narrow menu. */
  const lookAtStates = async (page: Page, screen: Screen): Promise<void> => {
    await page.goto('/auth');
    await page.getByRole('button', { name: 'forgotten access key' }).click();
    await page.getByText('Password Reset', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'ACCESS', exact: true }).click();
    await page.getByText('ONI_ID required to access network').waitFor();
    await look(page, 'auth-errors', screen);
    await page.getByRole('tab', { name: 'INITIALIZE' }).click();
    await page.getByRole('button', { name: 'INITIALIZE' }).click();
    await page.getByText('email required to create account').waitFor();
    await look(page, 'auth-initialize', screen);
    await page.goto('/');
    await page.getByLabel('email').fill('nobody');
    await page.getByRole('button', { name: 'claim your spot' }).click();
    await page.getByText('please enter a valid email address').waitFor();
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    await page.getByRole('heading', { name: 'System architecture' }).scrollIntoViewIfNeeded();
    await look(page, 'landing-gate', screen);
    const menu = page.getByRole('button', { name: 'Open menu' });
    if (await menu.isVisible()) {
      await menu.click();
      await page.getByRole('navigation', { name: 'Menu' }).waitFor();
      await look(page, 'menu', screen);
    }
  };

  const named = (path: string): string => path.slice(1).replaceAll('/', '-') || 'landing';

  /** What stands in place of a page whose part does not come. */
  const lookAtMissing = async ({ page, expected }: Visitor, screen: Screen): Promise<void> => {
    expected.push(MISSING_PART);
    await page.route('**/assets/purpose-*.js', (route) => route.abort());
    await page.goto('/purpose');
    await page.getByText('This page did not arrive').waitFor();
    await look(page, 'missing', screen);
  };

  const lookAsVisitor = async (screen: Screen): Promise<void> => {
    const visitor = await product.visit(0, screen);
    const { page } = visitor;
    // The crossfades of the chart are looked at when they are over.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    for (const path of OPEN_PAGES) {
      await page.goto(path);
      if (path === '/') await page.getByRole('contentinfo').waitFor();
      await look(page, named(path), screen);
    }
    await lookAtStates(page, screen);
    await lookAtMissing(visitor, screen);
  };

  const lookAsMember = async (screen: Screen): Promise<void> => {
    const { page } = await product.visitAs('Vesper Lund', 0, screen);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    for (const path of MEMBER_PAGES) {
      await page.goto(path);
      await look(page, named(path), screen);
      expect([path, new URL(page.url()).pathname]).toEqual([path, path]);
      expect(await page.getByText('Access Denied').count()).toBe(0);
    }
    await enter(page, 'Slow Radio');
    await look(page, 'room', screen);
    await page.goto('/no/such/page');
    await page.getByText('Page Not Found').waitFor();
    await look(page, 'not-found', screen);
  };

  it.each(screens)(
    'PER-004 is fit to be seen, %s',
    async (screen) => {
      // Side by side: while one page is fetched, the other is read.
      await Promise.all([lookAsVisitor(screen), lookAsMember(screen)]);
    },
    120_000,
  );

  it('NAV-001 the bar holds on one line from its narrowest on, however long the name', async () => {
    const { page } = await product.visitAs('Wolfgang Maximilian von Wunderlichhausen', 0);
    await page.goto('/fund');
    const button = page.getByRole('button', { name: /^Wolfgang/ });
    await button.waitFor();
    const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
    for (const width of [901, 961, 1_024, 1_280]) {
      await page.setViewportSize({ width, height: 700 });
      const heights = await links.evaluateAll((all) =>
        all.map((link) => link.getBoundingClientRect().height),
      );
      const end = await button.evaluate((element) => element.getBoundingClientRect().right);
      expect([width, new Set(heights).size, end <= width, await overflowOf(page)]).toEqual([
        width,
        1,
        true,
        0,
      ]);
    }
  });

  it('ROU-011 ROU-014 shows a visitor the landing page at a member’s address, which stays', async () => {
    const { page } = await product.visit(0);
    for (const path of ['/dimensions/public', '/profile', '/manifesto', '/no/such/page']) {
      await page.goto(path);
      await page.getByRole('button', { name: 'claim your spot' }).waitFor();
      expect(new URL(page.url()).pathname).toBe(path);
    }
  });
});
