import { expect, type Locator, type Page } from '@playwright/test';
import { findViolations, measureOverflow } from '../accessibility.js';
import { SCREENS, test } from '../product.js';

type Screen = keyof typeof SCREENS;

const screens = ['desktop', 'mobile'] as const satisfies readonly Screen[];

/** Accessibility rules that Swagger UI's own markup violates. */
const SWAGGER_UI_FAULTS = [
  // The header of a call is a button that contains other buttons.
  'nested-interactive',
  // The body editor has no label.
  'label',
  // Long responses scroll but cannot be focused.
  'scrollable-region-focusable',
  // Call paths are links with the height of a text line.
  'target-size',
];

test.describe('API documentation', () => {
  /** Records the requests of a page. @returns the foreign origins, updated live */
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

  const execute = async (
    page: Page,
    call: Locator,
    path: string,
  ): Promise<{ status: number; body: string }> => {
    const responded = page.waitForResponse((response) => new URL(response.url()).pathname === path);
    await call.getByRole('button', { name: 'Execute' }).click();
    const response = await responded;
    await call.locator('.live-responses-table tbody .response-col_status').waitFor();
    return { status: response.status(), body: await response.text() };
  };

  /** Returns selectors for one call of each method; others look the same. */
  const oneOfEach = (page: Page): Promise<string[]> =>
    Promise.all(
      ['get', 'post', 'put', 'patch', 'delete'].map(
        async (method) => `[id="${await page.locator(`.opblock-${method}`).first().getAttribute('id')}"]`,
      ),
    );

  /** @param calls selectors of the Swagger UI parts that have not been checked before */
  const checkPage = async (page: Page, screen: Screen, calls: readonly string[]): Promise<void> => {
    expect(await measureOverflow(page)).toBe(0);
    // Colours do not depend on the screen.
    const rules = screen === 'desktop' ? 'all' : 'all but colours';
    expect(await findViolations(page, { rules, except: '#calls' })).toEqual([]);
    if (calls.length === 0) return;
    expect(await findViolations(page, { rules, parts: calls, without: SWAGGER_UI_FAULTS })).toEqual([]);
  };

  for (const screen of screens) {
    test(`lets a visitor register and uses the session in the next call, ${screen}`, async ({
      product,
      visit,
    }) => {
      const { page } = await visit(0, screen);
      if (screen === 'mobile') await page.setViewportSize({ width: 375, height: 812 });
      const foreign = foreignHosts(page, product.url);
      await page.goto('/api/docs');
      await page.getByText('You are not logged in. Calls are made as a visitor.').waitFor();
      await page.getByRole('button', { name: 'Authorize' }).waitFor();
      for (const tag of ['Posts', 'Capsules']) await page.locator(`[id="operations-tag-${tag}"]`).click();
      await checkPage(page, screen, ['.opblock-tag', ...(await oneOfEach(page))]);

      await page.getByRole('link', { name: 'POST /api/auth/register' }).click();
      const register = operation(page, 'Accounts-accountsRegister');
      await register.getByRole('button', { name: 'Try it out' }).click();
      const first = await execute(page, register, '/api/auth/register');
      expect(first.status).toBe(201);
      const username = /"username":"(\w+)"/.exec(first.body)?.[1] ?? '';
      await page.getByText(`You are logged in as ${username}. The calls below use your session.`).waitFor();
      await register.scrollIntoViewIfNeeded();

      const me = await open(page, 'Accounts-accountsMe');
      await me.getByRole('button', { name: 'Try it out' }).click();
      const current = await execute(page, me, '/api/auth/me');
      expect([current.status, current.body.includes(`"username":"${username}"`)]).toEqual([200, true]);
      await checkPage(page, screen, [
        '[id="operations-Accounts-accountsRegister"]',
        '[id="operations-Accounts-accountsMe"]',
      ]);
      await me.scrollIntoViewIfNeeded();

      // Executing it again registers another member.
      const again = await execute(page, register, '/api/auth/register');
      expect([again.status, again.body.includes(`"username":"${username}"`)]).toEqual([201, false]);
      expect([...foreign]).toEqual([]);
    });

    test(`shows an accessible live reference, ${screen}`, async ({ product, visit }) => {
      const { page } = await visit(0, screen);
      if (screen === 'mobile') await page.setViewportSize({ width: 375, height: 812 });
      const foreign = foreignHosts(page, product.url);
      await page.goto('/api/docs');
      await page.getByRole('link', { name: 'Live events' }).click();
      await page.getByRole('heading', { name: 'Oniverse live events' }).waitFor();
      await checkPage(page, screen, []);
      await page.getByRole('heading', { name: 'channel:open', exact: true }).scrollIntoViewIfNeeded();
      expect([...foreign]).toEqual([]);
    });
  }
});
