import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { freePort } from '@oniverse/embedded';
import { TestStack, WorkerProcess } from '@oniverse/testing';
import { type Browser, chromium } from 'playwright-core';
import { saveScreenshot } from './screenshots.js';
import { CHROMIUM_FLAGS } from './product.js';
import { PAGE_TIMEOUT_MS } from './timeouts.js';
import { waitUntil } from './wait-until.js';

const PASSWORD = 'only for tests, and long';
const HEADERS = {
  authorization: `Basic ${Buffer.from(`ops:${PASSWORD}`).toString('base64')}`,
  'content-type': 'application/json',
};

describe('the queue dashboard', () => {
  let stack: TestStack;
  let worker: WorkerProcess;
  let browser: Browser;
  let url: string;

  beforeAll(async () => {
    stack = await TestStack.start();
    const port = await freePort();
    worker = await WorkerProcess.start({
      ...stack.env(),
      OPS_PORT: String(port),
      QUEUES_PASSWORD: PASSWORD,
    });
    url = `http://127.0.0.1:${port}`;
    const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
    browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS });
  });

  afterAll(async () => {
    await browser.close();
    await worker.stop();
    await stack.stop();
  });

  const countFailed = async (): Promise<number> => {
    const text = await (await fetch(`${url}/metrics`)).text();
    return Number(/^oniverse_queue_jobs\{queue="heavy",state="failed"\} (\d+)$/m.exec(text)?.[1]);
  };

  it('shows failed jobs with their error and retries them', async () => {
    await stack.dataSource.query('ALTER TABLE images RENAME TO images_elsewhere');
    const added = await fetch(`${url}/queues/api/queues/heavy/add`, {
      method: 'POST',
      headers: HEADERS,
      body: JSON.stringify({
        name: 'render-image',
        data: { subject: '01900000-0000-7000-8000-000000000000' },
        options: { attempts: 1 },
      }),
    });
    expect(added.status).toBe(200);
    await waitUntil('the job to fail', async () => (await countFailed()) === 1);
    await stack.dataSource.query('ALTER TABLE images_elsewhere RENAME TO images');

    const page = await browser.newPage({
      viewport: { width: 1440, height: 900 },
      httpCredentials: { username: 'ops', password: PASSWORD },
    });
    page.setDefaultTimeout(PAGE_TIMEOUT_MS);
    const errors: string[] = [];
    const foreignUrls: string[] = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    page.on('response', (response) => {
      if (!response.url().startsWith(url)) foreignUrls.push(response.url());
    });
    await page.goto(`${url}/queues`);
    await page.getByRole('link', { name: /heavy/ }).first().click();
    await saveScreenshot(page, 'queues');
    await page.goto(`${url}/queues/queue/heavy?status=failed`);
    await page.getByText('relation "images" does not exist').first().waitFor();
    await saveScreenshot(page, 'queues-failed');
    await page.getByRole('button', { name: 'Retry all' }).click();
    await page.getByRole('button', { name: 'Confirm' }).click();
    await waitUntil('the retry to succeed', async () => (await countFailed()) === 0);
    await saveScreenshot(page, 'queues-retried');
    expect([errors, foreignUrls]).toEqual([[], []]);
    await page.close();
  });
});
