import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@oniverse/testing';
import type { BrowserContext, Page } from 'playwright-core';
import { BUDGETS } from '../test/budgets.js';
import { alive } from './alive.js';
import { intercept } from './intercept.js';
import { press } from './keys.js';
import { MISSING_PART, ProductUnderTest, type SCREENS, type Visitor } from './product.js';

const screens = ['desktop', 'tablet', 'mobile'] as const satisfies readonly (keyof typeof SCREENS)[];

/** Every shift of the layout that the page made by itself until now. */
const shiftsOf = (page: Page): Promise<string[]> =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const shifts: string[] = [];
        const keep = (entries: PerformanceEntryList) => {
          shifts.push(...entries.map((entry) => JSON.stringify(entry)));
        };
        const observer = new PerformanceObserver((list) => keep(list.getEntries()));
        observer.observe({ type: 'layout-shift', buffered: true });
        // What was buffered is told before the frame after the next.
        requestAnimationFrame(() =>
          requestAnimationFrame(() =>
            setTimeout(() => {
              keep(observer.takeRecords());
              resolve(shifts);
            }, 0),
          ),
        );
      }),
  );

/** Holds back the fonts of a page. @returns lets them come */
async function holdFonts(context: BrowserContext): Promise<() => void> {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await context.route('**/*.woff2', async (route) => {
    await released;
    await route.continue();
  });
  return () => release();
}

/** Until the client has taken the place of what came drawn, and everything is there. */
async function settled(page: Page): Promise<void> {
  await alive(page);
  await page.evaluate(() => document.fonts.ready);
}

