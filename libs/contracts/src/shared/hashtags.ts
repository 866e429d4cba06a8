import { characterCount, isBlank } from './text.js';
import { foldCase } from './folding.js';
import { LIMITS } from './limits.js';

/**
 * A word as Unicode's hashtag identifiers (https://unicode.org/reports/tr31/#D2) have it: letters with their marks,
 * numbers, `_` and `-`. Joiners and middle dots belong to it between two letters, a joiner also before a mark, as in
 * Bengali and Kannada. Emoji do not.
 */
const WORD = String.raw`(?!\p{DI})[\p{L}\p{N}_-](?:[\p{L}\p{M}\p{N}_-]|(?<=(?!\p{DI})[\p{L}\p{M}])(?:[\u200C\u200D\u00B7\u30FB\uFF65](?=(?!\p{DI})\p{L})|[\u200C\u200D](?=(?!\p{DI})\p{M})))*`;
const TAG = new RegExp(`^${WORD}$`, 'u');
/**
 * A hashtag in prose, neither in a word nor in an address. Its text may be no tag, such as one that is too long;
 * `normaliseTag` checks. It looks back after the `#`, so that it runs in linear time.
 */
export const HASHTAG = new RegExp(String.raw`[#＃](?<![\p{L}\p{N}_/&=?#＃-]\p{M}*[#＃])${WORD}`, 'u');
/** A hashtag or an address, so that a fragment of an address is not taken for a tag. */
const HASHTAG_OR_ADDRESS = new RegExp(String.raw`(?:://|\bwww\.)\S*|${HASHTAG.source}`, 'gu');
const HASH = /^[#＃]/u;
/** Characters without a glyph, such as joiners. */
const IGNORABLE = /\p{DI}/gu;
/** The commas of various scripts. */
const COMMA = /[,،、，]/u;

export interface FoundHashtag {
  start: number;
  /** As written, with its `#`. */
  text: string;
  /** As stored. */
  tag: string;
}

/** Returns the hashtags of a text without markup, in order. Fragments of addresses do not count. */
export function findHashtags(prose: string): FoundHashtag[] {
  return [...prose.matchAll(HASHTAG_OR_ADDRESS)].flatMap(({ 0: text, index: start }) => {
    const tag = HASH.test(text) ? normaliseTag(text) : undefined;
    return tag === undefined ? [] : [{ start, text, tag }];
  });
}

/**
 * Returns a tag as stored: case-folded, in NFC, without a leading `#` and characters that have no glyph. Undefined if the
 * text is not a valid tag.
 */
export function normaliseTag(text: string): string | undefined {
  const word = text.normalize('NFC').trim().replace(HASH, '');
  if (!TAG.test(word)) return undefined;
  const tag = foldCase(word).replaceAll(IGNORABLE, '').normalize('NFC');
  return !isBlank(tag) && characterCount(tag) <= LIMITS.tag.max ? tag : undefined;
}

/** Splits a typed list of tags at its commas and drops empty entries, surrounding spaces and leading `#`s. */
export const splitTagList = (text: string): string[] =>
  text
    .split(COMMA)
    .map((entry) => entry.trim().replace(HASH, '').trim())
    .filter((entry) => entry !== '');
