import { until } from '@oniverse/testing';
import type { Page, Route } from 'playwright-core';

type Handle = (route: Route) => Promise<void> | void;

/*
 * Playwright's own ways to let go of requests, `times` and `unroute`, end the interception as a whole where nothing else
 * is intercepted. Chromium then sometimes leaves the request that comes next without an answer for good:
 * https://github.com/microsoft/playwright/issues/41802. So what is not to be handled any more is let through here.
 */

/** Nothing stands at this path: only whoever intercepts answers so. */
const PROBE = '/is-intercepted';
const INTERCEPTED = 204;

/**
 * Waits until what a page that stands asks for is intercepted. On a busy machine a request that came right after the
 * interception was set up has gone to the server, and Playwright told of neither it nor its answer.
 */
async function takesEffect(page: Page): Promise<void> {
  if (page.url() === 'about:blank') return;
  await page.route(`**${PROBE}`, (route) => route.fulfill({ status: INTERCEPTED }));
  await until('requests to be intercepted', () =>
    page.evaluate(async ([probe, status]) => (await fetch(probe)).status === status, [
      PROBE,
      INTERCEPTED,
    ] as const),
  );
}

/** Has requests of a page handled in the server's stead. @returns what lets those that come later through to it */
export async function intercept(page: Page, address: string, handle: Handle): Promise<() => void> {
  let isOver = false;
  await page.route(address, (route) => (isOver ? route.continue() : handle(route)));
  await takesEffect(page);
  return () => {
    isOver = true;
  };
}

/** Has the first of the requests that fit handled in the server's stead; it takes the others. */
export async function interceptFirst(page: Page, address: string, handle: Handle): Promise<void> {
  let isFirst = true;
  await page.route(address, (route) => {
    const isHandled = isFirst;
    isFirst = false;
    return isHandled ? handle(route) : route.continue();
  });
  await takesEffect(page);
}
