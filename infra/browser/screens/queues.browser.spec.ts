import { freePort } from '@oniverse/embedded';
import { TestStack, WorkerProcess } from '@oniverse/testing';
import { expect, test as base } from '@playwright/test';

const PASSWORD = 'only for tests, and long';
const HEADERS = {
  authorization: `Basic ${Buffer.from(`ops:${PASSWORD}`).toString('base64')}`,
  'content-type': 'application/json',
};

/** A test with a worker of its own that serves the dashboard. */
const test = base.extend<{ stack: TestStack; url: string }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the needed fixtures from it
  stack: async ({}, use) => {
    const stack = await TestStack.start();
    await use(stack);
    await stack.stop();
  },
  url: async ({ stack }, use) => {
    const port = String(await freePort());
    const worker = await WorkerProcess.start({ ...stack.env(), OPS_PORT: port, QUEUES_PASSWORD: PASSWORD });
    await use(`http://127.0.0.1:${port}`);
    await worker.stop();
  },
});

test.describe('the queue dashboard', () => {
  const countFailed = async (url: string): Promise<number> => {
    const text = await (await fetch(`${url}/metrics`)).text();
    return Number(/^oniverse_queue_jobs\{queue="heavy",state="failed"\} (\d+)$/m.exec(text)?.[1]);
  };

  test('shows failed jobs with their error and retries them', async ({ browser, stack, url }) => {
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
    await expect.poll(() => countFailed(url)).toBe(1);
    await stack.dataSource.query('ALTER TABLE images_elsewhere RENAME TO images');

    const page = await browser.newPage({
      viewport: { width: 1440, height: 900 },
      httpCredentials: { username: 'ops', password: PASSWORD },
    });
    const errors: string[] = [];
    const foreignUrls: string[] = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    page.on('response', (response) => {
      if (!response.url().startsWith(url)) foreignUrls.push(response.url());
    });
    await page.goto(`${url}/queues`);
    await page.getByRole('link', { name: /heavy/ }).first().click();
    await page.goto(`${url}/queues/queue/heavy?status=failed`);
    await page.getByText('relation "images" does not exist').first().waitFor();
    await page.getByRole('button', { name: 'Retry all' }).click();
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect.poll(() => countFailed(url)).toBe(0);
    expect([errors, foreignUrls]).toEqual([[], []]);
  });
});
