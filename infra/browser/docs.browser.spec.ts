import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { faultsOf, overflowOf } from './fit.js';
import { ProductUnderTest, SCREENS } from './product.js';

type Screen = keyof typeof SCREENS;

const screens = ['desktop', 'mobile'] as const satisfies readonly Screen[];

/** What Swagger UI's own markup breaks, whatever it looks like. */
const SWAGGER_UI_FAULTS = [
  // The head of a call is a button that holds further buttons.
  'nested-interactive',
  // The editor of a body has no label.
  'label',
  // The frames of long answers scroll, and take no focus.
  'scrollable-region-focusable',
  // The addresses of the calls are links that are as low as a line of text.
  'target-size',
];

/** The documents of the API, as somebody meets them who has never used it. */
describe('the documents of the API', () => {
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

  /** Watches what a page asks for. @returns the hosts other than its own */
  const foreignHosts = (page: Page, own: string): Set<string> => {
    const hosts = new Set<string>();
    page.on('request', (request) => {
      const { protocol, origin } = new URL(request.url());
      if (protocol !== 'data:' && protocol !== 'blob:' && origin !== own) hosts.add(origin);
    });
    return hosts;
  };

  const operation = (page: Page, id: string): Locator => page.locator(`[id="operations-${id}"]`);

  const open = async (page: Page, id: string): Promise<Locator> => {
    const call = operation(page, id);
    await call.locator('.opblock-summary-control').click();
    return call;
  };

  /** Tries a call as it stands. @returns what was answered */
  const execute = async (
    page: Page,
    call: Locator,
    path: string,
  ): Promise<{ status: number; body: string }> => {
    const answered = page.waitForResponse((response) => new URL(response.url()).pathname === path);
    await call.getByRole('button', { name: 'Execute' }).click();
    const response = await answered;
    await call.locator('.live-responses-table tbody .response-col_status').waitFor();
    return { status: response.status(), body: await response.text() };
  };

  /** A call of each method, for all others are drawn as they are. */
  const oneOfEach = (page: Page): Promise<string[]> =>
    page.evaluate(() =>
      ['get', 'post', 'put', 'patch', 'delete'].map(
        (method) => `[id="${document.querySelector(`.opblock-${method}`)?.id}"]`,
      ),
    );

  /**
   * Reads a page by the rules.
   * @param calls the parts of Swagger UI that are new on it
   */
  const look = async (page: Page, screen: Screen, calls: readonly string[]): Promise<void> => {
    expect(await overflowOf(page)).toBe(0);
    // The colours are the same on every screen.
    const rules = screen === 'desktop' ? 'all' : 'all but colours';
    expect(await faultsOf(page, { rules, except: '#calls' })).toEqual([]);
    if (calls.length === 0) return;
    expect(await faultsOf(page, { rules, parts: calls, without: SWAGGER_UI_FAULTS })).toEqual([]);
  };

  for (const screen of screens) {
    it(`a newcomer registers from the page and is who they are by the next call, ${screen}`, async () => {
      const { page } = await product.visit(0, screen);
      if (screen === 'mobile') await page.setViewportSize({ width: 375, height: 812 });
      const foreign = foreignHosts(page, product.backend.url);
      await page.goto('/api/docs');
      await page.getByText('No session: calls are made as a visitor.').waitFor();
      await page.getByRole('button', { name: 'Authorize' }).waitFor();
      await look(page, screen, ['.opblock-tag', ...(await oneOfEach(page))]);
      await product.keep(page, `docs-${screen}`);

      await page.getByRole('link', { name: 'POST /api/auth/register' }).click();
      const register = operation(page, 'Accounts-accountsRegister');
      await register.getByRole('button', { name: 'Try it out' }).click();
      const first = await execute(page, register, '/api/auth/register');
      expect(first.status).toBe(201);
      const username = /"username":"(\w+)"/.exec(first.body)?.[1] ?? '';
      await page.getByText(`You are ${username}: the calls below carry your session.`).waitFor();
      await register.scrollIntoViewIfNeeded();
      await product.keep(page, `docs-registered-${screen}`);

      const me = await open(page, 'Accounts-accountsMe');
      await me.getByRole('button', { name: 'Try it out' }).click();
      const current = await execute(page, me, '/api/auth/me');
      expect([current.status, current.body.includes(`"username":"${username}"`)]).toEqual([200, true]);
      await look(page, screen, [
        '[id="operations-Accounts-accountsRegister"]',
        '[id="operations-Accounts-accountsMe"]',
      ]);
      await me.scrollIntoViewIfNeeded();
      await product.keep(page, `docs-tried-${screen}`);

      // Once more, as it stands: it is another member then.
      const again = await execute(page, register, '/api/auth/register');
      expect([again.status, again.body.includes(`"username":"${username}"`)]).toEqual([201, false]);
      expect([...foreign]).toEqual([]);
    });

    it(`the live reference is fit to be read, ${screen}`, async () => {
      const { page } = await product.visit(0, screen);
      if (screen === 'mobile') await page.setViewportSize({ width: 375, height: 812 });
      const foreign = foreignHosts(page, product.backend.url);
      await page.goto('/api/docs');
      await page.getByRole('link', { name: 'Live events' }).click();
      await page.getByRole('heading', { name: 'Oniverse live events' }).waitFor();
      await look(page, screen, []);
      await product.keep(page, `docs-live-${screen}`);
      await page.getByRole('heading', { name: 'channel:open', exact: true }).scrollIntoViewIfNeeded();
      await product.keep(page, `docs-live-event-${screen}`);
      expect([...foreign]).toEqual([]);
    });
  }
});
