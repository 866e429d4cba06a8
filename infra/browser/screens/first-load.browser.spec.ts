import { uniqueName } from '@oniverse/testing';
import { type BrowserContext, expect, type Page } from '@playwright/test';
import { BUDGETS } from '../../test/budgets.js';
import { chunkPattern } from '../chunks.js';
import { waitForHydration } from '../hydration.js';
import { interceptRequests } from '../intercept.js';
import { pressKeyOn } from '../keyboard.js';
import { MISSING_CHUNK_ERROR, type ProductUnderTest, type Screen, test, type Visitor } from '../product.js';

const screens = ['desktop', 'tablet', 'mobile'] as const satisfies readonly Screen[];

/** The system's fonts whose metrics the fallback of the pages' fonts has (`frontend/src/styles/fonts.css`). */
const FALLBACK_FONTS = ['Times New Roman', 'Liberation Serif', 'Tinos'];

/** @throws Error if the system has none of the fallback fonts, so that pages must shift when theirs load */
async function requireFallbackFont(page: Page): Promise<void> {
  const hasFont = await page.evaluate(async (names) => {
    const loads = names.map((name) => new FontFace('fallback', `local("${name}")`).load());
    return Promise.any(loads).then(
      () => true,
      () => false,
    );
  }, FALLBACK_FONTS);
  if (!hasFont) {
    throw new Error(
      `Install one of these fonts: ${FALLBACK_FONTS.join(', ')} (in Debian: fonts-liberation).`,
    );
  }
}

async function collectLayoutShifts(page: Page): Promise<string[]> {
  await requireFallbackFont(page);
  return page.evaluate(
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
}

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

async function waitForFirstPaint(page: Page): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
}

/** Returns the number that the landing page shows. */
async function countNodes({ dataSource }: ProductUnderTest): Promise<string> {
  const [{ count }]: [{ count: string }] = await dataSource.query('SELECT count(*) FROM waitlist_entries');
  return count;
}

async function waitUntilLoaded(page: Page): Promise<void> {
  await waitForHydration(page);
  await page.evaluate(() => document.fonts.ready);
}

