import { expect, type Page } from '@playwright/test';
import { waitForToasts } from '../chunks.js';
import { fillSite } from '../full-site.js';
import { fillPost } from '../posts.js';
import { test } from '../product.js';
import { openView } from '../views.js';

/** What a press says, unlike the notice that stands on every page while the device is offline. */
const SAID = /^You appear to be offline\. (?:Try again|Your text is kept)/u;
/** How soon a press says it. */
const SAID_MS = 2_000;

type Press = (page: Page) => Promise<void>;

const click =
  (name: string | RegExp, role: 'button' | 'switch' | 'checkbox' = 'button'): Press =>
  async (page) =>
    page
      .getByRole(role, { name, exact: typeof name === 'string' })
      .first()
      .click();

const choose =
  (menu: RegExp, item: string, confirm?: string): Press =>
  async (page) => {
    await page.getByRole('button', { name: menu }).last().click();
    await page.getByRole('menuitem', { name: item, exact: true }).click();
    if (confirm !== undefined) await click(confirm)(page);
  };

const write =
  (field: string | RegExp, text: string, button: string): Press =>
  async (page) => {
    await page.getByRole('textbox', { name: field }).first().fill(text);
    await click(button)(page);
  };

/**
 * A button of each kind that changes something, by the address of a page. The last one of a page may leave a form open.
 * Left out: what is done to messages, which waits; signing out, which ends the session on the device; and what only opens a dialog.
 */
const PRESSES: readonly (readonly [address: RegExp, presses: Readonly<Record<string, Press>>])[] = [
  [
    /^\/homepage\?feed/u,
    {
      'hide the first steps': click('Hide the first steps'),
      'write a post': async (page) => {
        await fillPost(page, 'Fog', 'It waits.');
        await click('Post')(page);
      },
    },
  ],
  [
    /^\/u\/\w+\/[0-9a-f-]+$/u,
    {
      'take a ripple back': click('Ripple sent'),
      'let a post go': click(/^Keep /u),
      reply: async (page) => {
        const field = page.getByRole('textbox', { name: /^Reply to/u }).first();
        await field.fill('I saw it too.');
        await field.press('ControlOrMeta+Enter');
      },
    },
  ],
  [/^\/t\/./u, { 'let a tag go': click(/^Keep #/u) }],
  [
    /^\/notifications/u,
    {
      'choose what is pushed': click('Push mentions', 'checkbox'),
      'keep quiet at night': click('Keep quiet at night', 'switch'),
    },
  ],
  [
    /tab=profile/u,
    { 'hide the profile': click('Public profile', 'switch'), 'save the profile': click('Save profile') },
  ],
  [/tab=hidden/u, { 'show a picture': click(/^Unhide /u) }],
  [/^\/album/u, { 'hide a picture': choose(/^Menu of/u, 'Hide') }],
  [/^\/kept/u, { 'let a kept thing go': click(/^Keep /u) }],
  [/^\/archive/u, { 'hide an archive': choose(/^Menu of/u, 'Hide') }],
  [
    /^\/profile/u,
    {
      'save the page': async (page) => {
        await click('EDIT_PROFILE')(page);
        await write('Profile markdown', 'Awake.', 'SAVE_PROFILE')(page);
      },
    },
  ],
];

/** Returns what the buttons say that show a change at once. */
const shownStates = (page: Page): Promise<string[]> =>
  page
    .locator('main')
    .locator(':is([aria-pressed], [role=switch], [type=checkbox])')
    .evaluateAll((all) =>
      all.map((one) =>
        [
          one.getAttribute('aria-label') ?? one.textContent,
          one.ariaPressed ?? one.ariaChecked,
          one.matches(':checked'),
        ].join(' '),
      ),
    );

/** Expects one sentence about the press, nothing pending, and what the page showed before. */
async function expectUndone(page: Page, press: Press): Promise<void> {
  const before = await shownStates(page);
  await press(page);
  await expect(page.getByText(SAID)).toHaveCount(1, { timeout: SAID_MS });
  await expect(page.locator('.pending')).toHaveCount(0);
  await expect.poll(() => shownStates(page), { timeout: SAID_MS }).toEqual(before);
  const dismiss = page.getByRole('button', { name: 'Dismiss', exact: true });
  if (await dismiss.isVisible()) await dismiss.click();
  await expect(dismiss).toHaveCount(0);
}

test.describe('offline', () => {
  test('NXT-510 every press that changes something says at once that it was not done, and takes back what it showed', async ({
    product,
    visitAs,
  }) => {
    const [reader, other] = [await visitAs('Vesper Lund', 0), await visitAs('Otto Voss', 0)];
    const paths = await fillSite(product, reader, other);
    const find = (address: RegExp): string => paths.find((path) => address.test(path)) ?? '/no/such/page';
    const { context, page } = reader;
    const wrong: string[] = [];
    for (const [address, presses] of PRESSES) {
      await openView(page, find(address));
      await waitForToasts(page);
      // Parts of a page load after its heading.
      await page.waitForLoadState('networkidle');
      await context.setOffline(true);
      for (const [what, press] of Object.entries(presses)) {
        try {
          await expectUndone(page, press);
        } catch (error) {
          wrong.push(`${what}: ${String(error)}`);
        }
      }
      await context.setOffline(false);
    }
    expect(wrong).toEqual([]);
  });
});
