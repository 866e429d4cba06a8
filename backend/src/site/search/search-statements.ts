import { listedFor, type SearchedTerms } from '@oniverse/data';
import { type NameTerms, type Term, tsqueryOf, type WordTerms } from './search-terms.js';

/** So many entries with a matching name are sorted; which ones is arbitrary if there are more. */
const NAMES = 500;
/**
 * So many of the newest posts or pictures are read one by one, which finds frequent words at once. A word that is rarer
 * there is looked up in the index, which finds all of its uses, at most `OLDER` of them.
 */
const RECENT = 1_000;
/**
 * So many of them of each author, so that nobody's posts take the places of others. If an author has more, others take the
 * places, as far as the newest `CROWDED`.
 */
const PER_AUTHOR = 200;
const CROWDED = 10_000;
const OLDER = 20_000;
/** So many of one's newest items are searched for private ones, which the index does not contain. */
const OWN = 1_000;
/** A term is common if one of so many texts contains it. */
const COMMON = 50;

/** The last entry of the previous page. */
export interface Cursor {
  reason: number;
  key: string;
}

export interface Request {
  readerId: string;
  limit: number;
  after?: Cursor;
}

/** Collects the parameters of a statement. */
export class Parameters {
  readonly values: unknown[] = [];

  add(value: unknown): string {
    return `$${this.values.push(value)}`;
  }

  query(terms: readonly Term[], mark = ''): string {
    return `${this.add(tsqueryOf(terms, mark))}::tsquery`;
  }
}

/**
 * Returns the conditions that a text contains the words of a query.
 * @param options.indexed the terms to look up in an index, if not all
 * @param options.mark precedes the terms of the text
 */
export function wordsIn(
  { terms: stored, form }: SearchedTerms,
  { terms, patterns }: WordTerms,
  parameters: Parameters,
  { indexed = terms, mark = '' }: { indexed?: readonly Term[]; mark?: string } = {},
): Omit<TimedBranch, 'reason'> {
  const query = parameters.query(terms, mark);
  const inOrder = patterns.map((pattern) => `${form} LIKE ${parameters.add(pattern)}`).join(' AND ');
  // CASE, because PostgreSQL could otherwise compute the form of each text first. Without terms, nothing is found.
  const check =
    inOrder === ''
      ? `(${stored} @@ ${query}) IS TRUE`
      : `CASE WHEN ${stored} @@ ${query} THEN ${inOrder} ELSE false END`;
  return {
    check,
    matches: () => `${stored} @@ ${indexed === terms ? query : parameters.query(indexed, mark)}`,
    confirm: indexed === terms && inOrder === '' ? 'true' : check,
  };
}

/** Returns the condition that a text contains all words, in a list that is empty if no index can find them. */
export function containing({ words }: NameTerms, searched: SearchedTerms, parameters: Parameters): string[] {
  if (!words) return [];
  const { matches, confirm } = wordsIn(searched, words, parameters);
  return [`${matches()} AND ${confirm}`];
}

/** Returns an SQL aggregate over a sample of texts: whether each term is common. @param stored the terms of a text */
export function commonTerms(stored: string, terms: readonly Term[], parameters: Parameters): string {
  const counts = terms.map(
    (term) => `count(*) FILTER (WHERE ${stored} @@ ${parameters.query([term])}) * ${COMMON} >= count(*)`,
  );
  return `ARRAY[${counts.join(', ')}]`;
}

/**
 * Returns the terms to look up in an index: without a common last word. All words that begin with it would be read and merged,
 * which takes far longer than checking it in the texts that contain the others.
 */
export const selectiveTerms = (
  { terms, termsWithoutStart = terms }: WordTerms,
  areCommon: readonly boolean[],
): readonly Term[] => (areCommon.at(-1) === true && areCommon.includes(false) ? termsWithoutStart : terms);

interface NameBranch {
  reason: number;
  condition: string;
}

/** Selects the `id`, `key` and `reason` of a page of entries, sorted by reason and name. */
export function namesOf(
  table: string,
  key: string,
  parameters: Parameters,
  { limit, after }: Request,
  branches: readonly NameBranch[],
): string {
  const cursor = after && [after.reason, parameters.add(after.key)];
  const selects = branches
    .filter(({ reason }) => reason >= (after?.reason ?? 0))
    .map(
      ({ reason, condition }) =>
        `(SELECT thing.id, (${key}) COLLATE "C" AS key, ${reason} AS reason FROM ${table} thing WHERE ${condition} LIMIT ${NAMES})`,
    );
  return `SELECT id, key, reason FROM (${selects.join(' UNION ALL ')}) branch
     ${cursor ? `WHERE reason > ${cursor[0]} OR key > ${cursor[1]}` : ''}
    ORDER BY reason, key LIMIT ${limit + 1}`;
}

