import { LIMITS } from './limits.js';
import { characterCount } from './rules.js';

const TAG_CHARACTERS = /^[\p{L}\p{N}_-]+$/u;
const FENCED_CODE = /^(\s*)(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^\s*\2[`~]*\s*$|$(?![\s\S]))/gmu;
const INLINE_CODE = /(`+)(?!`)[\s\S]*?[^`]\1(?!`)/gu;
const ADDRESS = /\b[a-z][a-z0-9+.-]*:\/\/\S+/giu;
const HASHTAG = /(?<![\p{L}\p{N}_/&#-])#([\p{L}\p{N}_-]+)/gu;

/**
 * The hashtags of a markdown text: `#` followed by letters, digits, underscore or hyphen, at the start or after
 * a character that is none of these. Lower-cased, each once, in the order of first use. Code and the fragments
 * of addresses do not count.
 */
export function hashtagsOf(markdown: string): string[] {
  const prose = markdown.replace(FENCED_CODE, '\n').replace(INLINE_CODE, ' ').replace(ADDRESS, ' ');
  const tags = new Set<string>();
  for (const match of prose.matchAll(HASHTAG)) {
    const tag = (match[1] ?? '').toLowerCase();
    if (characterCount(tag) <= LIMITS.tag.max) tags.add(tag);
  }
  return [...tags];
}

/**
 * One tag as it is stored: trimmed, without a leading `#`, lower-cased.
 * @returns undefined where the text is no tag
 */
export function normaliseTag(text: string): string | undefined {
  const tag = text.trim().replace(/^#/, '').toLowerCase();
  return TAG_CHARACTERS.test(tag) && characterCount(tag) <= LIMITS.tag.max ? tag : undefined;
}
