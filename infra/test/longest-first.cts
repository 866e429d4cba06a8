// CommonJS, because the types of jest's sequencer are wrong for ES modules.
import sequencer = require('@jest/test-sequencer');

const TestSequencer = sequencer.default;
type Test = Parameters<sequencer.default['sort']>[0][number];

/** The slowest test files, slowest first, by a part of their path. */
const LONG: readonly string[] = ['features/dimensions/dimensions.test', 'features/album/album-page.test'];

function rankOf({ path }: Test): number {
  const rank = LONG.findIndex((part) => path.includes(part));
  return rank === -1 ? LONG.length : rank;
}

/** Without timings of an earlier run, as in CI, jest sorts by file size, so that a slow file may start last. */
class LongestFirst extends TestSequencer {
  override async sort(tests: Test[]): Promise<Test[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- a method of the sequencer, not of an array
    const sorted = await super.sort(tests);
    return sorted.toSorted((one, other) => rankOf(one) - rankOf(other));
  }
}

export = LongestFirst;
