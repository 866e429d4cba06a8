/** Returns one of two sizes of a randomized test: the short one in `npm test`, the long one in `npm run test:long`. */
export function byTestLength(short: number, long: number): number {
  return process.env['TEST_LENGTH'] === 'long' ? long : short;
}
