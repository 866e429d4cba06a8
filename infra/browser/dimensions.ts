import { expect, type Locator, type Page } from '@playwright/test';
import { type Mode, switchMode } from './accessibility.js';
import { findPageProblems } from './page-problems.js';
import { locateMessage } from './members.js';

/** Locates the field for a new message. */
export const locateComposer = (page: Page): Locator => page.getByRole('textbox', { name: /^Message #/ });

/** Creates a private dimension and opens it. */
export async function createDimension(page: Page, name: string): Promise<void> {
  await page.goto('/dimensions/private');
  await page.getByRole('button', { name: '+ Create New Private Server' }).click();
  await page.getByLabel('name', { exact: true }).fill(name);
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page
    .getByRole('dialog', { name: `Invite to ${name}` })
    .getByRole('button', { name: 'Close' })
    .click();
  await locateComposer(page).waitFor();
}

/** Expects no accessibility or overflow problems in a mode. @param view names the state in failures */
export async function expectAccessible(page: Page, view: string, mode: Mode): Promise<void> {
  await switchMode(page, mode);
  expect(await findPageProblems(page), view).toEqual([]);
}

/** Locates the panel of the open thread. */
export const locateThread = (page: Page): Locator => page.getByRole('complementary', { name: 'Thread' });

/** Sends a message in the open thread, and waits until it is stored. */
export async function sendReply(page: Page, text: string): Promise<void> {
  const thread = locateThread(page);
  await thread.getByRole('textbox', { name: 'Reply in thread' }).fill(text);
  await thread.getByRole('button', { name: 'SEND', exact: true }).click();
  await thread.locator('.message[data-seq]').getByText(text, { exact: true }).waitFor();
}

/** Opens the menu of a message, whose button appears while the pointer is over it. */
export async function openMessageMenu(page: Page, text: string, author: string): Promise<void> {
  await locateMessage(page, text).hover();
  await page
    .getByRole('button', { name: `Actions for the message by ${author}` })
    .last()
    .click();
}
