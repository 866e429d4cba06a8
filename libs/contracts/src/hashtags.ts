import { LIMITS } from './limits.js';
import { characterCount } from './text.js';

const TAG_CHARACTERS = /^[\p{L}\p{N}_-]+$/u;
const HASHTAG = /(?<![\p{L}\p{N}_/&#-])#([\p{L}\p{N}_-]+)/gu;
const FENCE = /^[ \t]*(`{3,}(?!.*`)|~{3,})/;
const SCHEME_END = '://';

/** The lines of a markdown text that stand in no fenced code. */
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

/** A text without what stands between two runs of backticks of the same length. */
function withoutInlineCode(prose: string): string {
  const runs = [...prose.matchAll(/`+/g)].map(({ 0: run, index }) => ({ index, length: run.length }));
  // For each run the next one of its length: found from the end, so that the whole takes one pass.
  const closing = new Map<number, number>();
  const next = new Map<number, number>();
  for (const [place, { length }] of [...runs.entries()].toReversed()) {
    const close = next.get(length);
    if (close !== undefined) closing.set(place, close);
    next.set(length, place);
  }
  let kept = '';
  let from = 0;
  for (let place = 0; place < runs.length; place += 1) {
    const open = runs[place];
    const close = closing.get(place);
    const end = close === undefined ? undefined : runs[close];
    if (!open || !end || close === undefined) continue;
    kept += `${prose.slice(from, open.index)} `;
    from = end.index + end.length;
    place = close;
  }
  return kept + prose.slice(from);
}

/** A text without its addresses: a fragment of one is no tag. */
function withoutAddresses(prose: string): string {
  return prose
    .split(/\s/)
    .map((word) => {
      const scheme = word.indexOf(SCHEME_END);
      return scheme === -1 ? word : word.slice(0, scheme);
    })
    .join(' ');
}

/**
 * The hashtags of a markdown text: `#` followed by letters, digits, underscore or hyphen, at the start or after
 * a character that is none of these. Lower-cased, each once, in the order of first use. Code and the fragments
 * of addresses do not count. Takes time in proportion to the text, whatever it is.
 */
export function hashtagsOf(markdown: string): string[] {
  const prose = withoutAddresses(withoutInlineCode(withoutFencedCode(markdown.normalize('NFC'))));
  const tags = new Set<string>();
  for (const match of prose.matchAll(HASHTAG)) {
    const tag = normaliseTag(match[1] ?? '');
    if (tag !== undefined) tags.add(tag);
  }
  return [...tags];
}

/**
 * One tag as it is stored: trimmed, without a leading `#`, lower-cased.
 * @returns undefined where the text is no tag
 */
export function normaliseTag(text: string): string | undefined {
  const tag = text.normalize('NFC').trim().replace(/^#/, '').toLowerCase();
  return TAG_CHARACTERS.test(tag) && characterCount(tag) <= LIMITS.tag.max ? tag : undefined;
}

/** The words of a list of tags as one types it: parted by commas, trimmed, without a leading `#`, none of them empty. */
export const tagWordsOf = (text: string): string[] =>
  text
    .split(',')
    .map((word) => word.trim().replace(/^#/, '').trim())
    .filter((word) => word !== '');

/**
 * The tags of a thing with a text: those given, then those of the text, each once, as many as a thing may have.
 * @param given normalised
 */
export function tagsOf(given: readonly string[], markdown: string): string[] {
  return [...new Set([...given, ...hashtagsOf(markdown)])].slice(0, LIMITS.tagsPerThing);
}
