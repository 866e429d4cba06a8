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
