import { AxeBuilder } from '@axe-core/playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { enter, register, say } from './members.js';
import { ARTIFACTS, ProductUnderTest, SCREENS } from './product.js';

const LONG = `The lamp was off and the water kept its own time, **a ring every four seconds**. ${'It went on. '.repeat(30)}`;

const write = async (page: Page, title: string, text: string): Promise<void> => {
  await page.getByRole('textbox', { name: 'Title' }).fill(title);
  await page.getByRole('textbox', { name: 'Post', exact: true }).fill(text);
};

/** Five members near the one who looks, as the worker would have linked them. */
const NEAR = {
  users: ['you', 'mirelle_07', 'otto_n', 'sable', 'tamsin', 'wren_x'].map((username, index) => ({
    id: `0193a000-0000-7000-8000-00000000000${index}`,
    username,
    displayName: null,
    isCurrentUser: index === 0,
  })),
  connections: [
    [0, 1, 5],
    [0, 2, 3],
    [0, 3, 2],
    [0, 4, 1],
    [0, 5, 1],
    [2, 3, 2],
    [1, 5, 1],
  ].map(([from, to, strength]) => ({
    fromUserId: `0193a000-0000-7000-8000-00000000000${from}`,
    toUserId: `0193a000-0000-7000-8000-00000000000${to}`,
    strength,
    sharedTags: ['moon'],
  })),
};

/** Writes a post by the keyboard alone. */
const post = async (page: Page, title: string, text: string): Promise<void> => {
  await write(page, title, text);
  await page.keyboard.press('ControlOrMeta+Enter');
  await page.getByRole('article', { name: title }).waitFor();
};

/** The home of a member: what is written there, and what is seen there. */
describe('the homepage', () => {
  let product: ProductUnderTest;

  beforeAll(async () => {
    product = await ProductUnderTest.start();
  });

  afterEach(async () => {
    expect(await product.leave()).toEqual([]);
  });

  afterAll(async () => {
    await product.stop();
  });

  const look = async (page: Page, name: string): Promise<void> => {
    await page.evaluate(() => document.fonts.ready);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    const { violations } = await new AxeBuilder({ page })
      .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
      .analyze();
    const broken = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(', ')}`);
    expect([name, overflow, broken]).toEqual([name, 0, []]);
    await product.keep(page, name);
    await page.screenshot({ path: `${ARTIFACTS}${name}-full.png`, fullPage: true });
  };

  it('GAP-076 PST-012 PST-013 a post is written, kept as a draft, seen by all, hidden and archived', async () => {
    const { page } = await product.visit(0);
    await register(page, 'Vesper Lund');
    await page.getByRole('link', { name: 'Write your profile' }).waitFor();
    await write(page, 'Slow light', `${LONG} #lighthouse`);
    await page.reload();
    expect(await page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Slow light');
    await page.getByRole('textbox', { name: 'Title' }).focus();
    await page.keyboard.press('ControlOrMeta+Enter');
    const card = page.getByRole('article', { name: 'Slow light' });
    await card.getByText('by Vesper Lund').waitFor();
    await card.getByText('#lighthouse', { exact: true }).waitFor();

    const other = await product.visit(1);
    await register(other.page, 'Otto');
    await post(other.page, 'Other light', 'I saw it too. #lighthouse');
    await other.page.getByRole('tab', { name: 'Everyone' }).click();
    const theirs = other.page.getByRole('article', { name: 'Slow light' });
    expect(await theirs.getByRole('button', { name: 'Archive' }).count()).toBe(0);
    await theirs.getByRole('button', { name: 'Read More' }).click();
    await theirs.getByRole('button', { name: 'Show Less' }).waitFor();

    await card.getByRole('button', { name: 'Make Private' }).click();
    await page.getByText('Post visibility has been changed.', { exact: true }).waitFor();
    await other.page.reload();
    await other.page.getByRole('article', { name: 'Other light' }).waitFor();
    expect(await other.page.getByRole('article', { name: 'Slow light' }).count()).toBe(0);
    await card.getByRole('button', { name: 'Archive' }).click();
    await page.getByText('Post moved to your archive.', { exact: true }).waitFor();
    await page.getByText('Nothing written yet').waitFor();
  });

  for (const screen of ['desktop', 'tablet', 'mobile'] as const satisfies (keyof typeof SCREENS)[]) {
    for (const mode of ['dark', 'light'] as const) {
      it(`is fit to be seen, ${screen}, ${mode}`, async () => {
        const { context, page } = await product.visit(0, screen);
        await page.emulateMedia({ reducedMotion: 'reduce' });
        await context.addInitScript((theme) => localStorage.setItem('oni-theme', theme), mode);
        await register(page, 'Vesper Lund');
        await page.getByText('Nothing written yet').waitFor();
        await page.getByRole('button', { name: 'Dismiss' }).click();
        await look(page, `home-new-${screen}-${mode}`);
        await enter(page, 'Slow Radio');
        await say(page, 'Anyone up?');
        await page.route('**/api/constellation?*', (route) => route.fulfill({ json: NEAR }));
        await page.goto('/homepage');
        await page.getByText('5 nodes near you.').waitFor();
        await post(page, 'Terminal chess, round six', 'Lost in 41 moves. #games');
        await page.getByRole('button', { name: /^Public: / }).click();
        await post(
          page,
          'For the archive, later',
          'Three things to keep: the ferry timetable, the blue receipt. #keep #maps',
        );
        await page.getByRole('button', { name: /^Private: / }).click();
        await post(page, 'Notes from a lighthouse that is not there', `${LONG} #dreams #coast`);
        await write(
          page,
          'Slow light',
          'Something I noticed walking back: **the streetlamps** come on in order. #night_walks',
        );
        await page.getByRole('textbox', { name: 'Add a tag' }).fill('noticing');
        await page.keyboard.press('Enter');
        await page.getByText('#noticing').waitFor();
        await page.getByRole('button', { name: 'Dismiss' }).click();
        await look(page, `home-${screen}-${mode}`);
        await page.getByRole('button', { name: 'Preview' }).click();
        await page.getByText('the streetlamps').waitFor();
        await product.keep(page, `home-preview-${screen}-${mode}`);
      });
    }
  }
});
