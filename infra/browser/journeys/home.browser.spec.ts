import { uniqueName } from '@oniverse/testing';
import { expect } from '@playwright/test';
import { enterDimension, linkByTag, register, sendMessage, waitUntilStored } from '../members.js';
import { fillPost, publishPost } from '../posts.js';
import { test } from '../product.js';

const LONG = `The lamp was off and the water kept its own time, **a ring every four seconds**. ${'It went on. '.repeat(30)}`;

test.describe('the homepage', () => {
  test('GAP-076 PST-012 PST-013 keeps a draft, publishes, hides and archives a post', async ({ visit }) => {
    const { page } = await visit(0);
    await register(page, 'Vesper Lund');
    await page.getByRole('link', { name: 'Write your profile' }).waitFor();
    await page.getByRole('tab', { name: 'Yours' }).click();
    await fillPost(page, 'First light', `${LONG} #lighthouse`);
    await page.reload();
    expect(await page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('First light');
    await page.getByRole('textbox', { name: 'Title' }).focus();
    await page.keyboard.press('ControlOrMeta+Enter');
    const card = page.getByRole('article', { name: 'First light' });
    await card.getByText('Vesper Lund').waitFor();
    await card.getByText('#lighthouse', { exact: true }).waitFor();

    const other = await visit(1);
    await register(other.page, 'Otto');
    await publishPost(other.page, 'Second light', 'I saw it too. #lighthouse');
    await other.page.getByRole('tab', { name: 'Everyone' }).click();
    const theirs = other.page.getByRole('article', { name: 'First light' });
    await theirs.getByRole('button', { name: 'Read More' }).click();
    await theirs.getByRole('button', { name: 'Show Less' }).waitFor();
    expect(await theirs.getByRole('button', { name: 'Archive' }).count()).toBe(0);

    await card.getByRole('button', { name: 'Make private' }).click();
    await page.getByText('Post visibility has been changed.', { exact: true }).waitFor();
    await other.page.reload();
    await other.page.getByRole('article', { name: 'Second light' }).waitFor();
    expect(await other.page.getByRole('article', { name: 'First light' }).count()).toBe(0);
    await card.getByRole('button', { name: 'Archive' }).click();
    await page.getByText('Post moved to your archive.', { exact: true }).waitFor();
    await page.getByText('Nothing written yet').waitFor();
  });

  test('shows only public posts of linked members in the nearby feed', async ({ product, visitAs }) => {
    const vesper = await visitAs('Vesper Lund', 0);
    const otto = await visitAs('Otto', 1);
    const sable = await visitAs('Sable', 1);
    const tag = uniqueName('light');
    await linkByTag(product, vesper, otto, tag);
    await otto.page.goto('/homepage?posts=mine');
    await publishPost(otto.page, 'Near light', `I saw it too. #${tag}`);
    await otto.page.getByRole('button', { name: /^Public: / }).click();
    await publishPost(otto.page, 'Kept light', 'For nobody yet.');
    await sable.page.goto('/homepage');
    await publishPost(sable.page, 'Far light', 'Somewhere else. #harbour');

    const { page } = vesper;
    await page.goto('/homepage');
    const shown = () => page.getByRole('article').getByRole('heading').allTextContents();
    await page.getByRole('tab', { name: 'Near you' }).click();
    await page.getByRole('article', { name: 'Near light' }).waitFor();
    expect(await shown()).toEqual(['Near light']);
    await page.getByRole('tab', { name: 'Everyone' }).click();
    await page.getByRole('article', { name: 'Far light' }).waitFor();
    expect((await shown()).slice(0, 2)).toEqual(['Far light', 'Near light']);
    // The address contains the selected tab, so a reload keeps it.
    await page.goBack();
    await page.reload();
    await page.getByRole('article', { name: 'Near light' }).waitFor();
    expect(await shown()).toEqual(['Near light']);
  });

  test('guides a new member to a profile, a dimension and the constellation, then hides the guide', async ({
    visitAs,
  }) => {
    const { page } = await visitAs('Vesper Lund', 0);
    const guide = page.getByRole('region', { name: 'First light: three steps' });
    // The activity list, which loads separately, names it too.
    const joined = page
      .getByRole('region', { name: 'Your dimensions' })
      .getByRole('link', { name: 'Slow Radio', exact: true });
    const completedSteps = () =>
      guide.getByRole('listitem').filter({ hasText: 'done' }).getByRole('link').allTextContents();
    await page.goto('/homepage');
    await guide.getByRole('link', { name: 'Write your profile' }).click();
    await page.waitForURL('**/profile');
    await page.getByRole('button', { name: 'EDIT_PROFILE' }).click();
    await page
      .getByRole('textbox', { name: 'Profile', exact: false })
      .first()
      .fill('# Vesper\nBuoys and #maps.');
    await page.getByRole('button', { name: 'SAVE_PROFILE' }).click();
    await page.getByRole('button', { name: 'EDIT_PROFILE' }).waitFor();
    await page.goto('/homepage');
    await guide.waitFor();
    expect(await completedSteps()).toEqual(['Write your profile']);

    await guide.getByRole('link', { name: 'Join a dimension' }).click();
    await page.waitForURL('**/dimensions/public');
    await enterDimension(page, 'Slow Radio');
    await sendMessage(page, 'Is anybody here?');
    await waitUntilStored(page, 'Is anybody here?');
    await page.goto('/homepage');
    await joined.waitFor();
    expect(await completedSteps()).toEqual(['Write your profile', 'Join a dimension']);

    await guide.getByRole('link', { name: 'See your constellation' }).click();
    await page.waitForURL('**/constellation');
    await page.getByRole('heading', { name: 'The Constellation' }).waitFor();
    await page.goto('/homepage');
    await joined.waitFor();
    expect(await guide.count()).toBe(0);
  });
});
