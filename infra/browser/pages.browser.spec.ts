import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { waitForHydration } from './hydration.js';
import { measureOverflow } from './accessibility.js';
import { chunkPattern } from './chunks.js';
import { checkPage } from './check-page.js';
import { interceptRequests } from './intercept.js';
import { enterDimension } from './members.js';
import { MISSING_CHUNK_ERROR, ProductUnderTest, SCREENS, type Visitor } from './product.js';

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

describe('every page', () => {
  let product: ProductUnderTest;

  beforeAll(async () => {
    product = await ProductUnderTest.start({ alone: true });
  });

  afterEach(async () => {
    expect(await product.closeBrowsers()).toEqual([]);
  });

  afterAll(async () => {
    await product.stop();
  });

  const checkLoadedPage = async (page: Page, name: string, screen: Screen): Promise<void> => {
    await page.getByRole('main').first().waitFor();
    await waitForHydration(page);
    await checkPage(page, name, screen);
  };

  /** Checks form errors, a toast, the lower part of the landing page and the narrow menu. */
  const checkStates = async (page: Page, screen: Screen): Promise<void> => {
    await page.goto('/auth');
    await page.getByRole('button', { name: 'forgotten access key' }).click();
    await page.getByText('Password Reset', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'ACCESS', exact: true }).click();
    await page.getByText('ONI_ID required to access network').waitFor();
    await checkLoadedPage(page, 'auth-errors', screen);
    await page.getByRole('tab', { name: 'INITIALIZE' }).click();
    await page.getByRole('button', { name: 'INITIALIZE' }).click();
    await page.getByText('email required to create account').waitFor();
    await checkLoadedPage(page, 'auth-initialize', screen);
    await page.goto('/');
    await waitForHydration(page);
    await page.getByLabel('email').fill('nobody');
    await page.getByRole('button', { name: 'claim your spot' }).click();
    await page.getByText('please enter a valid email address').waitFor();
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    await page.getByRole('heading', { name: 'System architecture' }).scrollIntoViewIfNeeded();
    await checkLoadedPage(page, 'landing-gate', screen);
    const menu = page.getByRole('button', { name: 'Open menu' });
    if (await menu.isVisible()) {
      await menu.click();
      await page.getByRole('navigation', { name: 'Menu' }).waitFor();
      await checkLoadedPage(page, 'menu', screen);
    }
  };

  const screenshotName = (path: string): string => path.slice(1).replaceAll('/', '-') || 'landing';

  const checkMissingChunk = async ({ page, expectedErrors }: Visitor, screen: Screen): Promise<void> => {
    expectedErrors.push(MISSING_CHUNK_ERROR);
    await interceptRequests(page, await chunkPattern('purpose'), (route) => route.abort());
    await page.goto('/purpose');
    await page.getByText('This page did not arrive').waitFor();
    await checkLoadedPage(page, 'missing', screen);
  };

  const checkAsVisitor = async (screen: Screen): Promise<void> => {
    const visitor = await product.visit(0, screen);
    const { page } = visitor;
    // Skips the crossfades of the chart.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    for (const path of OPEN_PAGES) {
      await page.goto(path);
      if (path === '/') await page.getByRole('contentinfo').waitFor();
      await checkLoadedPage(page, screenshotName(path), screen);
    }
    await checkStates(page, screen);
    await checkMissingChunk(visitor, screen);
  };

  const checkAsMember = async (screen: Screen): Promise<void> => {
    const { page } = await product.visitAs('Vesper Lund', 0, screen);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    for (const path of MEMBER_PAGES) {
      await page.goto(path);
      await checkLoadedPage(page, screenshotName(path), screen);
      expect([path, new URL(page.url()).pathname]).toEqual([path, path]);
      expect(await page.getByText('Access Denied').count()).toBe(0);
    }
    await enterDimension(page, 'Slow Radio');
    await checkLoadedPage(page, 'channel', screen);
    await page.goto('/no/such/page');
    await page.getByText('Page Not Found').waitFor();
    await checkLoadedPage(page, 'not-found', screen);
  };

  it.each(screens)(
    'PER-004 fits its screen and meets WCAG 2 AA, %s',
    async (screen) => {
      // In parallel: one page loads while the other is checked.
      await Promise.all([checkAsVisitor(screen), checkAsMember(screen)]);
    },
    400_000,
  );

  it('NAV-001 keeps the navigation bar on one line at every width, even with a long name', async () => {
    const { page } = await product.visitAs('Wolfgang Maximilian von Wunderlichhausen', 0);
    await page.goto('/fund');
    const button = page.getByRole('button', { name: /^Wolfgang/ });
    await button.waitFor();
    const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
    for (const width of [901, 961, 1_024, 1_280]) {
      await page.setViewportSize({ width, height: 700 });
      await page.waitForFunction((expected) => window.innerWidth === expected, width);
      const heights = await links.evaluateAll((all) =>
        all.map((link) => link.getBoundingClientRect().height),
      );
      const end = await button.evaluate((element) => element.getBoundingClientRect().right);
      expect([width, new Set(heights).size, end <= width, await measureOverflow(page)]).toEqual([
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
