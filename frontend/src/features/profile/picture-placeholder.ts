import { PICTURE_TEXTS } from './profile.texts.js';

const PLACEHOLDER = /!\[[^\]\n]*\]\(uploading-\d+\)/gu;

/** What a file is called, without what would end a picture's text in markdown, and without its ending. */
export function pictureName({ name }: File): string {
  const stem = name.replace(/\.[^.]*$/u, '').replaceAll(/[[\]\\\n\r]/gu, ' ');
  return stem.trim() || PICTURE_TEXTS.nameless;
}

/** What stands in the text while a picture is on its way. */
export const placeholderOf = (id: number, name: string): string =>
  `![${PICTURE_TEXTS.placeholder(name)}](uploading-${id})`;

/** A text without what stood for pictures that never arrived: what a page kept that was left meanwhile. */
export const withoutPlaceholders = (text: string): string => text.replaceAll(PLACEHOLDER, '');
