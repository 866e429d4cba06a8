import { GOOD_PASSWORD, uniqueName } from '@oniverse/testing';
import type { Locator, Page } from 'playwright-core';

/**
 * Registers through the page, as a newcomer does.
 * @param destination where that leads
 * @returns the username
 */
export async function register(
  page: Page,
  displayName: string,
  destination = '**/homepage',
): Promise<string> {
  const username = uniqueName();
  await page.goto('/auth');
  await page.getByRole('tab', { name: 'INITIALIZE' }).click();
  await page.getByLabel('ONI_ID').fill(username);
  await page.getByLabel('email').fill(`${username}@example.org`);
  await page.getByLabel('password').fill(GOOD_PASSWORD);
  await page.getByLabel('Oni name').fill(displayName);
  await page.getByRole('button', { name: 'INITIALIZE' }).click();
  await page.waitForURL(destination);
  return username;
}

/** Asks the server as the member of a page, for what a journey needs and is not about. @returns the answer */
export function ask(page: Page, method: string, path: string, body: object): Promise<unknown> {
  return page.evaluate(
    async (call) => {
      const answer = await fetch(call.path, {
        method: call.method,
        headers: {
          Authorization: `Bearer ${localStorage.getItem('sessionId') ?? ''}`,
          'Content-Type': 'application/json',
        },
        body: JSON.stringify(call.body),
      });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${call.method} ${call.path}: ${answer.status} ${text}`);
      const value: unknown = JSON.parse(text);
      return value;
    },
    { method, path, body },
  );
}

/** Goes into a public dimension by the catalogue; its default channel is open then. */
export async function enter(page: Page, dimension: string): Promise<void> {
  await page.goto('/dimensions/public');
  await page
    .getByRole('link', { name: new RegExp(dimension) })
    .or(page.getByRole('button', { name: new RegExp(dimension) }))
    .first()
    .click();
  await page.getByRole('textbox', { name: /^Message #/ }).waitFor();
}

/** Writes a message and sends it; with Enter, where a keyboard is. */
export async function say(page: Page, text: string, { byKey = false } = {}): Promise<void> {
  const field = page.getByRole('textbox', { name: /^Message #/ });
  await field.fill(text);
  if (byKey) await field.press('Enter');
  else await page.getByRole('button', { name: 'SEND' }).click();
}

/** Waits until one's own message has come back: before that it can't be changed. */
export const returned = (page: Page, text: string): Promise<void> =>
  page.locator('.msg[data-seq]').getByText(text, { exact: true }).waitFor();

/** Waits until a page says something, word for word. */
export const said = (page: Page, words: string): Promise<void> =>
  page.getByText(words, { exact: true }).waitFor();

/** A message in the conversation (the hidden announcer reads it out with its author's name before it). */
export function message(page: Page, text: string): Locator {
  return page.getByText(text, { exact: true });
}