/** The name of the newest items, of all or of those after the cursor. */
const recentName = (isContinued: boolean): string => (isContinued ? 'continued' : 'recent');

interface TimedKind {
  table: string;
  visible: string;
  /** Items that their owner sees; `isPrivate` are those that nobody else does. */
  own: string;
  isPrivate: string;
  /** The reason for which an item of one's own was found. */
  reason: string;
}

interface TimedBranch {
  reason: number;
  /** The condition, for checking rows one by one. */
  check: string;
  /** Returns a condition that an index supports; a function, because no parameter may be left unused. */
  matches: () => string;
  /** What the index leaves to check. */
  confirm: string;
}

/**
 * Selects the `id` and `reason` of a page of items, newest first within a reason. PostgreSQL runs the branches one after
 * the other and stops when the page is full.
 */
export function newestOf(
  { table, visible, own, isPrivate, reason }: TimedKind,
  parameters: Parameters,
  { readerId, limit, after }: Request,
  isRare: boolean,
  branches: readonly TimedBranch[],
): string {
  const reader = parameters.add(readerId);
  const cursor = after && parameters.add(after.key);
  const isListed = listedFor('owner', reader);
  const shown = branches.filter((branch) => branch.reason >= (after?.reason ?? 0));
  const selects = shown.flatMap((branch) => {
    const isContinued = branch.reason === after?.reason;
    const recent = `(SELECT thing.id, ${branch.reason} AS reason FROM ${recentName(isContinued)} newest
         CROSS JOIN LATERAL (SELECT * FROM ${table} thing WHERE thing.id = newest.id AND ${branch.check} LIMIT 1) thing
         CROSS JOIN LATERAL (SELECT FROM users owner WHERE owner.id = thing.user_id AND ${isListed} LIMIT 1) owner
         ORDER BY newest.id DESC LIMIT ${limit + 1})`;
    if (!isRare) return [recent];
    // Sorts ids first, and then reads rows only until the page is full. IS TRUE keeps the planner from reading the index
    // of all ids, and LIMIT 1 from reading all members.
    const older = `(SELECT thing.id, ${branch.reason} FROM (
           SELECT id FROM (
             SELECT thing.id FROM ${table} thing
              WHERE ${visible} AND (${isContinued ? `thing.id < ${cursor}::uuid AND ` : ''}thing.id NOT IN (SELECT id FROM ${recentName(isContinued)})) IS TRUE
                AND ${branch.matches()} LIMIT ${OLDER}
           ) matching ORDER BY id DESC
         ) matching
         CROSS JOIN LATERAL (SELECT * FROM ${table} thing WHERE thing.id = matching.id AND ${branch.confirm} LIMIT 1) thing
         CROSS JOIN LATERAL (SELECT FROM users owner WHERE owner.id = thing.user_id AND ${isListed} LIMIT 1) owner
         ORDER BY matching.id DESC LIMIT ${limit + 1})`;
    return [recent, older];
  });
  const check = branches.map((branch) => `(${branch.check})`).join(' OR ');
  const mine = `SELECT thing.id, ${reason} AS reason FROM (
      SELECT * FROM ${table} thing WHERE thing.user_id = ${reader} AND ${own} ORDER BY thing.id DESC LIMIT ${OWN}
    ) thing WHERE ${isPrivate} AND (${check})`;
  const recents = [...new Set(shown.map(({ reason: place }) => place === after?.reason))].map(
    (isContinued) => {
      const among = (size: number): string => `SELECT id FROM (
        SELECT id, row_number() OVER (PARTITION BY user_id ORDER BY id DESC) AS place FROM (
          SELECT thing.id, thing.user_id FROM ${table} thing
           WHERE ${visible}${isContinued ? ` AND thing.id < ${cursor}::uuid` : ''} ORDER BY thing.id DESC LIMIT ${size}
        ) newest
      ) ranked WHERE place <= ${PER_AUTHOR}`;
      const isFull = `(SELECT count(*) FROM usual) = ${RECENT}`;
      return `${recentName(isContinued)} AS MATERIALIZED (
        WITH usual AS MATERIALIZED (${among(RECENT)})
        SELECT id FROM usual WHERE ${isFull}
        UNION ALL SELECT id FROM (${among(CROWDED)} ORDER BY id DESC LIMIT ${RECENT}) crowded WHERE NOT ${isFull}
        ORDER BY id DESC)`;
    },
  );
  return `WITH ${recents.join(', ')} SELECT id, reason FROM (
      SELECT * FROM (SELECT * FROM (${selects.join(' UNION ALL ')}) shown LIMIT ${limit + 1}) page
      UNION ALL SELECT * FROM (${mine}) mine
       ${after ? `WHERE reason > ${after.reason} OR (reason = ${after.reason} AND id < ${cursor}::uuid)` : ''}
    ) branch ORDER BY reason, id DESC LIMIT ${limit + 1}`;
}
