import { type Filter, FILTER_ACTIONS, type FilterAction, searchForm } from '@oniverse/contracts';
import { RE2JS, RE2Set } from 're2js';

/** Bytes of the states that a set remembers. */
const MAX_STATE_BYTES = 2_097_152;
/** Surrounds a word. A text cannot contain it. */
const BOUND = '\0';
/** Without those of scripts that put no spaces between words, where a word may begin and end anywhere. */
const WORDS =
  /(?:(?![\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}])[\p{L}\p{N}\p{M}])+/gu;
const WARMING_TEXT = 'The quick brown fox jumps over 13 lazy dogs @ https://oniverse.example/path.';
const SPACES = /\s+/gu;

/** Returns a text in which words of scripts with spaces are bounded, so that to find a word needs no expression. */
const boundWords = (form: string): string =>
  form.replaceAll(SPACES, ' ').replaceAll(WORDS, `${BOUND}$&${BOUND}`);

/** Expressions that are compared with a text at once, in linear time. */
class ExpressionSet {
  private readonly set = new RE2Set(RE2Set.UNANCHORED, 0, MAX_STATE_BYTES);

  /** @throws if one is invalid */
  constructor(expressions: readonly string[]) {
    for (const expression of expressions) this.set.add(expression);
    this.set.compile();
  }

  match(text: string): number[] {
    return this.set.match(text);
  }

  /** Returns characters that the expressions tell apart: the ends of their ranges. */
  characters(): string[] {
    const runes = this.set.prog.inst.flatMap((instruction): unknown[] => [...(instruction.runes ?? [])]);
    return runes.flatMap((rune) => (typeof rune === 'number' ? String.fromCodePoint(rune) : []));
  }
}

// A capital letter would match nothing otherwise.
const expressionOf = (pattern: string): string => `(?i)${pattern}`;

/** Returns whether a pattern is valid, without compiling it. */
export function isValidPattern(pattern: string): boolean {
  try {
    new RE2Set().add(expressionOf(pattern));
    return true;
  } catch {
    return false;
  }
}

/** Compares texts with the filters of a server, in the form of search. */
export class FilterMatcher {
  private readonly words: readonly Filter[];
  private readonly patterns: readonly Filter[];
  private readonly wordSet: ExpressionSet;
  private readonly patternSet: ExpressionSet;

  /** @throws if a pattern is invalid */
  constructor(filters: readonly Filter[]) {
    this.words = filters.filter(({ kind }) => kind === 'word');
    this.patterns = filters.filter(({ kind }) => kind === 'pattern');
    this.wordSet = new ExpressionSet(this.words.map(({ text }) => RE2JS.quote(boundWords(searchForm(text)))));
    this.patternSet = new ExpressionSet(this.patterns.map(({ text }) => expressionOf(text)));
  }

  /** Returns the filters that match a text. */
  match(text: string): Filter[] {
    const form = searchForm(text);
    return [
      ...matching(this.words, this.wordSet, () => boundWords(form)),
      ...matching(this.patterns, this.patternSet, () => form),
    ];
  }

  /** Makes the first message cost as little as the following ones: the first comparison is the slowest. */
  warm(): void {
    this.match(WARMING_TEXT);
  }

  /** Returns characters that the filters tell apart. */
  characters(): string[] {
    return [...this.wordSet.characters(), ...this.patternSet.characters()];
  }
}

const matching = (filters: readonly Filter[], set: ExpressionSet, text: () => string): Filter[] =>
  filters.length === 0 ? [] : set.match(text()).flatMap((index) => filters[index] ?? []);

/** Returns the strongest action; undefined without filters. */
export const strongestOf = (filters: readonly Filter[]): FilterAction | undefined =>
  FILTER_ACTIONS.findLast((action) => filters.some((filter) => filter.action === action));
