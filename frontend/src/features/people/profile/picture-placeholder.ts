import { PICTURE_TEXTS } from './profile.texts.js';

const PLACEHOLDER = /!\[[^\]\n]*\]\(uploading-\d+\)/gu;

/** Drops the extension and characters that would break a markdown picture. */
export function pictureName({ name }: File): string {
  const stem = name.replace(/\.[^.]*$/u, '').replaceAll(/[[\]\\\n\r]/gu, ' ');
  return stem.trim() || PICTURE_TEXTS.nameless;
}

export const placeholderOf = (id: number, name: string): string =>
  `![${PICTURE_TEXTS.placeholder(name)}](uploading-${id})`;

/** Removes placeholders of interrupted uploads. */
export const withoutPlaceholders = (text: string): string => text.replaceAll(PLACEHOLDER, '');
