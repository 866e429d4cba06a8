import { GOOD_PASSWORD, uniqueName } from '@oniverse/testing';
import { expect, type Locator, type Page } from '@playwright/test';
import { waitForHydration } from './hydration.js';
import type { ProductUnderTest, VisitingMember } from './product.js';

/** Registers a member through the page and returns the username. @param destination the page that opens next */
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

/** Enters the name and the password of a member who registered. */
export async function enterPassword(page: Page, username: string): Promise<void> {
  await page.goto('/auth');
  await waitForHydration(page);
  await page.getByLabel('ONI_ID').fill(username);
  await page.getByLabel('password').fill(GOOD_PASSWORD);
  await page.getByRole('button', { name: 'ACCESS', exact: true }).click();
}

/** Logs in a member who registered. */
export async function logIn(page: Page, username: string): Promise<void> {
  await enterPassword(page, username);
  await page.waitForURL('**/homepage');
}

/** Locates the menu of the signed-in member. Exact, because lists of members add the handle. */
export const locateUserMenu = (page: Page, displayName: string): Locator =>
  page.getByRole('button', { name: displayName, exact: true });

export async function logOut(page: Page, displayName: string): Promise<void> {
  await locateUserMenu(page, displayName).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('link', { name: 'MY ONI' }).waitFor();
}

/** Calls the API as the page's member, for steps that are not under test. @returns the response body */
export function callApi(page: Page, method: string, path: string, body: object): Promise<unknown> {
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

export async function enterDimension(page: Page, dimension: string): Promise<void> {
  await page.goto('/dimensions/public');
  await page
    .getByRole('link', { name: new RegExp(dimension) })
    .or(page.getByRole('button', { name: new RegExp(dimension) }))
    .first()
    .click();
  await page.getByRole('textbox', { name: /^Message #/ }).waitFor();
}

/** Sends a message with the button, or with Enter if `byKey` is set. */
export async function sendMessage(page: Page, text: string, { byKey = false } = {}): Promise<void> {
  const field = page.getByRole('textbox', { name: /^Message #/ });
  await field.fill(text);
  if (byKey) await field.press('Enter');
  else await page.getByRole('button', { name: 'SEND', exact: true }).click();
}

/** Waits until the page's own message is stored. It cannot be edited before that. */
export const waitUntilStored = (page: Page, text: string): Promise<void> =>
  page.locator('.message[data-seq]').getByText(text, { exact: true }).waitFor();

export const waitForText = (page: Page, text: string): Promise<void> =>
  page.getByText(text, { exact: true }).waitFor();

/** Locates a message. Exact, because the hidden announcer repeats it after the author's name. */
export function locateMessage(page: Page, text: string): Locator {
  return page.getByText(text, { exact: true });
}

/** Waits until the worker has linked two members. */
export async function waitForLink(
  { dataSource }: ProductUnderTest,
  one: VisitingMember,
  other: VisitingMember,
): Promise<void> {
  const ids = [one.user.id, other.user.id];
  await expect
    .poll(() =>
      dataSource.query('SELECT id FROM connections WHERE from_user_id = ANY($1) AND to_user_id = ANY($1)', [
        ids,
      ]),
    )
    .toHaveLength(1);
}

/** Writes profiles with a tag for two members, and waits until the worker has linked them. */
export async function linkByTag(
  product: ProductUnderTest,
  one: VisitingMember,
  other: VisitingMember,
  tag: string,
): Promise<void> {
  for (const { page } of [one, other]) {
    await page.goto('/purpose');
    await callApi(page, 'PATCH', '/api/users/profile', { profileMarkdown: `#${tag}` });
  }
  await waitForLink(product, one, other);
}