test.describe('the first load', () => {
  test.beforeAll(async ({ product }) => {
    // Two digits in the counter, whatever the database had.
    for (let spot = 0; spot < 12; spot++) {
      const body = { email: `${uniqueName()}@example.org`, source: 'landing' };
      const answer = await fetch(`${product.url}/api/waitlist`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      expect(answer.status).toBe(200);
    }
  });

  for (const screen of screens) {
    test(`LND-011 LND-013 causes no layout shift when fonts, client and count load, ${screen}`, async ({
      product,
      visit,
    }) => {
      const { context, page } = await visit(0, screen);
      const releaseFonts = await delayFonts(context);
      await page.goto('/', { waitUntil: 'domcontentloaded' });
      await waitForFirstPaint(page);
      releaseFonts();
      await waitUntilLoaded(page);
      await page.getByRole('contentinfo').waitFor();
      const count = await countNodes(product);
      await page.getByText(`${count} nodes formed`).waitFor();
      await expect(page.getByTestId('count')).toHaveText(count);
      expect(await collectLayoutShifts(page)).toEqual([]);
    });

    test(`AUT-001 causes no layout shift on the auth screen, ${screen}`, async ({ visit }) => {
      const { context, page } = await visit(0, screen);
      const releaseFonts = await delayFonts(context);
      await page.goto('/auth', { waitUntil: 'domcontentloaded' });
      await waitForFirstPaint(page);
      releaseFonts();
      await waitUntilLoaded(page);
      expect(await collectLayoutShifts(page)).toEqual([]);
    });
  }

  test('LND-013 causes no layout shift when fonts load last', async ({ product, visit }) => {
    const { context, page } = await visit(0, 'mobile');
    const releaseFonts = await delayFonts(context);
    await page.goto('/', { waitUntil: 'domcontentloaded' });
    await waitForHydration(page);
    await expect(page.getByTestId('count')).toHaveText(await countNodes(product));
    releaseFonts();
    await page.evaluate(() => document.fonts.ready);
    expect(await collectLayoutShifts(page)).toEqual([]);
  });

  test('keeps the fonts of the landing page within budget', async ({ visit }) => {
    const { page } = await visit(0);
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

  test('NAV-008 NAV-009 shows no login link while the session is being checked', async ({
    visit,
    visitAs,
  }) => {
    const visitor = await visit(0);
    await visitor.page.goto('/purpose');
    await waitUntilLoaded(visitor.page);
    await visitor.page.getByRole('link', { name: 'MY ONI' }).waitFor();

    const { page } = await visitAs('Vesper', 0);
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

  test('AUT-044 sends no failing request on a visitor’s first load', async ({ product, visit }) => {
    const { page } = await visit(0);
    const refused: string[] = [];
    page.on('response', (response) => {
      if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`);
    });
    await page.goto('/');
    await waitUntilLoaded(page);
    await page.getByText(`${await countNodes(product)} nodes formed`).waitFor();
    expect(refused).toEqual([]);
  });

  /** Makes a chunk unavailable, as after a new release. @returns a function that restores it */
  const removeChunk = async ({ page, expectedErrors }: Visitor, part: string) => {
    expectedErrors.push(MISSING_CHUNK_ERROR);
    return interceptRequests(page, await chunkPattern(part), (route) =>
      route.fulfill({ status: 404, body: 'Not found' }),
    );
  };

  test('shows an error beside the navigation when a page’s chunk is gone, and reloads it', async ({
    visit,
  }) => {
    const visitor = await visit(0);
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

  test('reloads an outdated tab once and keeps its drafts', async ({ visitAs }) => {
    const visitor = await visitAs('Vesper Lund', 0);
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
    await page.getByRole('link', { name: 'Album', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Album' }).waitFor();
    expect(loads).toBe(1);
    await page.goto('/homepage');
    expect(await page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Begun before the upgrade');
  });

  test('shows an error beside the navigation while offline and loads the page when back online', async ({
    visit,
  }) => {
    const { context, page, expectedErrors } = await visit(0);
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

  test('keeps pages working when the toast or menu chunk fails to load', async ({ visit, visitAs }) => {
    const visitor = await visit(0);
    const { page, errors } = visitor;
    await removeChunk(visitor, 'toast-view');
    await page.goto('/auth');
    await waitForHydration(page);
    await page.getByLabel('ONI_ID').fill('vesper');
    await page.getByRole('button', { name: 'forgotten access key' }).click();
    await expect.poll(() => errors).not.toEqual([]);
    expect(await page.getByLabel('ONI_ID').inputValue()).toBe('vesper');

    const other = await visitAs('Vesper Lund', 0);
    await removeChunk(other, 'user-menu');
    await other.page.goto('/fund');
    await expect.poll(() => other.errors).not.toEqual([]);
    await pressKeyOn(other.page, other.page.getByRole('link', { name: 'Vesper Lund' }));
    await other.page.waitForURL('**/profile');
  });

  test('shows readable pages with working links before any client script loads', async ({ visit }) => {
    const { context, page } = await visit(0);
    await context.route('**/assets/*.js', (route) => route.abort());
    await page.goto('/');
    await page.getByText('the network made to ripple').waitFor();
    await page.getByRole('link', { name: 'MY ONI' }).click();
    await page.getByRole('heading', { name: 'Welcome back.' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/auth');
    await page.getByRole('link', { name: 'Star Fuel' }).click();
    await page.getByText('No payment is taken').waitFor();
  });

  test('gives every public page metadata for link previews', async ({ visit }) => {
    const { context, page } = await visit(0);
    await page.goto('/');
    // The operator's address, whatever the Host header says.
    const origin = `http://localhost:${new URL(page.url()).port}`;
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
