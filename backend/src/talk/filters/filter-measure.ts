import { type Filter, LIMITS, searchForm } from '@oniverse/contracts';
import { FilterMatcher, isValidPattern } from './filter-matcher.js';

/** The time that a message of the greatest length may take once the set is warm, in ms. */
const MATCH_BUDGET_MS = 5;
/** The time until a set is ready, in ms. */
const COMPILE_BUDGET_MS = 400;
/** A text that takes longer than this needs no second measurement, in ms. */
const HOPELESS_MS = 200;
const WARMING_TEXTS = 3;
const MEASURED_TEXTS = 3;
/** Texts of two letters keep many beginnings of a match alive; those of many contain most literals. */
const ALPHABETS = ['ab', 'abcdefghijklmnopqrstuvwxyz 0123456789.:/-', '\u0430\u0431 \u4e00\u4e8c'].map(
  (letters) => letters.split(''),
);
/** What begins a match of a pattern. */
const FRAGMENTS = /[\p{L}\p{N}]+/gu;
/** What a pattern that matches everything matches. */
const PROBES = ['', '\u2400'];

/** Why a set is refused, and the filter that the refusal names. */
export interface FilterFault {
  reason: 'invalidPattern' | 'broadPattern' | 'slowFilters';
  filter: string;
}

/** Returns a pseudo-random text of parts, the same for the same seed. */
function textOf(parts: readonly string[], seed: number): string {
  let state = seed;
  let text = '';
  while (text.length < LIMITS.message.max) {
    // Xorshift, by G. Marsaglia.
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    text += parts[(state >>> 0) % parts.length] ?? '';
  }
  return text.slice(0, LIMITS.message.max);
}

function msOf(work: () => unknown): number {
  const startedAt = performance.now();
  work();
  return performance.now() - startedAt;
}

/** Returns whether all texts of some parts, none of which the set has seen, take too long. */
function isSlowOn(matcher: FilterMatcher, parts: readonly string[]): boolean {
  const times: number[] = [];
  for (let seed = 1; seed <= WARMING_TEXTS + MEASURED_TEXTS; seed += 1) {
    const text = textOf(parts, seed * 7_919);
    const ms = msOf(() => matcher.match(text));
    if (ms > HOPELESS_MS) return true;
    times.push(ms);
  }
  return Math.min(...times.slice(WARMING_TEXTS)) > MATCH_BUDGET_MS;
}

/** Returns undefined for filters that are too many states together. */
function compile(filters: readonly Filter[]): FilterMatcher | undefined {
  try {
    return new FilterMatcher(filters);
  } catch {
    return undefined;
  }
}

function isSlow(filters: readonly Filter[]): boolean {
  const startedAt = performance.now();
  const matcher = compile(filters);
  if (!matcher || performance.now() - startedAt > COMPILE_BUDGET_MS) return true;
  const fragments = filters.flatMap(({ text }) => searchForm(text).match(FRAGMENTS) ?? []);
  return [...ALPHABETS, matcher.characters(), fragments].some(
    (parts) => parts.length > 0 && isSlowOn(matcher, [...new Set(parts)]),
  );
}

/**
 * Returns why a set cannot be used. In a set that is too slow, it names the first filter that makes it so with those before.
 * @param onSlow called with the filter to name if the rest takes too long; each call is more precise than the one before
 */
export function findFault(
  filters: readonly Filter[],
  onSlow: (filter: string) => void,
): FilterFault | undefined {
  const last = filters.at(-1);
  if (!last) return undefined;
  onSlow(last.text);
  const patterns = filters.filter(({ kind }) => kind === 'pattern');
  const invalid = patterns.find(({ text }) => !isValidPattern(text));
  if (invalid) return { reason: 'invalidPattern', filter: invalid.text };
  if (!isSlow(filters)) {
    const matcher = new FilterMatcher(patterns);
    const broad = patterns.find((pattern) => PROBES.every((probe) => matcher.match(probe).includes(pattern)));
    return broad && { reason: 'broadPattern', filter: broad.text };
  }
  let fast = 0;
  let slow = filters.length;
  while (slow - fast > 1) {
    const middle = Math.floor((fast + slow) / 2);
    if (isSlow(filters.slice(0, middle))) {
      slow = middle;
      onSlow(filters[slow - 1]?.text ?? last.text);
    } else fast = middle;
  }
  return { reason: 'slowFilters', filter: filters[slow - 1]?.text ?? last.text };
}
