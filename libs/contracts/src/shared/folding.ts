const DIGIT = /\p{Nd}/u;
const DIGITS = /(?!\d)\p{Nd}/gu;
const SEPARATORS = /[\p{Pd}\p{Z}\p{Cf}\s\u2212]+/gu;

/** Unicode lists the digits of every script from 0 to 9, without gaps. */
function valueOf(digit: string): string {
  const place = digit.codePointAt(0) ?? 0;
  let first = place;
  while (DIGIT.test(String.fromCodePoint(first - 1))) first -= 1;
  return String((place - first) % 10);
}

/** Returns a code with ASCII digits, without spaces and hyphens: apps and keyboards write codes in several ways. */
export const foldCode = (text: string): string => text.replaceAll(SEPARATORS, '').replaceAll(DIGITS, valueOf);

/**
 * Characters whose case folding is that of their capital letter. Dotless i is the exception, since its capital letter
 * is also that of i. Cherokee folds to capital letters.
 */
const FOLDED_BY_CAPITALS = /[^\u0131\p{Script=Cherokee}]+/gu;
const CHEROKEE = /\p{Script=Cherokee}+/gu;

/**
 * Returns a text with Unicode's full case folding (C and F of CaseFolding.txt), like PostgreSQL's `casefold`: two texts
 * that differ only in case have the same folding, so that `Straße` and `STRASSE` match.
 */
export const foldCase = (text: string): string =>
  text
    .replaceAll(FOLDED_BY_CAPITALS, (part) => part.toLowerCase().toUpperCase().toLowerCase())
    .replaceAll(CHEROKEE, (part) => part.toUpperCase())
    .replaceAll('ς', 'σ');
