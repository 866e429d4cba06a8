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

const ASCII = /^[\0-\u007F]*$/u;
/** Marks of Latin, Greek, Cyrillic, Arabic and Hebrew, U+0640, and characters without a glyph. */
const UNCOMPARED =
  /[\u{00AD}\u{0300}-\u{036F}\u{0483}-\u{0489}\u{0591}-\u{05BD}\u{05BF}\u{05C1}\u{05C2}\u{05C4}\u{05C5}\u{05C7}\u{0610}-\u{061A}\u{0640}\u{064B}-\u{065F}\u{0670}\u{06D6}-\u{06DC}\u{06DF}-\u{06E4}\u{06E7}\u{06E8}\u{06EA}-\u{06ED}\u{08CA}-\u{08E1}\u{08E3}-\u{08FF}\u{1AB0}-\u{1ACE}\u{1DC0}-\u{1DFF}\u{200B}-\u{200F}\u{202A}-\u{202E}\u{2060}-\u{206F}\u{20D0}-\u{20F0}\u{FE00}-\u{FE0F}\u{FE20}-\u{FE2F}\u{FEFF}]+/gu;

/** Returns the form in which texts are compared, like `search_form.sql`, which says what it leaves out. */
export const searchForm = (text: string): string =>
  ASCII.test(text)
    ? text.toLowerCase()
    : foldCase(text.normalize('NFKD')).replaceAll(UNCOMPARED, '').normalize('NFC');
