import type * as v from 'valibot';

/** A value of a row, where times are still dates. */
type Stored<T, K extends keyof T> = K extends `${string}At`
  ? T[K] extends string
    ? Date
    : Date | null
  : T[K];

/** The column of a field: `user_id` of `userId`. */
type Column<K extends string> = K extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Column<Rest>}`
  : K;

/** A row with the fields of an answer. */
export type RowOf<T> = { readonly [K in keyof T]: Stored<T, K> };
/** A row with the columns of an answer. */
export type ColumnsOf<T> = { readonly [K in keyof T & string as Column<K>]: Stored<T, K> };

/** Returns the fields of an answer from a row. Leaves out other fields, and writes dates in ISO 8601. */
export function viewOf<S extends v.GenericSchema & { readonly entries: object }>(
  { entries }: S,
  row: RowOf<v.InferOutput<S>> | ColumnsOf<v.InferOutput<S>>,
): v.InferOutput<S> {
  const stored: ReadonlyMap<string, unknown> = new Map(Object.entries(row));
  const fields = Object.keys(entries).flatMap((name) => {
    const column = name.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);
    const value = stored.has(name) ? stored.get(name) : stored.get(column);
    return value === undefined ? [] : [[name, value instanceof Date ? value.toISOString() : value]];
  });
  // The compiler has checked the row.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.fromEntries(fields) as v.InferOutput<S>;
}
