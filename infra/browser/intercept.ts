import { expect, type Page, type Route } from '@playwright/test';

type Handle = (route: Route) => Promise<void> | void;

/*
 * Playwright's `times` and `unroute` disable interception entirely when no route is left. Chromium then sometimes never
 * answers the next request: https://github.com/microsoft/playwright/issues/41802. So routes stay and let requests through.
 */

/** A path that only an active interception answers with this status. */
const PROBE = '/is-intercepted';
const INTERCEPTED = 204;

/** On a busy machine, requests sent right after the setup reached the server unnoticed. */
async function waitForInterception(page: Page): Promise<void> {
  if (page.url() === 'about:blank') return;
  await page.route(`**${PROBE}`, (route) => route.fulfill({ status: INTERCEPTED }));
  await expect
    .poll(() => page.evaluate(async (probe) => (await fetch(probe)).status, PROBE))
    .toBe(INTERCEPTED);
}

/** Intercepts requests of a page. @returns a function that lets later requests through to the server */
export async function interceptRequests(page: Page, address: string, handle: Handle): Promise<() => void> {
  let isOver = false;
  await page.route(address, (route) => (isOver ? route.continue() : handle(route)));
  await waitForInterception(page);
  return () => {
    isOver = true;
  };
}

export async function interceptFirstRequest(page: Page, address: string, handle: Handle): Promise<void> {
  let isFirst = true;
  await page.route(address, (route) => {
    const isHandled = isFirst;
    isFirst = false;
    return isHandled ? handle(route) : route.continue();
  });
  await waitForInterception(page);
}
