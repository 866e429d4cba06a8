import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';

const MANIFEST = new URL('../../frontend/dist/.vite/manifest.json', import.meta.url);

interface Chunk {
  name?: string;
  file: string;
  isDynamicEntry?: boolean;
}

/** Returns the pattern of the address of a lazily loaded chunk, whose file name is only a hash. */
export async function chunkPattern(name: string): Promise<string> {
  const chunks: Record<string, Chunk> = JSON.parse(await readFile(MANIFEST, 'utf8'));
  const chunk = Object.values(chunks).find((each) => each.isDynamicEntry && each.name === name);
  if (!chunk) throw new Error(`The client has no lazily loaded chunk named ${name}.`);
  return `**/${chunk.file}`;
}

/** Waits until a page can show a toast without the network: what shows it loads after the page. */
export async function waitForToasts(page: Page): Promise<void> {
  const file = (await chunkPattern('toast-view')).replace('**', '');
  await page.waitForFunction(
    (end) => performance.getEntriesByType('resource').some(({ name }) => name.endsWith(end)),
    file,
  );
}