/** The first load of the open pages, as it is felt. */
describe('the first load', () => {
  let product: ProductUnderTest;

  beforeAll(async () => {
    product = await ProductUnderTest.start({ alone: true });
    for (let spot = 0; spot < 12; spot++) {
      const body = { email: `node${spot}@example.org`, source: 'landing' };
      const answer = await fetch(`${product.backend.url}/api/waitlist`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      expect(answer.status).toBe(200);
    }
  });

  afterEach(async () => {
    expect(await product.leave()).toEqual([]);
  });

  afterAll(async () => {
    await product.stop();
  });

  for (const screen of screens) {
    it(`LND-011 LND-013 nothing moves when the fonts, the client and the count come, ${screen}`, async () => {
      const { context, page } = await product.visit(0, screen);
      const letFontsCome = await holdFonts(context);
      await page.goto('/', { waitUntil: 'domcontentloaded' });
      await until('the first paint', () =>
        page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length > 0),
      );
      letFontsCome();
      await settled(page);
      await page.getByRole('contentinfo').waitFor();
      await page.getByText('12 nodes formed').waitFor();
      await until('the last digit', async () => (await page.getByTestId('count').textContent()) === '12');
      expect(await shiftsOf(page)).toEqual([]);
    });

    it(`AUT-001 nothing moves on the auth screen, ${screen}`, async () => {
      const { context, page } = await product.visit(0, screen);
      const letFontsCome = await holdFonts(context);
      await page.goto('/auth', { waitUntil: 'domcontentloaded' });
      await until('the first paint', () =>
        page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length > 0),
      );
      letFontsCome();
      await settled(page);
      expect(await shiftsOf(page)).toEqual([]);
    });
  }

  it('LND-013 nothing moves when the letters come last', async () => {
    const { context, page } = await product.visit(0, 'mobile');
    const letFontsCome = await holdFonts(context);
    await page.goto('/', { waitUntil: 'domcontentloaded' });
    await alive(page);
    await until('the last digit', async () => (await page.getByTestId('count').textContent()) === '12');
    letFontsCome();
    await page.evaluate(() => document.fonts.ready);
    expect(await shiftsOf(page)).toEqual([]);
  });

  it('the landing page asks for no more letters than its budget has', async () => {
    const { page } = await product.visit(0);
    const fonts = new Map<string, Promise<number>>();
    page.on('response', (response) => {
      if (response.url().endsWith('.woff2')) {
        fonts.set(
          response.url(),
          response.body().then(({ length }) => length),
        );
      }
    });
    await page.goto('/');
    await settled(page);
    await page.getByRole('contentinfo').waitFor();
    await page.getByRole('tab', { name: 'create' }).click();
    await page.evaluate(() => document.fonts.ready);
    let bytes = 0;
    for (const size of fonts.values()) bytes += await size;
    expect(fonts.size).toBeGreaterThan(2);
    expect(bytes).toBeLessThanOrEqual(BUDGETS.fonts);
  });

  it('NAV-008 NAV-009 a member who is not known yet is not asked in', async () => {
    const visitor = await product.visit(0);
    await visitor.page.goto('/purpose');
    await settled(visitor.page);
    await visitor.page.getByRole('link', { name: 'MY ONI' }).waitFor();

    const { page } = await product.visitAs('Vesper', 0);
    let answer: () => void = () => undefined;
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/api/auth/me', async (route) => {
      await asked;
      await route.continue();
    });
    await page.goto('/purpose');
    await settled(page);
    expect(await page.getByText('MY ONI').isVisible()).toBe(false);
    answer();
    await page.getByRole('button', { name: 'Vesper' }).waitFor();
  });

  it('AUT-044 nothing that a visitor’s first load asks for is refused', async () => {
    const { page } = await product.visit(0);
    const refused: string[] = [];
    page.on('response', (response) => {
      if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`);
    });
    await page.goto('/');
    await settled(page);
    await page.getByText('12 nodes formed').waitFor();
    expect(refused).toEqual([]);
  });

  /** What a newer version did away with, as a browser with the old one finds it. */
  const takeAway = ({ page, expected }: Visitor, part: string) => {
    expected.push(MISSING_PART);
    return intercept(page, `**/assets/${part}-*.js`, (route) =>
      route.fulfill({ status: 404, body: 'Not found' }),
    );
  };

  it('a page that a newer version did away with says so beside its navigation, and is loaded again', async () => {
    const visitor = await product.visit(0);
    const { page } = visitor;
    await page.goto('/fund');
    await settled(page);
    const giveBack = await takeAway(visitor, 'purpose');
    await press(page, page.getByRole('link', { name: 'Our Purpose' }));
    const told = page.getByRole('heading', { name: 'This page did not arrive' });
    await told.waitFor();
    expect(new URL(page.url()).pathname).toBe('/purpose');
    await press(page, page.getByRole('link', { name: 'Instructions' }));
    await page.getByRole('heading', { name: 'Claim your Oni ID' }).waitFor();
    await page.goBack();
    await told.waitFor();
    giveBack();
    await press(page, page.getByRole('button', { name: 'Load it again' }));
    await page.getByRole('heading', { name: /A social platform of dreams and galaxies/ }).waitFor();
  });

  it('a page that no network brings says so beside its navigation, and comes with the network', async () => {
    const { context, page, expected } = await product.visit(0);
    // What the router makes of a part of the client that no network brings.
    expected.push("undefined (reading 'component')");
    await page.goto('/fund');
    await settled(page);
    await context.setOffline(true);
    await press(page, page.getByRole('link', { name: 'Our Purpose', exact: true }));
    await page.getByRole('heading', { name: 'This page did not arrive' }).waitFor();
    await press(page, page.getByRole('link', { name: 'Star Fuel' }));
    await page.getByText('No payment is taken').waitFor();
    await press(page, page.getByRole('link', { name: 'Our Purpose', exact: true }));
    await page.getByRole('heading', { name: 'This page did not arrive' }).waitFor();
    await context.setOffline(false);
    await page.getByRole('heading', { name: /A social platform of dreams and galaxies/ }).waitFor();
  });

  it('no page falls with the toast or the menu that could not be fetched', async () => {
    const visitor = await product.visit(0);
    const { page, errors } = visitor;
    await takeAway(visitor, 'toast-view');
    await page.goto('/auth');
    await page.getByLabel('ONI_ID').fill('vesper');
    await page.getByRole('button', { name: 'forgotten access key' }).click();
    await until('the toast is missed', async () => errors.length > 0);
    expect(await page.getByLabel('ONI_ID').inputValue()).toBe('vesper');

    const other = await product.visitAs('Vesper Lund', 0);
    await takeAway(other, 'user-menu');
    await other.page.goto('/fund');
    await until('the menu is missed', async () => other.errors.length > 0);
    await press(other.page, other.page.getByRole('link', { name: 'Vesper Lund' }));
    await other.page.waitForURL('**/profile');
  });

  it('a page is readable before any script of the client is there, and its links work', async () => {
    const { context, page } = await product.visit(0);
    await context.route('**/assets/*.js', (route) => route.abort());
    await page.goto('/');
    await page.getByText('the network made to ripple').waitFor();
    await page.getByRole('link', { name: 'MY ONI' }).click();
    await page.getByRole('heading', { name: 'Come back in.' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/auth');
    await page.getByRole('link', { name: 'Star Fuel' }).click();
    await page.getByText('No payment is taken').waitFor();
  });
});
