// The order in which jest runs the test files. Where it has not run them before, as in CI, it goes by their size, and
// what takes longest may come last, when all else is over.
import Sequencer from '@jest/test-sequencer';

/** The files that take longest, the longest first, by a part of their path. */
const LONG = [
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

const placeOf = ({ path }) => {
  const place = LONG.findIndex((part) => path.includes(part));
  return place === -1 ? LONG.length : place;
};

export default class LongestFirst extends Sequencer {
  sort(tests) {
    // oxlint-disable-next-line unicorn/no-array-sort -- the sequencer's own, not an array's
    return super.sort(tests).toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}
