import type { Page } from 'playwright-core';

const MAX_LINES = 30;
const MAX_SNAPSHOT_LENGTH = 8_000;

/** Records the events of a page for the report of a failed test. */
export class PageLog {
  private readonly lines: string[] = [];
  private readonly startedAt = performance.now();

  constructor(private readonly page: Page) {
    page.on('framenavigated', (frame) => this.addLine(`at ${frame.url()}`));
    page.on('response', (response) => {
      // Too many to be useful.
      if (response.ok() && response.url().includes('/assets/')) return;
      this.addLine(`${response.status()} ${response.request().method()} ${response.url()}`);
    });
    page.on('requestfailed', (request) =>
      this.addLine(`${request.failure()?.errorText} ${request.method()} ${request.url()}`),
    );
  }

  private addLine(line: string): void {
    this.lines.push(`${((performance.now() - this.startedAt) / 1_000).toFixed(2)} s: ${line}`);
    if (this.lines.length > MAX_LINES) this.lines.shift();
  }

  /** Returns the last events, the focused element and the content of the page. */
  async createReport(): Promise<string> {
    const { page } = this;
    const focus = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200)).catch(String);
    const shown = await page.locator('body').ariaSnapshot({ timeout: 5_000 }).catch(String);
    return [
      `${page.url()}, ${((performance.now() - this.startedAt) / 1_000).toFixed(2)} s after it was opened`,
      ...this.lines,
      `focus: ${focus}`,
      shown.slice(0, MAX_SNAPSHOT_LENGTH),
    ].join('\n');
  }
}

/** Whether the last test failed, as set by `test/failure-environment.ts`. */
export const hasTestFailed = (): boolean => Reflect.get(globalThis, 'hasTestFailed') === true;
