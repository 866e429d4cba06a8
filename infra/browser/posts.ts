import type { Page } from '@playwright/test';

/** Fills the composer of the homepage. */
export const fillPost = async (page: Page, title: string, text: string): Promise<void> => {
  await page.getByRole('textbox', { name: 'Title' }).fill(title);
  await page.getByRole('textbox', { name: 'Post', exact: true }).fill(text);
};

/** Publishes a post on the homepage. */
export const publishPost = async (page: Page, title: string, text: string): Promise<void> => {
  await fillPost(page, title, text);
  await page.keyboard.press('ControlOrMeta+Enter');
  await page.getByRole('article', { name: title }).waitFor();
};
