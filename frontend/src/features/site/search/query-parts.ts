import { findMessageOperators, type MessageOperatorName } from '@oniverse/contracts';

/** An operator of a query that is shown as a chip. */
export interface Filter {
  name: MessageOperatorName;
  value: string;
  /** The operator as it is written. */
  text: string;
}

/** A query as its field shows it. */
export interface QueryParts {
  filters: readonly Filter[];
  /** What the field has besides: words, and an operator that is being typed. */
  draft: string;
}

/** Splits a query into its filters and the rest. An operator is a filter once something follows it, if only a space. */
export function splitQuery(typed: string): QueryParts {
  const finished = findMessageOperators(typed).filter(({ end }) => end < typed.length);
  let from = 0;
  let draft = '';
  for (const { at, end } of finished) {
    draft += typed.slice(from, at);
    // With the space that finished it.
    from = end + 1;
  }
  return {
    filters: finished.map(({ name, value, at, end }) => ({ name, value, text: typed.slice(at, end) })),
    draft: draft + typed.slice(from),
  };
}

/** Writes a query whose filters come first. */
export const joinQuery = ({ filters, draft }: QueryParts): string =>
  filters.map(({ text }) => `${text} `).join('') + draft;

/** Finishes an operator at the end of a query, which makes it a filter. */
export const finishQuery = (q: string): string =>
  findMessageOperators(q).at(-1)?.end === q.length ? `${q} ` : q;

/** An operator that is being typed. */
export interface OperatorToken {
  name: MessageOperatorName;
  at: number;
  end: number;
  /** The lower-case value so far. */
  typed: string;
}

const NAMES: readonly MessageOperatorName[] = ['from', 'in', 'before', 'after', 'on', 'has', 'is', 'game'];
const UNFINISHED = /(?<!\S)([a-z]+):(?:"([^"]*)|([^\s"]*))$/iu;

/** Returns the operator that ends at the caret. */
export function findOperatorToken(text: string, caret: number): OperatorToken | undefined {
  const match = UNFINISHED.exec(text.slice(0, caret));
  const name = NAMES.find((known) => known === match?.[1]?.toLowerCase());
  if (!match || name === undefined) return undefined;
  return { name, at: match.index, end: caret, typed: (match[2] ?? match[3] ?? '').toLowerCase() };
}
