import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe } from '@jest/globals';
import { addEventHandler, removeEventHandler, type State } from 'jest-circus';

/** Randomized tests have a short size here, see `byTestLength`. An `alone` file replaces modules, which a suite shares. */
const NOT_IN_SUITES = /\.(?:alone|browser|long|scale)\.\w+\.tsx?$/;
/** What a folder of several packages has beside their sources. */
const NO_SOURCES = /(?:^|\/)(?:dist|node_modules|suites)\//;
const SUITE = /(\d+)-of-(\d+)(\.(?:spec\.ts|test\.tsx?))$/;

/**
 * Declares the tests of a suite, a file that runs its share of the specs of a folder that end like it. Jest loads all modules again for
 * each file that it runs, which takes most of the time of a short spec; a suite loads them once.
 * @param suite the URL of a file named like `1-of-8.spec.ts`
 * @param folder relative to the suite
 * @throws Error if the file has another name
 */
export async function importSpecs(suite: string, folder: string): Promise<void> {
  const [, number, count, ending] = SUITE.exec(suite) ?? [];
  if (ending === undefined) throw new Error(`${suite} is not named like 1-of-8.spec.ts.`);
  const path = fileURLToPath(new URL(folder, suite));
  const specs = (await readdir(path, { recursive: true }))
    .filter((file) => file.endsWith(ending) && !NOT_IN_SUITES.test(file) && !NO_SOURCES.test(file))
    .toSorted();
  for (const [index, spec] of specs.entries()) {
    if (index % Number(count) === Number(number) - 1) await describeImported(path, spec);
  }
}

/** Gives a spec a block of its own, so that its hooks apply to its tests only, and a failure names it. */
async function describeImported(folder: string, spec: string): Promise<void> {
  let state: State | undefined;
  let block: State['currentDescribeBlock'] | undefined;
  // Only handlers of its events see the state of jest's runner.
  const handleEvent = (_event: unknown, given: State): void => {
    state = given;
  };
  addEventHandler(handleEvent);
  describe(spec, () => {
    block = state?.currentDescribeBlock;
  });
  removeEventHandler(handleEvent);
  if (!state || !block) throw new Error('The runner of these tests is not jest-circus.');
  // `describe` ends its block without waiting for imports.
  const parent = state.currentDescribeBlock;
  state.currentDescribeBlock = block;
  await import(join(folder, spec));
  state.currentDescribeBlock = parent;
}
