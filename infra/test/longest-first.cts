// CommonJS, because the types of jest's sequencer are wrong for ES modules.
import sequencer = require('@jest/test-sequencer');

const TestSequencer = sequencer.default;
type Test = Parameters<sequencer.default['sort']>[0][number];

const isSuite = ({ path }: Test): boolean => path.includes('/suites/');

/** Jest starts with the largest files, as long as it does not know their times. Suites are small and take longest. */
class LongestFirst extends TestSequencer {
  override async sort(tests: Test[]): Promise<Test[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- a method of the sequencer, not of an array
    const sorted = await super.sort(tests);
    return sorted.toSorted((one, other) => Number(isSuite(other)) - Number(isSuite(one)));
  }
}

export = LongestFirst;
