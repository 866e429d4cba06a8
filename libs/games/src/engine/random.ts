/** FNV-1a, http://www.isthe.com/chongo/tech/comp/fnv/ */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
}

/**
 * Returns a generator of the same numbers from 0 up to 1 for the same seed (mulberry32, public domain,
 * https://gist.github.com/tommyettinger/46a874533244883189143505d203312c). The numbers can be predicted.
 */
export function seededRandom(seed: string): () => number {
  let state = hashOf(seed);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
