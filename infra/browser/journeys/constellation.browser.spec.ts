import { expect, type Page } from '@playwright/test';
import { interceptRequests } from '../intercept.js';
import { register } from '../members.js';
import { test } from '../product.js';

/** Calls the API with the session of the page. @returns the id in the response */
const send = (page: Page, method: string, path: string, body?: object) =>
  page.evaluate(
    async ([verb, address, text]) => {
      const answer = await fetch(address, {
        method: verb,
        headers: {
          authorization: `Bearer ${localStorage.getItem('sessionId')}`,
          ...(text !== null && { 'content-type': 'application/json' }),
        },
        ...(text !== null && { body: text }),
      });
      const { id }: { id?: string } = await answer.json();
      return id;
    },
    [method, path, body ? JSON.stringify(body) : null] as const,
  );

/** Records the server's response statuses for the constellation, bypassing the browser cache. */
async function recordStatuses(page: Page): Promise<number[]> {
  const session = await page.context().newCDPSession(page);
  const requested = new Set<string>();
  const responded = new Map<string, number>();
  const finished = new Set<string>();
  const statuses: number[] = [];
  // The status may arrive before or after the end of the response.
  const addIfComplete = (requestId: string): void => {
    const status = responded.get(requestId);
    if (status !== undefined && finished.has(requestId) && requested.delete(requestId)) statuses.push(status);
  };
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (new URL(request.url).pathname === '/api/constellation') requested.add(requestId);
  });
  session.on('Network.responseReceivedExtraInfo', ({ requestId, statusCode }) => {
    responded.set(requestId, statusCode);
    addIfComplete(requestId);
  });
  session.on('Network.loadingFinished', ({ requestId }) => {
    finished.add(requestId);
    addIfComplete(requestId);
  });
  await session.send('Network.enable');
  return statuses;
}

const nodeOf = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Nodes' }).getByRole('button', { name });

test.describe('the constellation', () => {
  test('LIV-006 LIV-012 CON-020 adds a link live for a new shared tag and removes it with the tag', async ({
    visit,
  }) => {
    const vesper = (await visit(0)).page;
    const otto = (await visit(1)).page;
    await register(vesper, 'Vesper');
    const ottoName = await register(otto, 'Otto');
    await send(vesper, 'POST', '/api/posts', { title: 'Tonight', content: 'Clear sky #pearl_clouds' });
    const statuses = await recordStatuses(vesper);
    await vesper.goto('/constellation');
    await nodeOf(vesper, ottoName).click();
    await vesper.getByText('Node ID').waitFor();
    const details = vesper.getByRole('region', { name: 'Node details' });
    await details.getByText('nothing yet').waitFor();

    // Unchanged data is not sent again. The page reads it twice, before drawing and after subscribing, and the browser does
    // not cache a response that a navigation aborts.
    const reload = async (): Promise<number[]> => {
      statuses.length = 0;
      await vesper.reload();
      await details.getByText('Node ID').waitFor();
      await expect.poll(() => statuses.length).toBeGreaterThanOrEqual(2);
      return statuses;
    };
    await expect.poll(async () => (await reload()).every((status) => status === 304)).toBe(true);

    // The page's own refetches fail, so that only live events change it.
    const letThrough = await interceptRequests(vesper, '**/api/constellation', (route) => route.abort());
    const post = await send(otto, 'POST', '/api/posts', { title: 'Me too', content: '#pearl_clouds clouds' });
    await details.getByText('#pearl_clouds').first().waitFor();
    await send(otto, 'DELETE', `/api/posts/${post}`);
    await details.getByText('nothing yet').waitFor();
    letThrough();

    await details.getByRole('link', { name: 'Profile' }).click();
    await vesper.waitForURL(`**/u/${ottoName}`);
    await vesper.goBack();
    await details.getByText(ottoName).first().waitFor();
  });
});
