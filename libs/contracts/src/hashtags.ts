import { inlineCodeOf } from './inline-code.js';
import { LIMITS } from './limits.js';
import { characterCount } from './text.js';

const TAG_CHARACTERS = /^[\p{L}\p{N}_-]+$/u;
/** A hashtag in prose. Its text may be too long for a tag; `normaliseTag` checks. */
export const HASHTAG = /(?<![\p{L}\p{N}_/&#-])#([\p{L}\p{N}_-]+)/u;
/** A hashtag or an address, so that a fragment of an address is not taken for a tag. */
const HASHTAG_OR_ADDRESS = new RegExp(`://\\S*|${HASHTAG.source}`, 'gu');
const FENCE = /^[ \t]*(`{3,}(?=[^`]*$)|~{3,})/;

function withoutFencedCode(markdown: string): string {
  const kept: string[] = [];
  let fence: string | undefined;
  for (const line of markdown.split('\n')) {
    const mark = FENCE.exec(line)?.[1];
    if (fence === undefined) {
      if (mark === undefined) kept.push(line);
      else fence = mark;
    } else if (mark?.startsWith(fence) && line.trim() === mark) {
      fence = undefined;
    }
  }
  return kept.join('\n');
}

function withoutInlineCode(prose: string): string {
  let kept = '';
  let from = 0;
  for (const { start, end } of inlineCodeOf(prose).values()) {
    if (start < from) continue;
    kept += `${prose.slice(from, start)} `;
    from = end;
  }
  return kept + prose.slice(from);
}

export interface FoundHashtag {
  start: number;
  /** As written, with its `#`. */
  text: string;
  /** As stored. */
  tag: string;
}

/** Returns the hashtags of a text without code, in order. Fragments of addresses do not count. */
export function findHashtags(prose: string): FoundHashtag[] {
  return [...prose.matchAll(HASHTAG_OR_ADDRESS)].flatMap(({ 0: text, index: start }) => {
    const tag = text.startsWith('#') ? normaliseTag(text) : undefined;
    return tag === undefined ? [] : [{ start, text, tag }];
  });
}

/** Returns the distinct tags of a markdown text in order of first use, ignoring code. Runs in linear time. */
export function hashtagsOf(markdown: string): string[] {
  const prose = withoutInlineCode(withoutFencedCode(markdown.normalize('NFC')));
  return [...new Set(findHashtags(prose).map(({ tag }) => tag))];
}

/** Returns a tag as stored (trimmed, lower-cased, without a leading `#`), or undefined if the text is not a valid tag. */
export function normaliseTag(text: string): string | undefined {
  const tag = text.normalize('NFC').trim().replace(/^#/, '').toLowerCase();
  return TAG_CHARACTERS.test(tag) && characterCount(tag) <= LIMITS.tag.max ? tag : undefined;
}

/** Splits a typed list of tags at its commas and drops empty entries, surrounding spaces and leading `#`s. */
export const splitTagList = (text: string): string[] =>
  text
    .split(',')
    .map((entry) => entry.trim().replace(/^#/, '').trim())
    .filter((entry) => entry !== '');

/** Returns the normalised `given` tags, then those of the text, each once, up to `LIMITS.tagsPerItem`. */
export function combineTags(given: readonly string[], markdown: string): string[] {
  return [...new Set([...given, ...hashtagsOf(markdown)])].slice(0, LIMITS.tagsPerItem);
}
