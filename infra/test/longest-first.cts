// CommonJS, as the sequencer of jest is: as an ES module its types say something else than it is.
import sequencer = require('@jest/test-sequencer');

const TestSequencer = sequencer.default;
type Test = Parameters<sequencer.default['sort']>[0][number];

/** The files that take longest, the longest first, by a part of their path. */
const LONG: readonly string[] = [
  'dimensions.property.spec',
  'faults/worker-kills.spec',
  'faults/rolling-restart.spec',
  'pictures/pictures.spec',
  'constellation.property.spec',
  'bad-input.property.spec',
  'faults/faults.spec',
  'src/privacy.spec',
  'presence/presence.spec',
  'outbox/outbox.spec',
  'browser/pages.browser.spec',
  'browser/ui.browser.spec',
  'browser/album.browser.spec',
  'browser/docs.browser.spec',
];

function placeOf({ path }: Test): number {
  const place = LONG.findIndex((part) => path.includes(part));
  return place === -1 ? LONG.length : place;
}

/**
 * The order in which jest runs the test files. Where it has not run them before, as in CI, it goes by their size alone,
 * and what takes longest may come last, when all else is over.
 */
class LongestFirst extends TestSequencer {
  override async sort(tests: Test[]): Promise<Test[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- the sequencer's own, not an array's
    const usual = await super.sort(tests);
    return usual.toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}

export = LongestFirst;
