import { type Browser, type CDPSession, chromium, type Page } from 'playwright-core';
import type { Place } from './place.js';

const MB = 1_048_576;

/** Somebody who reads a long conversation, in a browser of their own. */
export class Reader {
  private constructor(
    readonly page: Page,
    private readonly session: CDPSession,
    private readonly browser: Browser,
  ) {}

  static async start({ sessionId }: Place): Promise<Reader> {
    const browser = await chromium.launch({
      executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
    });
    const context = await browser.newContext({ viewport: { width: 1_440, height: 900 } });
    await context.addInitScript(`localStorage.setItem('sessionId', ${JSON.stringify(sessionId)})`);
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    return new Reader(page, session, browser);
  }

  /** Waits until a message is in view. */
  async sees(text: string): Promise<void> {
    await this.page.getByText(text, { exact: true }).first().waitFor();
  }

  /** How long something takes until a message is in view, in milliseconds. */
  async timeUntil(text: string, act: () => Promise<unknown>): Promise<number> {
    const begun = performance.now();
    await act();
    await this.sees(text);
    return performance.now() - begun;
  }

  /** Megabytes of script objects that are in use, after a full collection. */
  async heap(): Promise<number> {
    await this.session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await this.session.send('Runtime.getHeapUsage');
    return usedSize / MB;
  }

  /** Milliseconds of CPU that the page's thread took so far: what other work on the machine does not lengthen. */
  async cpu(): Promise<number> {
    const { metrics } = await this.session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000;
  }

  async stop(): Promise<void> {
    await this.browser.close();
  }
}
