import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Randomized tests have a short size here, see `byTestLength`. */
const SPEC = /(?<!\.(?:browser|long))\.spec\.ts$/;
const SUITE = /(\d+)-of-(\d+)\.spec\.ts$/;

/**
 * Declares the tests of a suite, a file that runs its share of the specs of a folder. Jest loads all modules again for
 * each file that it runs, which takes most of the time of a short spec; a suite loads them once.
 * @param suite the URL of a file named like `1-of-8.spec.ts`
 * @param folder relative to the suite
 * @throws Error if the file has another name
 */
export async function importSpecs(suite: string, folder: string): Promise<void> {
  const [number, count] = (SUITE.exec(suite) ?? []).slice(1).map(Number);
  if (number === undefined || count === undefined)
    throw new Error(`${suite} is not named like 1-of-8.spec.ts.`);
  const path = fileURLToPath(new URL(folder, suite));
  const specs = (await readdir(path, { recursive: true })).filter((file) => SPEC.test(file)).toSorted();
  for (const [index, spec] of specs.entries()) {
    if (index % count === number - 1) await import(join(path, spec));
  }
}
