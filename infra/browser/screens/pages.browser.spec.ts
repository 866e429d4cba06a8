import { expect } from '@playwright/test';
import { measureOverflow } from '../accessibility.js';
import { test } from '../product.js';

test.describe('the frame of every page', () => {
  test('NAV-001 keeps the navigation bar on one line at every width, even with a long name', async ({
    visitAs,
  }) => {
    const { page } = await visitAs('Wolfgang Maximilian von Wunderlichhausen', 0);
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

  test('ROU-011 ROU-014 shows a visitor the landing page at a member’s address, which stays', async ({
    visit,
  }) => {
    const { page } = await visit(0);
    for (const path of ['/dimensions/public', '/profile', '/manifesto', '/no/such/page']) {
      await page.goto(path);
      await page.getByRole('button', { name: 'claim your spot' }).waitFor();
      expect(new URL(page.url()).pathname).toBe(path);
    }
  });
});
