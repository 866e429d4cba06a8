import { characterCount } from '@oniverse/contracts';
import { likePattern } from '../../shared/index.js';

/** Further words of a query do not count. */
const MAX_WORDS = 10;
/** The characters of a word that `search_terms` stores. */
const MAX_WORD = 100;
/** Scripts without upper case, in which one or two characters may be a whole word. */
const UNICAMERAL = /\p{Lo}/u;
/** The terms of a run are its pairs of characters, which a longer run of another order may have too. */
const PAIR = 2;

/** A query as PostgreSQL reads it, see `search_form.sql`, `search_words.sql` and `search_runs.sql`. */
export interface ReadQuery {
  form: string;
  /** Separated by spaces, like the runs. */
  words: string;
  runs: string;
}

/** A term to look for. */
export interface Term {
  text: string;
  /** Whether longer terms count that begin with it. */
  isStart: boolean;
}

/** What a query looks for in texts. */
export interface WordTerms {
  terms: Term[];
  /** `terms` without its last word, the start of many; undefined if there is no such word, or nothing else. */
  termsWithoutStart: Term[] | undefined;
  /** LIKE patterns of runs whose order the terms do not fix. */
  patterns: string[];
  /** Whether the words are rare enough to look for in texts of any age. */
  isRare: boolean;
}

/** What a query looks for in names. */
export interface NameTerms {
  /** A LIKE pattern of names that begin with the query; that of no name if nothing remains of the query. */
  prefix: string;
  /** Undefined if no index can find them. */
  words: WordTerms | undefined;
}

const isRare = (word: string): boolean => characterCount(word) >= 3 || UNICAMERAL.test(word);

const partsOf = (text: string): string[] => text.split(' ').filter((part) => part !== '');

/** Returns the pairs of characters of a run, or its only character. */
function pairsOf(run: string): string[] {
  const signs = Array.from(run);
  return signs.length < PAIR ? signs : signs.slice(1).map((sign, index) => `${signs[index] ?? ''}${sign}`);
}

const exact = (text: string): Term => ({
  text: Array.from(text).slice(0, MAX_WORD).join(''),
  isStart: false,
});

/** Returns terms in the syntax of `tsquery`. @param mark precedes each of them */
export const tsqueryOf = (terms: readonly Term[], mark = ''): string =>
  terms.map(({ text, isStart }) => `'${mark}${text}'${isStart ? ':*' : ''}`).join(' & ');

/**
 * The last word may be the start of one. After other words, its first two letters are ignored: so many words begin with
 * them that they exclude little. @returns undefined without any word
 */
export function wordTermsOf({ form, words: allWords, runs: allRuns }: ReadQuery): WordTerms | undefined {
  const runs = partsOf(allRuns).slice(0, MAX_WORDS);
  const words = partsOf(allWords).slice(0, MAX_WORDS);
  const lastRun = runs.at(-1);
  const lastWord = words.at(-1);
  if (lastWord === undefined && lastRun === undefined) return undefined;
  const start =
    lastWord !== undefined &&
    (lastRun === undefined || form.lastIndexOf(lastWord) > form.lastIndexOf(lastRun))
      ? words.pop()
      : undefined;
  const others = [...words.map(exact), ...[...new Set(runs.flatMap(pairsOf))].map(exact)];
  const isSearched = start !== undefined && (others.length === 0 || isRare(start));
  return {
    terms: isSearched ? [...others, { ...exact(start), isStart: true }] : others,
    termsWithoutStart: isSearched && others.length > 0 ? others : undefined,
    patterns: runs.filter((run) => characterCount(run) > PAIR).map(likePattern),
    isRare: !isSearched || isRare(start),
  };
}

/** @param sigil the character that marks names in a text, which the query may repeat */
export function nameTermsOf(query: ReadQuery, sigil = ''): NameTerms {
  const name = query.form.trim();
  const bare = sigil !== '' && name.startsWith(sigil) ? name.slice(sigil.length) : name;
  const words = wordTermsOf(query);
  return { prefix: name === '' ? '' : likePattern(bare).slice(1), words: words?.isRare ? words : undefined };
}
