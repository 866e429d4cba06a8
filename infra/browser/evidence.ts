import type { Page } from 'playwright-core';

/** So many of the last calls are told of. */
const CALLS = 30;
/** So much of a page is told, in characters. */
const LENGTH = 8_000;

/** What a page went through, for whom a test leaves behind that failed: a wait that is over says nothing of it. */
export class Evidence {
  private readonly lines: string[] = [];
  private readonly begun = performance.now();

  constructor(private readonly page: Page) {
    page.on('framenavigated', (frame) => this.note(`at ${frame.url()}`));
    page.on('response', (response) => {
      // The parts of the client would fill the list.
      if (response.ok() && response.url().includes('/assets/')) return;
      this.note(`${response.status()} ${response.request().method()} ${response.url()}`);
    });
    page.on('requestfailed', (request) =>
      this.note(`${request.failure()?.errorText} ${request.method()} ${request.url()}`),
    );
  }

  private note(line: string): void {
    this.lines.push(`${((performance.now() - this.begun) / 1_000).toFixed(2)} s: ${line}`);
    if (this.lines.length > CALLS) this.lines.shift();
  }

  /** Says what was called last, where the focus is, and what stands on the page. */
  async tell(): Promise<string> {
    const { page } = this;
    const focus = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200)).catch(String);
    const shown = await page.locator('body').ariaSnapshot({ timeout: 5_000 }).catch(String);
    return [
      `${page.url()}, ${((performance.now() - this.begun) / 1_000).toFixed(2)} s after it was opened`,
      ...this.lines,
      `focus: ${focus}`,
      shown.slice(0, LENGTH),
    ].join('\n');
  }
}

/** Whether the test that has just ended failed; `test/failure-environment.ts` knows. */
export const hasTestFailed = (): boolean => Reflect.get(globalThis, 'hasTestFailed') === true;
