import { isUuid, searchForm } from '@oniverse/contracts';
import type { Cursor } from './search-statements.js';
import { UNSPACED, WORD } from './words.js';

/** Further words of a query do not count, as in `wordTermsOf`. */
const MAX_WORDS = 10;
/** Further places of a word in a text do not count: long texts that repeat words would take too long. */
const MAX_PLACES = 20;
const LETTER = /[\p{L}\p{M}\p{N}]/gu;
const LETTER_FIRST = /^[\p{L}\p{M}\p{N}]/u;
const LETTER_LAST = /[\p{L}\p{M}\p{N}]$/u;

/** How well a message answers a query. The smaller `reason` is better, then the smaller `between`. */
export interface Rank {
  /** 0 and 1: the words stand one after the other; 0 and 2: they are whole, also the last one. 3 is everything else. */
  reason: number;
  /** The fewest characters that stand between the words. */
  between: number;
}

/** A place of a word in a text. */
interface Occurrence {
  word: string;
  start: number;
  end: number;
  /** Whether the text has the word itself, not a longer one that begins with it. */
  isWhole: boolean;
}

/** Returns where a text has the words, in the order of their start. */
function occurrencesOf(form: string, words: readonly string[]): Occurrence[] {
  const last = words.at(-1);
  const found: Occurrence[] = [];
  for (const word of new Set(words)) {
    const isUnspaced = UNSPACED.test(word);
    let count = 0;
    for (
      let start = form.indexOf(word);
      start >= 0 && count < MAX_PLACES;
      start = form.indexOf(word, start + 1)
    ) {
      const end = start + word.length;
      const isWhole = isUnspaced || !LETTER_FIRST.test(form.slice(end, end + 2));
      if (!isUnspaced && LETTER_LAST.test(form.slice(Math.max(0, start - 2), start))) continue;
      if (!isWhole && word !== last) continue;
      found.push({ word, start, end, isWhole });
      count += 1;
    }
  }
  return found.toSorted((one, other) => one.start - other.start);
}

/** Returns whether the words stand one after the other somewhere, with nothing but other signs between them. */
function standInOrder(form: string, occurrences: readonly Occurrence[], words: readonly string[]): boolean {
  const ends = new Map(occurrences.map(({ word, start, end }) => [`${start} ${word}`, end]));
  const [first, ...others] = words;
  return occurrences.some(({ word, end }) => {
    if (word !== first) return false;
    let reached = end;
    return others.every((next) => {
      LETTER.lastIndex = reached;
      const at = LETTER.exec(form)?.index;
      const nextEnd = ends.get(`${at} ${next}`);
      reached = nextEnd ?? reached;
      return nextEnd !== undefined;
    });
  });
}

/** Returns the fewest characters between occurrences of `count` different words; `Infinity` without all of them. */
function fewestBetween(occurrences: readonly Occurrence[], count: number): number {
  const latest = new Map<string, Occurrence>();
  let fewest = Infinity;
  for (const occurrence of occurrences) {
    latest.set(occurrence.word, occurrence);
    if (latest.size < count) continue;
    const window = [...latest.values()];
    const start = Math.min(...window.map((one) => one.start));
    const end = Math.max(...window.map((one) => one.end));
    const covered = window.reduce((sum, one) => sum + one.end - one.start, 0);
    fewest = Math.min(fewest, Math.max(0, end - start - covered));
  }
  return fewest;
}

const worse = (one: Rank, other: Rank): number => one.reason - other.reason || one.between - other.between;

/**
 * Returns a function that ranks a text which contains the words of a query. A last word that was ignored, because it is only
 * the start of many, may be absent.
 */
export function rankerOf(query: string): (text: string) => Rank {
  const words = Array.from(searchForm(query).matchAll(WORD), ([word]) => word).slice(0, MAX_WORDS);
  const count = new Set(words).size;
  return (text) => {
    const form = searchForm(text);
    const found = occurrencesOf(form, words);
    const rankOf = (occurrences: readonly Occurrence[], reason: number): Rank[] => {
      const between = fewestBetween(occurrences, count);
      if (between === Infinity) return [];
      return [{ reason: standInOrder(form, occurrences, words) ? reason : reason + 2, between }];
    };
    const ranks = [
      ...rankOf(
        found.filter(({ isWhole }) => isWhole),
        0,
      ),
      ...rankOf(found, 1),
    ];
    return ranks.toSorted(worse)[0] ?? { reason: 3, between: form.length };
  };
}

/** Where a page in the order of the best ended. */
export interface BestCursor extends Rank {
  /** The last message of the page. */
  id: string;
  /** The newest and the oldest message that the first page put in order: the others put the same ones in order. */
  newest: string;
  oldest: string;
}

/** Reads a cursor of the best messages; undefined if it is none. */
export function bestCursorOf({ reason, key }: Cursor): BestCursor | undefined {
  const [between = '', id, newest, oldest, ...others] = key.split('.');
  const isValid = /^\d{1,6}$/u.test(between) && isUuid(id) && isUuid(newest) && isUuid(oldest);
  return isValid && others.length === 0
    ? { reason, between: Number(between), id, newest, oldest }
    : undefined;
}

/** Returns the key of a cursor of the best messages. */
export const bestKeyOf = ({ between, id, newest, oldest }: Omit<BestCursor, 'reason'>): string =>
  [between, id, newest, oldest].join('.');

interface Ranked extends Rank {
  id: string;
}

/** Sorts better messages first, and newer ones of the same rank. */
export const byRank = (one: Ranked, other: Ranked): number =>
  worse(one, other) || (one.id < other.id ? 1 : one.id > other.id ? -1 : 0);
