import { characterCount, normaliseTag } from '@oniverse/contracts';
import { likePattern } from '../queries/like-pattern.js';

/** Further words of a query do not count. */
const MAX_WORDS = 10;
const WORD = /[\p{Alphabetic}\p{Nd}]+/gu;
/** An index of trigrams finds only texts with three letters in a row. */
const TRIGRAM = /[\p{Alphabetic}\p{Nd}]{3}/u;
/** Scripts without upper case, in which one or two characters may be a whole word. */
const UNICAMERAL = /\p{Lo}/u;

const isRare = (word: string): boolean => characterCount(word) >= 3 || UNICAMERAL.test(word);

/** What a query looks for in names. */
export interface NameTerms {
  /** A LIKE pattern of names that begin with the query. */
  prefix: string;
  /** LIKE patterns of texts that contain each part of the query; empty if no index can find them. */
  parts: string[];
}

/** @param sigil the character that marks names in a text, which the query may repeat */
export function nameTermsOf(q: string, sigil = ''): NameTerms {
  const name = q.normalize('NFC').trim();
  const bare = sigil !== '' && name.startsWith(sigil) ? name.slice(sigil.length) : name;
  const parts = bare.split(/\s+/u).filter((part) => part !== '');
  return {
    prefix: likePattern(bare).slice(1),
    parts: parts.some((part) => TRIGRAM.test(part)) ? parts.slice(0, MAX_WORDS).map(likePattern) : [],
  };
}

/** What a query looks for in texts. */
export interface WordTerms {
  /** In the syntax of `tsquery`, not folded. */
  query: string;
  /** Also finds the whole query as the start of a tag, whose hyphens and underscores do not separate words. */
  queryOrTag: string;
  /** `query` without its last word, the start of many; undefined if no word remains. */
  queryWithoutLast: string | undefined;
  /** LIKE patterns of texts that contain each word of `query`; cheaper to check than `query`. */
  parts: string[];
  /** Whether the words are rare enough to look for in texts of any age. */
  isRare: boolean;
}

/**
 * The last word may be the start of one. After other words, its first two letters are ignored: so many words begin with
 * them that they exclude little. @returns undefined without any word
 */
export function wordTermsOf(q: string): WordTerms | undefined {
  const words = [...q.normalize('NFC').matchAll(WORD)].map(([word]) => word).slice(0, MAX_WORDS);
  const last = words.pop();
  if (last === undefined) return undefined;
  const isPrefix = words.length === 0 || isRare(last);
  const query = words.map((word) => `'${word}'`);
  const queryWithoutLast = isPrefix && words.length > 0 ? query.join(' & ') : undefined;
  if (isPrefix) query.push(`'${last}':*`);
  const tag = normaliseTag(q);
  return {
    query: query.join(' & '),
    queryOrTag: tag === undefined ? query.join(' & ') : `${query.join(' & ')} | '${tag}':*`,
    queryWithoutLast,
    parts: (isPrefix ? [...words, last] : words).map(likePattern),
    isRare: !isPrefix || isRare(last),
  };
}
