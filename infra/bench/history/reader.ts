import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test';
import type { HistoryFixture } from './fixture.js';
import { countShifts, shiftOfLayout, timeWhenShown } from './in-page.js';

const MB = 1_048_576;

export class Reader {
  private constructor(
    readonly page: Page,
    private readonly session: CDPSession,
    private readonly browser: Browser,
  ) {}

  static async start({ sessionId }: HistoryFixture): Promise<Reader> {
    const browser = await chromium.launch({
      executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
    });
    const context = await browser.newContext({ viewport: { width: 1_440, height: 900 } });
    await context.addInitScript(`localStorage.setItem('sessionId', ${JSON.stringify(sessionId)})`);
    await context.addInitScript(countShifts);
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    return new Reader(page, session, browser);
  }

  async waitForText(text: string): Promise<void> {
    await this.page.getByText(text, { exact: true }).first().waitFor();
  }

  /** Returns the milliseconds from the start of `act` until a text is visible. */
  async timeUntil(text: string, act: () => Promise<unknown>): Promise<number> {
    const startedAt = performance.now();
    await act();
    await this.waitForText(text);
    return performance.now() - startedAt;
  }

  /** Returns the milliseconds of a page load until the list ends with a text, exact to a frame. */
  async timeLoad(url: string, text: string): Promise<number> {
    await this.page.goto(url, { waitUntil: 'commit' });
    return this.page.evaluate(timeWhenShown, text);
  }

  /** Leaves the channel for the catalogue of dimensions. */
  async openCatalogue(): Promise<void> {
    await this.page.locator('.chat__back a').first().click();
    await this.page.locator('.catalogue__row').first().waitFor();
  }

  /** Returns the milliseconds from the browser's Back until the list ends with a text, exact to a frame. */
  async timeBack(text: string): Promise<number> {
    const startedAt = await this.page.evaluate(() => {
      const now = performance.now();
      history.back();
      return now;
    });
    return (await this.page.evaluate(timeWhenShown, text)) - startedAt;
  }

  /** Waits until all pictures in view are shown. @returns how far the layout shifted since the messages were shown */
  async layoutShift(): Promise<number> {
    await this.page.waitForLoadState('networkidle');
    return this.page.evaluate(shiftOfLayout);
  }

  /** Returns the JavaScript heap in use after garbage collection, in megabytes. */
  async heap(): Promise<number> {
    await this.session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await this.session.send('Runtime.getHeapUsage');
    return usedSize / MB;
  }

  async cpuMs(): Promise<number> {
    const { metrics } = await this.session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000;
  }

  async stop(): Promise<void> {
    await this.browser.close();
  }
}
