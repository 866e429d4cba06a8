import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { uniqueName } from '@oniverse/testing';
import { waitForHydration } from './hydration.js';
import { ProductUnderTest } from './product.js';

const DIST = fileURLToPath(new URL('../../frontend/dist/', import.meta.url));
const GROUNDS = { dark: 'rgb(6, 9, 12)', light: 'rgb(215, 216, 217)' } as const;

describe('the site’s theme in the built product', () => {
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

  it.each([
    ['light', 'dark', 'light'],
    ['dark', 'light', 'dark'],
    ['system', 'light', 'light'],
    ['system', 'dark', 'dark'],
    [null, 'light', 'dark'],
  ] as const)(
    'THM-002 THM-003 THM-004 applies before client scripts run: stored %s, system %s, shown %s',
    async (stored, system, shown) => {
      const { context, page } = await product.visit(0);
      await page.emulateMedia({ colorScheme: system });
      if (stored !== null)
        await context.addInitScript((choice) => localStorage.setItem('oni-theme', choice), stored);
      await page.route('**/assets/*.js', (route) => route.abort());
      await page.goto('/', { waitUntil: 'load' });
      const seen = await page.evaluate(() => {
        const { backgroundColor, colorScheme } = getComputedStyle(document.documentElement);
        const frame = document.querySelector<HTMLMetaElement>('meta[name="theme-color"]');
        return { backgroundColor, colorScheme, frame: frame?.content === frame?.dataset[colorScheme] };
      });
      expect(seen).toEqual({ backgroundColor: GROUNDS[shown], colorScheme: shown, frame: true });
    },
  );

  it.each([
    ['the site setting', 'motion', 'no-preference'],
    ['the system', '', 'reduce'],
  ] as const)('stops all motion when %s requests reduced motion', async (_, off, reducedMotion) => {
    const { context, page } = await product.visit(0);
    await page.emulateMedia({ reducedMotion });
    await context.addInitScript((value) => localStorage.setItem('oni-effects', value), off);
    // A new entry triggers the counter and its ripple.
    await fetch(`${product.backend.url}/api/waitlist`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: `${uniqueName()}@example.org`, source: 'landing' }),
    });
    await page.goto('/');
    await waitForHydration(page);
    const seen = await page.getByTestId('counter-ripple').evaluate((ripple) => ({
      moving: document.getAnimations().length,
      ripple: getComputedStyle(ripple).opacity,
      lit: [...document.querySelectorAll('.fig.is-lit .anim-ripple')].map(
        (ring) => getComputedStyle(ring).opacity,
      ),
    }));
    expect(seen).toEqual({ moving: 0, ripple: '0.35', lit: ['0.35'] });
  });

  it('loads no profile theme on the first load', async () => {
    const { page } = await product.visit(0);
    const fetched: string[] = [];
    page.on('request', (request) => fetched.push(request.url()));
    await page.goto('/', { waitUntil: 'networkidle' });
    expect(fetched.filter((url) => /nineties|jersey|plex-sans|desk-/u.test(url))).toEqual([]);
  });

  it('contains no component gallery', async () => {
    const { page } = await product.visit(0);
    await page.goto('/__ui');
    await page.getByRole('button', { name: 'claim your spot' }).waitFor();
    const files = await readdir(DIST, { recursive: true });
    expect(files.filter((file) => /__ui|specimen/u.test(file))).toEqual([]);
    const scripts = files.filter((file) => file.endsWith('.js'));
    const texts = await Promise.all(scripts.map((file) => readFile(`${DIST}${file}`, 'utf8')));
    expect(texts.length).toBeGreaterThan(10);
    expect(texts.filter((text) => text.includes('spec__'))).toEqual([]);
  });
});
