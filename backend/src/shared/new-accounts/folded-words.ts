import { createHash } from 'node:crypto';
import { ADDRESSES, characterCount, COPIES, findMentions, searchForm } from '@oniverse/contracts';

/** An address up to the end of its host. */
const HOST = /^https?:\/\/[^/?#]*/u;
const WORDS = /[\p{L}\p{M}]+/gu;
const SPACES = /\s+/gu;

/** Returns the number of links in a text, and of members that it names. */
export const countLinksAndMentions = (text: string): { links: number; mentions: number } => ({
  links: text.match(ADDRESSES)?.length ?? 0,
  mentions: new Set(findMentions(text).map(({ username }) => username)).size,
});

/** Returns a folded text without what copies vary: the rest of addresses, and mentioned members. */
function withoutTargets(text: string): string {
  const untargeted = text.replaceAll(ADDRESSES, (address) => HOST.exec(address)?.[0] ?? address);
  return findMentions(untargeted).reduceRight(
    (rest, { start, text: mention }) => rest.slice(0, start) + rest.slice(start + mention.length),
    untargeted,
  );
}

/**
 * Returns a hash of the words of a text, the same for copies in another order, case or punctuation, with other numbers, other
 * paths in links, or other members mentioned. It is a signed integer of 64 bits.
 * @returns undefined for a text that is too short to compare
 */
export function hashOfWords(text: string): string | undefined {
  const folded = searchForm(text).trim();
  if (characterCount(folded) < COPIES.minLength) return undefined;
  const words = withoutTargets(folded).match(WORDS) ?? [];
  // A text without letters is compared whole.
  const compared =
    words.length > 0 ? [...new Set(words)].toSorted().join(' ') : folded.replaceAll(SPACES, '');
  return createHash('sha256').update(compared).digest().readBigInt64BE().toString();
}
