import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { uniqueName } from '@oniverse/testing';
import { expect } from '@playwright/test';
import { waitForHydration } from '../hydration.js';
import { test } from '../product.js';

const DIST = fileURLToPath(new URL('../../../frontend/dist/', import.meta.url));
const GROUNDS = { dark: 'rgb(6, 9, 12)', light: 'rgb(215, 216, 217)' } as const;

test.describe('the site’s theme in the built product', () => {
  for (const [stored, system, shown] of [
    ['light', 'dark', 'light'],
    ['dark', 'light', 'dark'],
    ['system', 'light', 'light'],
    ['system', 'dark', 'dark'],
    [null, 'light', 'dark'],
  ] as const) {
    test(`THM-002 THM-003 THM-004 applies before client scripts run: stored ${stored}, system ${system}, shown ${shown}`, async ({
      visit,
    }) => {
      const { context, page } = await visit(0);
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
    });
  }

  for (const [requester, off, reducedMotion] of [
    ['the site setting', 'motion', 'no-preference'],
    ['the system', '', 'reduce'],
  ] as const) {
    test(`stops all motion when ${requester} requests reduced motion`, async ({ product, visit }) => {
      const { context, page } = await visit(0);
      await page.emulateMedia({ reducedMotion });
      await context.addInitScript((value) => localStorage.setItem('oni-effects', value), off);
      // A new entry triggers the counter and its ripple.
      await fetch(`${product.url}/api/waitlist`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: `${uniqueName()}@example.org`, source: 'landing' }),
      });
      await page.goto('/');
      await waitForHydration(page);
      const seen = await page.getByTestId('counter-ripple').evaluate((ripple) => ({
        moving: document.getAnimations().length,
        ripple: getComputedStyle(ripple).opacity,
        lit: [...document.querySelectorAll('.figure.is-lit .anim-ripple')].map(
          (ring) => getComputedStyle(ring).opacity,
        ),
      }));
      expect(seen).toEqual({ moving: 0, ripple: '0.35', lit: ['0.35'] });
    });
  }

  test('loads no profile theme on the first load', async ({ visit }) => {
    const { page } = await visit(0);
    const fetched: string[] = [];
    page.on('request', (request) => fetched.push(request.url()));
    await page.goto('/', { waitUntil: 'networkidle' });
    expect(fetched.filter((url) => /nineties|jersey|plex-sans|desk-/u.test(url))).toEqual([]);
  });

  test('contains no component gallery', async ({ visit }) => {
    const { page } = await visit(0);
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
