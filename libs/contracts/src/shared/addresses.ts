/**
 * A character of prose that ends an address, where text goes on without a space: quotation marks, brackets, sentence
 * marks and long dashes beyond ASCII. Those of ASCII may be part of an address, and end one only before a space.
 */
export const ADDRESS_END =
  /(?!\p{ASCII})[\p{Quotation_Mark}\p{Terminal_Punctuation}\p{Ps}\p{Pe}\p{Bidi_Control}\u200B\u2014\u2015\u2025\u2026\uFF5C]/u;
/** An address and the punctuation of ASCII after it. */
export const ADDRESS = new RegExp(`https?://(?:(?!${ADDRESS_END.source})[^\\s<>"\`])+`, 'u');
/** Every {@link ADDRESS} of a text. */
export const ADDRESSES = new RegExp(ADDRESS.source, 'gu');
const SENTENCE_END = /[.,;:!?'*_~)\]]/;

const countOf = (text: string, character: string): number => text.split(character).length - 1;

/** Strips the punctuation of ASCII that belongs to the surrounding sentence from the end of an address. */
export function withoutSentenceEnd(address: string): string {
  let surplus = countOf(address, ')') - countOf(address, '(');
  let end = address.length;
  for (; end > 0; end -= 1) {
    const last = address.charAt(end - 1);
    if (!SENTENCE_END.test(last) || (last === ')' && surplus <= 0)) break;
    if (last === ')') surplus -= 1;
  }
  return address.slice(0, end);
}
