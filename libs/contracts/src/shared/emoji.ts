/** U+FE0F, which asks for the picture of a character that is text by default. */
const PICTURE_SELECTOR = '\u{FE0F}';
/** A character that needs the selector. A skin tone after it takes its place. */
const TEXT_BY_DEFAULT = /(?!\p{Emoji_Presentation})\p{Emoji}(?!\p{Emoji_Modifier})/gu;
/** The longest emoji, two people with skin tones who kiss, has 15 UTF-16 units. */
const MAX_LENGTH = 40;

/**
 * Returns the one emoji that a text consists of, in the form that Unicode recommends for general interchange (RGI), so
 * that ❤ and ❤️ are the same; undefined for any other text.
 */
export function canonicalEmoji(text: string): string | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const emoji = text.replaceAll(PICTURE_SELECTOR, '').replaceAll(TEXT_BY_DEFAULT, `$&${PICTURE_SELECTOR}`);
  // Created on use, because a browser without the flag could not load the module otherwise.
  return new RegExp(String.raw`^\p{RGI_Emoji}$`, 'v').test(emoji) ? emoji : undefined;
}
