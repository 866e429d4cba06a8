import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const KB = 1_000;

/** Maximum sizes in bytes: text after gzip, fonts as they are. */
export const BUDGETS = {
  /** The landing page until it is interactive. */
  script: 130 * KB,
  style: 15 * KB,
  fonts: 35 * KB,
  /** Any single script. */
  chunk: 90 * KB,
  /** The emoji picker with its data, which load when it is first needed. */
  emojis: 60 * KB,
} as const;

const EMOJIS = 'src/features/talk/emoji/emoji-part.ts';

const SCRIPTS = /<script [^>]*src="\/([^"]+)"|<link rel="modulepreload"[^>]*href="\/([^"]+)"/g;
const STYLES = /<link rel="stylesheet"[^>]*href="\/([^"]+)"/g;

async function gzipSizeOf(folder: string, file: string): Promise<number> {
  return gzipSync(await readFile(join(folder, file)), { level: 9 }).length;
}

async function totalGzipSize(folder: string, page: string, names: RegExp): Promise<number> {
  const files = new Set([...page.matchAll(names)].flatMap(([, ...found]) => found.filter(Boolean)));
  let total = 0;
  for (const file of files) total += await gzipSizeOf(folder, file);
  return total;
}

/** Returns the script of a lazy part, from the build's manifest. @throws Error if there is none */
async function scriptOf(folder: string, source: string): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(join(folder, '.vite', 'manifest.json'), 'utf8'));
  const file: unknown = Reflect.get(Object(Reflect.get(Object(manifest), source)), 'file');
  if (typeof file !== 'string') throw new Error(`${source} is not in the build.`);
  return file;
}

function excess(name: string, size: number, budget: number): string[] {
  if (size <= budget) return [];
  return [`${name}: ${(size / KB).toFixed(1)} kB exceeds ${budget / KB} kB`];
}

/**
 * Returns what exceeds its budget in a built client: the scripts and styles of the landing page, the emoji picker, or any
 * single script.
 * Fonts are checked in the browser tests, because only a browser knows which ones it loads.
 * @throws Error if it does not exist
 */
export async function budgetViolations(folder: string): Promise<string[]> {
  const page = await readFile(join(folder, 'index.html'), 'utf8');
  const assets = await readdir(join(folder, 'assets'));
  const problems = [
    ...excess('scripts of the landing page', await totalGzipSize(folder, page, SCRIPTS), BUDGETS.script),
    ...excess('styles of the landing page', await totalGzipSize(folder, page, STYLES), BUDGETS.style),
    ...excess('emoji picker', await gzipSizeOf(folder, await scriptOf(folder, EMOJIS)), BUDGETS.emojis),
  ];
  for (const file of assets.filter((name) => name.endsWith('.js')).toSorted()) {
    problems.push(...excess(file, await gzipSizeOf(folder, join('assets', file)), BUDGETS.chunk));
  }
  return problems;
}
