import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { freePort } from '@oniverse/embedded';
import { type BrowserContext, expect, type Page, test as base } from '@playwright/test';
import { type Screen, SCREENS } from './product.js';

const ROOT = new URL('../../', import.meta.url);
const VITE = fileURLToPath(new URL('node_modules/vite/bin/vite.js', ROOT));
const FRONTEND = fileURLToPath(new URL('frontend', ROOT));

export interface Appearance {
  theme: 'main-cyberpunk' | '90s-computer';
  mode: 'dark' | 'light';
}

interface Gallery {
  /** Opens the gallery in a theme and mode. @param moving whether animations run */
  openGallery: (appearance: Appearance, screen: Screen, moving?: boolean) => Promise<Page>;
}

/** A test of the component gallery. It fails if a page that it opened logs an error or a warning. */
export const test = base.extend<Gallery, { galleryUrl: string }>({
  galleryUrl: [
    async ({ browser }, use) => {
      const port = await freePort();
      const url = `http://127.0.0.1:${port}`;
      const args = [VITE, FRONTEND, '--port', String(port), '--strictPort', '--host', '127.0.0.1'];
      const server = spawn(process.execPath, args, { stdio: 'ignore' });
      const exited = once(server, 'exit');
      await expect.poll(async () => (await fetch(url).catch(() => null))?.ok).toBe(true);
      // A first page makes Vite bundle the dependencies, after which it reloads the page.
      const first = await browser.newPage();
      await first.goto(`${url}/__ui`, { waitUntil: 'networkidle' });
      await first.close();
      await use(url);
      server.kill('SIGTERM');
      await exited;
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  openGallery: async ({ browser, galleryUrl: baseURL }, use) => {
    const contexts: BrowserContext[] = [];
    const errors: string[] = [];
    await use(async ({ theme, mode }, screen, moving = false) => {
      const context = await browser.newContext({ ...SCREENS[screen], baseURL });
      contexts.push(context);
      await context.addInitScript((choice) => localStorage.setItem('oni-theme', choice), mode);
      const page = await context.newPage();
      page.on('pageerror', (error) => errors.push(String(error)));
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) errors.push(message.text());
      });
      if (!moving) await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.goto(`/__ui?theme=${theme}&mode=${mode}`);
      await page.getByRole('main').waitFor();
      await page.evaluate(async () => {
        await document.fonts.ready;
      });
      return page;
    });
    await Promise.all(contexts.map((context) => context.close()));
    expect(errors).toEqual([]);
  },
});

/** Switches the mode of the gallery. */
export async function switchGalleryMode(page: Page, mode: Appearance['mode']): Promise<void> {
  const modes = page.getByRole('banner').getByRole('radiogroup', { name: 'Mode' });
  await modes.getByRole('radio', { name: mode === 'dark' ? 'Dark' : 'Light' }).click();
  await page.locator(`[data-mode="${mode}"] main`).waitFor();
}
