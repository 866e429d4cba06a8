import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';

const PAGE_TIMEOUT_MS = 30_000;
const OUTPUT_DIR = fileURLToPath(new URL('../../artifacts/browser/', import.meta.url));

const executablePath =
  process.env['CHROMIUM_PATH'] ??
  ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((path) => existsSync(path));

export default defineConfig({
  projects: ['journey', 'screens', 'journeys'].map((name) => ({
    name,
    testDir: name,
    outputDir: `${OUTPUT_DIR}${name}`,
  })),
  testMatch: '*.browser.spec.ts',
  globalSetup: './global-setup.ts',
  // Compiled packages of the workspace.
  build: { external: ['**/dist/**'] },
  timeout: 120_000,
  expect: { timeout: PAGE_TIMEOUT_MS },
  retries: process.env['TEST_RETRIES'] === '0' ? 0 : 1,
  // One per core: each runs a browser and a whole product, and mostly waits.
  workers: 2,
  reporter: [['list']],
  use: {
    actionTimeout: PAGE_TIMEOUT_MS,
    navigationTimeout: PAGE_TIMEOUT_MS,
    screenshot: 'only-on-failure',
    // A trace of each test would take time, though few fail.
    trace: 'on-first-retry',
    launchOptions: {
      ...(executablePath !== undefined && { executablePath }),
      // Disables Chromium's background traffic and GPU use.
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // The headless shell would round the widths of glyphs, so that text moves when its font loads.
        '--font-render-hinting=none',
      ],
    },
  },
});
