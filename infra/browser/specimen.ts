import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { freePort } from '@oniverse/embedded';
import { type Browser, chromium, type Page } from 'playwright-core';
import { CHROMIUM_FLAGS, SCREENS } from './product.js';
import { PAGE_TIMEOUT_MS } from './timeouts.js';
import { waitUntil } from './wait-until.js';

const ROOT = new URL('../../', import.meta.url);
const VITE = fileURLToPath(new URL('node_modules/vite/bin/vite.js', ROOT));
const FRONTEND = fileURLToPath(new URL('frontend', ROOT));

export interface Appearance {
  theme: 'main-cyberpunk' | '90s-computer';
  mode: 'dark' | 'light';
}

/** The component gallery of the development server, with a browser. */
export class SpecimenUnderTest {
  private readonly pages: Page[] = [];
  private readonly errors: string[] = [];

  private constructor(
    private readonly server: ChildProcess,
    private readonly browser: Browser,
    readonly url: string,
  ) {}

  /** Starts the development server and the Chromium at CHROMIUM_PATH. */
  static async start(): Promise<SpecimenUnderTest> {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const args = [VITE, FRONTEND, '--port', String(port), '--strictPort', '--host', '127.0.0.1'];
    const server = spawn(process.execPath, args, { stdio: 'ignore' });
    await waitUntil(
      'the development server to respond',
      async () => (await fetch(url).catch(() => null))?.ok === true,
    );
    const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
    const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS });
    return new SpecimenUnderTest(server, browser, url);
  }

  /** Opens the gallery in a theme and mode. @param moving whether animations run */
  async openPage({ theme, mode }: Appearance, screen: keyof typeof SCREENS, moving = false): Promise<Page> {
    const context = await this.browser.newContext({ ...SCREENS[screen], baseURL: this.url });
    context.setDefaultTimeout(PAGE_TIMEOUT_MS);
    await context.addInitScript((choice) => localStorage.setItem('oni-theme', choice), mode);
    const page = await context.newPage();
    page.on('pageerror', (error) => this.errors.push(String(error)));
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) this.errors.push(message.text());
    });
    if (!moving) await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(`/__ui?theme=${theme}&mode=${mode}`);
    await page.getByRole('main').waitFor();
    await page.evaluate(async () => {
      await document.fonts.ready;
    });
    this.pages.push(page);
    return page;
  }

  async switchMode(page: Page, mode: Appearance['mode']): Promise<void> {
    const modes = page.getByRole('banner').getByRole('radiogroup', { name: 'Mode' });
    await modes.getByRole('radio', { name: mode === 'dark' ? 'Dark' : 'Light' }).click();
    await page.locator(`[data-mode="${mode}"] main`).waitFor();
  }

  /** Closes the pages of a test. @returns their errors and warnings */
  async closePages(): Promise<string[]> {
    await Promise.all(this.pages.splice(0).map((page) => page.context().close()));
    return this.errors.splice(0);
  }

  async stop(): Promise<void> {
    await this.browser.close();
    const exited = once(this.server, 'exit');
    this.server.kill('SIGTERM');
    await exited;
  }
}
