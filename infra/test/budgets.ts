import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const KB = 1_000;

/** What the client may weigh, in bytes: text as gzip has it, fonts as they are. */
export const BUDGETS = {
  /** The landing page, until it works. */
  script: 130 * KB,
  style: 15 * KB,
  fonts: 35 * KB,
  /** Any one script. */
  chunk: 90 * KB,
} as const;

const SCRIPTS = /<script [^>]*src="\/([^"]+)"|<link rel="modulepreload"[^>]*href="\/([^"]+)"/g;
const STYLES = /<link rel="stylesheet"[^>]*href="\/([^"]+)"/g;

async function weightOf(folder: string, file: string): Promise<number> {
  return gzipSync(await readFile(join(folder, file)), { level: 9 }).length;
}

async function weightOfAll(folder: string, page: string, names: RegExp): Promise<number> {
  const files = new Set([...page.matchAll(names)].flatMap(([, ...found]) => found.filter(Boolean)));
  let total = 0;
  for (const file of files) total += await weightOf(folder, file);
  return total;
}

/** What is said of something that weighs more than it may. */
function excess(what: string, weight: number, budget: number): string[] {
  if (weight <= budget) return [];
  return [`${what}: ${(weight / KB).toFixed(1)} kB, and may be ${budget / KB} kB`];
}

/**
 * Says what in a built client is heavier than its budget: the scripts and styles that its first page names, and
 * each script for itself. What fonts a page asks for, only a browser can tell.
 * @param folder the built client
 * @throws where there is no such client
 */
export async function overweight(folder: string): Promise<string[]> {
  const page = await readFile(join(folder, 'index.html'), 'utf8');
  const assets = await readdir(join(folder, 'assets'));
  const problems = [
    ...excess('scripts of the landing page', await weightOfAll(folder, page, SCRIPTS), BUDGETS.script),
    ...excess('styles of the landing page', await weightOfAll(folder, page, STYLES), BUDGETS.style),
  ];
  for (const file of assets.filter((name) => name.endsWith('.js')).toSorted()) {
    problems.push(...excess(file, await weightOf(folder, join('assets', file)), BUDGETS.chunk));
  }
  return problems;
}
