/**
 * A letter, number, punctuation mark or symbol that shows. Unicode counts some blanks among them: fillers of Hangul and
 * of hieroglyphs (some of them default-ignorable, `DI`), the empty Braille cell and the musical null note.
 */
export const VISIBLE = /(?![\p{DI}\u2800\u{13441}\u{13442}\u{1D159}])[\p{L}\p{N}\p{P}\p{S}]/u;

/** Whether a text shows nothing. It then counts as absent. */
export const isBlank = (text: string): boolean => !VISIBLE.test(text);
