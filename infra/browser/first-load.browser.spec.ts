import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { waitUntil } from '@oniverse/testing';
import type { BrowserContext, Page } from 'playwright-core';
import { BUDGETS } from '../test/budgets.js';
import { chunkPattern } from './chunks.js';
import { waitForHydration } from './hydration.js';
import { interceptRequests } from './intercept.js';
import { pressKeyOn } from './keyboard.js';
import { MISSING_CHUNK_ERROR, ProductUnderTest, type SCREENS, type Visitor } from './product.js';

const screens = ['desktop', 'tablet', 'mobile'] as const satisfies readonly (keyof typeof SCREENS)[];

const collectLayoutShifts = (page: Page): Promise<string[]> =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const shifts: string[] = [];
        const addShifts = (entries: PerformanceEntryList) => {
          shifts.push(...entries.map((entry) => JSON.stringify(entry)));
        };
        const observer = new PerformanceObserver((list) => addShifts(list.getEntries()));
        observer.observe({ type: 'layout-shift', buffered: true });
        // Buffered entries arrive within two frames.
        requestAnimationFrame(() =>
          requestAnimationFrame(() =>
            setTimeout(() => {
              addShifts(observer.takeRecords());
              resolve(shifts);
            }, 0),
          ),
        );
      }),
  );

