import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@oniverse/testing';
import type { Page } from 'playwright-core';
import { look } from './look.js';
import { register } from './members.js';
import { ProductUnderTest } from './product.js';

/** Sends what a member changes; the session is the page's. @returns the answer */
const send = (page: Page, method: string, path: string, body?: object) =>
  page.evaluate(
    async ([way, address, text]) => {
      const answer = await fetch(address, {
        method: way,
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

/** With what status the server answered what a page asked of the constellation, before the browser's store took part. */
async function statusesOf(page: Page): Promise<number[]> {
  const session = await page.context().newCDPSession(page);
  const asked = new Set<string>();
  const answered = new Map<string, number>();
  const ended = new Set<string>();
  const statuses: number[] = [];
  // What is told of the answer may come before or after its end.
  const note = (requestId: string): void => {
    const status = answered.get(requestId);
    if (status !== undefined && ended.has(requestId) && asked.delete(requestId)) statuses.push(status);
  };
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (new URL(request.url).pathname === '/api/constellation') asked.add(requestId);
  });
  session.on('Network.responseReceivedExtraInfo', ({ requestId, statusCode }) => {
    answered.set(requestId, statusCode);
    note(requestId);
  });
  session.on('Network.loadingFinished', ({ requestId }) => {
    ended.add(requestId);
    note(requestId);
  });
  await session.send('Network.enable');
  return statuses;
}

const nodeOf = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Nodes' }).getByRole('button', { name });

describe('the constellation, in real browsers', () => {
  let product: ProductUnderTest;

  beforeAll(async () => {
    product = await ProductUnderTest.start({ worker: true });
  });

  afterEach(async () => {
    expect(await product.leave()).toEqual([]);
  });

  afterAll(async () => {
    await product.stop();
  });

  it('CON-001 CON-008 members find each other on the chart, by keyboard too, and axe finds nothing', async () => {
    const vesper = await product.visit(0);
    const otto = await product.visit(1, 'mobile');
    const vesperName = await register(vesper.page, 'Vesper Lund');
    const ottoName = await register(otto.page, 'Otto');
    await vesper.page.goto('/constellation');
    await nodeOf(vesper.page, ottoName).focus();
    await vesper.page.keyboard.press('Enter');
    await vesper.page.getByText('Node ID').waitFor();
    await otto.page.goto('/constellation');
    await nodeOf(otto.page, vesperName).waitFor();
    await nodeOf(otto.page, vesperName).tap();
    await otto.page.getByText('Node ID').waitFor();
    for (const [screen, { page }] of [
      ['desktop', vesper],
      ['mobile', otto],
    ] as const) {
      await page.getByRole('application', { name: /^Network graph/ }).waitFor();
      await page.getByText('Placing the nodes').waitFor({ state: 'detached' });
      await look(page, 'constellation', screen, true);
    }
  });

  it('CON-006 wheel and pinch zoom, and what is seen is kept as PNG and SVG', async () => {
    const { page } = await product.visit(0);
    const otto = await product.visit(1, 'mobile');
    const name = await register(page, 'Vesper');
    await register(otto.page, 'Otto');
    await page.goto('/constellation');
    await page.getByText('Placing the nodes').waitFor({ state: 'detached' });
    const chart = page.getByRole('application', { name: /^Network graph/ });
    await page.getByText('x1.00', { exact: true }).waitFor();
    await chart.hover();
    const before = await page.evaluate(() => window.scrollY);
    await page.mouse.wheel(0, -100);
    await page.getByText('x1.20', { exact: true }).waitFor();
    for (let turn = 0; turn < 20; turn += 1) await page.mouse.wheel(0, -400);
    await page.getByText('x3.00', { exact: true }).waitFor();
    expect(await page.evaluate(() => window.scrollY)).toBe(before);
    await page.getByRole('button', { name: 'Reset view' }).click();
    await page.getByText('x1.00', { exact: true }).waitFor();

    const saved = async (format: string) => {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: `Save ${format}` }).click(),
      ]);
      return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
    };
    const png = await saved('PNG');
    expect([png.name, png.bytes.subarray(1, 4).toString(), png.bytes.length > 5_000]).toEqual([
      'constellation.png',
      'PNG',
      true,
    ]);
    const svg = await saved('SVG');
    expect([svg.name, svg.bytes.toString()]).toEqual(['constellation.svg', expect.stringMatching(/^<svg /u)]);
    expect(svg.bytes.toString()).toContain(name);

    await otto.page.goto('/constellation');
    await otto.page.getByText('Placing the nodes').waitFor({ state: 'detached' });
    await otto.page.getByRole('button', { name: 'Reset view' }).click();
    await otto.page.getByText('x1.00', { exact: true }).waitFor();
    const sky = otto.page.getByRole('application', { name: /^Network graph/ });
    await sky.scrollIntoViewIfNeeded();
    const { x, y, width, height } = (await sky.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const touch = await otto.context.newCDPSession(otto.page);
    const apart = (type: 'touchStart' | 'touchMove', distance: number) =>
      touch.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: [-1, 1].map((side) => ({
          x: x + width / 2 + (side * distance) / 2,
          y: y + height / 2,
          id: side + 1,
        })),
      });
    await apart('touchStart', 60);
    for (let distance = 66; distance <= 120; distance += 6) await apart('touchMove', distance);
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await otto.page.getByText('x2.00', { exact: true }).waitFor();
  });

  it('LIV-006 LIV-012 CON-020 a new shared tag draws a line on another member’s chart, live, and its end takes it away', async () => {
    const vesper = (await product.visit(0)).page;
    const otto = (await product.visit(1)).page;
    await register(vesper, 'Vesper');
    const ottoName = await register(otto, 'Otto');
    await send(vesper, 'POST', '/api/posts', { title: 'Tonight', content: 'Clear sky #noctilucent' });
    const statuses = await statusesOf(vesper);
    await vesper.goto('/constellation');
    await nodeOf(vesper, ottoName).click();
    await vesper.getByText('Node ID').waitFor();
    const details = vesper.getByRole('region', { name: 'Node details' });
    await details.getByText('nothing yet').waitFor();

    // Well before the page would ask again by itself.
    const soon = { timeout: 15_000 };
    const post = await send(otto, 'POST', '/api/posts', { title: 'Me too', content: '#noctilucent clouds' });
    await details.getByText('#noctilucent').first().waitFor(soon);
    await vesper.getByRole('application', { name: /1 link/ }).waitFor();
    await product.keep(vesper, 'constellation-linked-desktop');
    await send(otto, 'DELETE', `/api/posts/${post}`);
    await details.getByText('nothing yet').waitFor(soon);
    // What has not changed since it was last read is not sent again. The page reads it twice, to be drawn and once more
    // when it watches; a reading that the next page cuts off is not kept.
    const reload = async (): Promise<number[]> => {
      statuses.length = 0;
      await vesper.reload();
      await details.getByText('Node ID').waitFor();
      await until('the constellation to be read', () => Promise.resolve(statuses.length >= 2));
      return statuses;
    };
    await reload();
    expect(new Set(await reload())).toEqual(new Set([304]));

    await details.getByRole('link', { name: 'Profile' }).click();
    await vesper.waitForURL(`**/u/${ottoName}`);
    await vesper.goBack();
    await details.getByText(ottoName).first().waitFor();
  });
});
