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
  // oxlint-disable-next-line no-misleading-character-class -- the ranges of `search_form.sql`, in its order
  /[\u00AD\u0300-\u036F\u0483-\u0489\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0610-\u061A\u0640\u064B-\u065F\u0670\u06D6-\u06DC\u06DF-\u06E4\u06E7\u06E8\u06EA-\u06ED\u08CA-\u08E1\u08E3-\u08FF\u1AB0-\u1ACE\u1DC0-\u1DFF\u200B-\u200F\u202A-\u202E\u2060-\u206F\u20D0-\u20F0\uFE00-\uFE0F\uFE20-\uFE2F\uFEFF]+/gu;

/** Returns the form in which texts are compared, like `search_form.sql`, which says what it leaves out. */
export const searchForm = (text: string): string =>
  ASCII.test(text)
    ? text.toLowerCase()
    : foldCase(text.normalize('NFKD')).replaceAll(UNCOMPARED, '').normalize('NFC');