/** Delays the fonts of a page. @returns a function that releases them */
async function delayFonts(context: BrowserContext): Promise<() => void> {
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

async function waitUntilLoaded(page: Page): Promise<void> {
  await waitForHydration(page);
  await page.evaluate(() => document.fonts.ready);
}

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
    expect(await product.closeBrowsers()).toEqual([]);
  });

  afterAll(async () => {
    await product.stop();
  });

  for (const screen of screens) {
    it(`LND-011 LND-013 causes no layout shift when fonts, client and count load, ${screen}`, async () => {
      const { context, page } = await product.visit(0, screen);
      const releaseFonts = await delayFonts(context);
      await page.goto('/', { waitUntil: 'domcontentloaded' });
      await waitUntil('the first paint', () =>
        page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length > 0),
      );
      releaseFonts();
      await waitUntilLoaded(page);
      await page.getByRole('contentinfo').waitFor();
      await page.getByText('12 nodes formed').waitFor();
      await waitUntil('the last digit', async () => (await page.getByTestId('count').textContent()) === '12');
      expect(await collectLayoutShifts(page)).toEqual([]);
    });

    it(`AUT-001 causes no layout shift on the auth screen, ${screen}`, async () => {
      const { context, page } = await product.visit(0, screen);
      const releaseFonts = await delayFonts(context);
      await page.goto('/auth', { waitUntil: 'domcontentloaded' });
      await waitUntil('the first paint', () =>
        page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length > 0),
      );
      releaseFonts();
      await waitUntilLoaded(page);
      expect(await collectLayoutShifts(page)).toEqual([]);
    });
  }

  it('LND-013 causes no layout shift when fonts load last', async () => {
    const { context, page } = await product.visit(0, 'mobile');
    const releaseFonts = await delayFonts(context);
    await page.goto('/', { waitUntil: 'domcontentloaded' });
    await waitForHydration(page);
    await waitUntil('the last digit', async () => (await page.getByTestId('count').textContent()) === '12');
    releaseFonts();
    await page.evaluate(() => document.fonts.ready);
    expect(await collectLayoutShifts(page)).toEqual([]);
  });

  it('keeps the fonts of the landing page within budget', async () => {
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
    await waitUntilLoaded(page);
    await page.getByRole('contentinfo').waitFor();
    await page.getByRole('tab', { name: 'create' }).click();
    await page.evaluate(() => document.fonts.ready);
    let bytes = 0;
    for (const size of fonts.values()) bytes += await size;
    expect(fonts.size).toBeGreaterThan(2);
    expect(bytes).toBeLessThanOrEqual(BUDGETS.fonts);
  });

  it('NAV-008 NAV-009 shows no login link while the session is being checked', async () => {
    const visitor = await product.visit(0);
    await visitor.page.goto('/purpose');
    await waitUntilLoaded(visitor.page);
    await visitor.page.getByRole('link', { name: 'MY ONI' }).waitFor();

    const { page } = await product.visitAs('Vesper', 0);
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/api/auth/me', async (route) => {
      await released;
      await route.continue();
    });
    await page.goto('/purpose');
    await waitUntilLoaded(page);
    expect(await page.getByText('MY ONI').isVisible()).toBe(false);
    release();
    await page.getByRole('button', { name: 'Vesper' }).waitFor();
  });

  it('AUT-044 sends no failing request on a visitor’s first load', async () => {
    const { page } = await product.visit(0);
    const refused: string[] = [];
    page.on('response', (response) => {
      if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`);
    });
    await page.goto('/');
    await waitUntilLoaded(page);
    await page.getByText('12 nodes formed').waitFor();
    expect(refused).toEqual([]);
  });

  /** Makes a chunk unavailable, as after a new release. @returns a function that restores it */
  const removeChunk = async ({ page, expectedErrors }: Visitor, part: string) => {
    expectedErrors.push(MISSING_CHUNK_ERROR);
    return interceptRequests(page, await chunkPattern(part), (route) =>
      route.fulfill({ status: 404, body: 'Not found' }),
    );
  };

  it('shows an error beside the navigation when a page’s chunk is gone, and reloads it', async () => {
    const visitor = await product.visit(0);
    const { page } = visitor;
    await page.goto('/fund');
    await waitUntilLoaded(page);
    const restoreChunk = await removeChunk(visitor, 'purpose');
    await pressKeyOn(page, page.getByRole('link', { name: 'Our Purpose' }));
    const error = page.getByRole('heading', { name: 'This page did not arrive' });
    await error.waitFor();
    expect(new URL(page.url()).pathname).toBe('/purpose');
    await pressKeyOn(page, page.getByRole('link', { name: 'Instructions' }));
    await page.getByRole('heading', { name: 'Claim your Oni ID' }).waitFor();
    await page.goBack();
    await error.waitFor();
    restoreChunk();
    await pressKeyOn(page, page.getByRole('button', { name: 'Reload the page' }));
    await page.getByRole('heading', { name: /A social platform of dreams and galaxies/ }).waitFor();
  });

  it('reloads an outdated tab once and keeps its drafts', async () => {
    const visitor = await product.visitAs('Vesper Lund', 0);
    const { page } = visitor;
    await page.goto('/homepage');
    await page.getByRole('textbox', { name: 'Title' }).fill('Begun before the upgrade');
    const restoreChunk = await removeChunk(visitor, 'album');
    let loads = 0;
    page.on('request', (request) => {
      if (!request.isNavigationRequest()) return;
      loads += 1;
      restoreChunk();
    });
    await pressKeyOn(page, page.getByRole('link', { name: 'Album', exact: true }));
    await page.getByRole('heading', { level: 1, name: 'Album' }).waitFor();
    expect(loads).toBe(1);
    await page.goto('/homepage');
    expect(await page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Begun before the upgrade');
  });

  it('shows an error beside the navigation while offline and loads the page when back online', async () => {
    const { context, page, expectedErrors } = await product.visit(0);
    // The router's error for a chunk that cannot be loaded.
    expectedErrors.push("undefined (reading 'component')");
    await page.goto('/fund');
    await waitUntilLoaded(page);
    await context.setOffline(true);
    await pressKeyOn(page, page.getByRole('link', { name: 'Our Purpose', exact: true }));
    await page.getByRole('heading', { name: 'This page did not arrive' }).waitFor();
    await pressKeyOn(page, page.getByRole('link', { name: 'Star Fuel' }));
    await page.getByText('No payment is taken').waitFor();
    await pressKeyOn(page, page.getByRole('link', { name: 'Our Purpose', exact: true }));
    await page.getByRole('heading', { name: 'This page did not arrive' }).waitFor();
    await context.setOffline(false);
    await page.getByRole('heading', { name: /A social platform of dreams and galaxies/ }).waitFor();
  });

  it('keeps pages working when the toast or menu chunk fails to load', async () => {
    const visitor = await product.visit(0);
    const { page, errors } = visitor;
    await removeChunk(visitor, 'toast-view');
    await page.goto('/auth');
    await waitForHydration(page);
    await page.getByLabel('ONI_ID').fill('vesper');
    await page.getByRole('button', { name: 'forgotten access key' }).click();
    await waitUntil('the toast to fail', async () => errors.length > 0);
    expect(await page.getByLabel('ONI_ID').inputValue()).toBe('vesper');

    const other = await product.visitAs('Vesper Lund', 0);
    await removeChunk(other, 'user-menu');
    await other.page.goto('/fund');
    await waitUntil('the menu to fail', async () => other.errors.length > 0);
    await pressKeyOn(other.page, other.page.getByRole('link', { name: 'Vesper Lund' }));
    await other.page.waitForURL('**/profile');
  });

  it('shows readable pages with working links before any client script loads', async () => {
    const { context, page } = await product.visit(0);
    await context.route('**/assets/*.js', (route) => route.abort());
    await page.goto('/');
    await page.getByText('the network made to ripple').waitFor();
    await page.getByRole('link', { name: 'MY ONI' }).click();
    await page.getByRole('heading', { name: 'Welcome back.' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/auth');
    await page.getByRole('link', { name: 'Star Fuel' }).click();
    await page.getByText('No payment is taken').waitFor();
  });

  it('gives every public page metadata for link previews', async () => {
    const { context, page } = await product.visit(0);
    await page.goto('/');
    const { origin } = new URL(page.url());
    const titles = new Set<string>();
    for (const path of ['/', '/auth', '/purpose', '/instructions', '/fund']) {
      const html = await (await context.request.get(path)).text();
      const metaContents = (name: string) =>
        [...html.matchAll(new RegExp(`<meta property="og:${name}" content="([^"]+)" />`, 'g'))].map(
          ([, content]) => content,
        );
      expect(metaContents('url')).toEqual([`${origin}${path}`]);
      expect([metaContents('type'), metaContents('site_name')]).toEqual([['website'], ['Oniverse']]);
      expect(metaContents('description')).toHaveLength(1);
      for (const title of metaContents('title')) titles.add(title ?? '');
    }
    expect(titles.size).toBe(5);
  });
});
