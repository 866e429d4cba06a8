import * as v from 'valibot';

/** A row with the fields of an answer, where times are still dates. */
export type RowOf<T> = {
  readonly [K in keyof T]: K extends `${string}At` ? (T[K] extends string ? Date : Date | null) : T[K];
};

/** Returns the fields of an answer from a row. Leaves out other fields, and writes dates in ISO 8601. */
export function viewOf<S extends v.GenericSchema>(
  answerSchema: S,
  row: RowOf<v.InferOutput<S>>,
): v.InferOutput<S> {
  const fields = Object.entries(row).map(([name, value]: [string, unknown]) => [
    name,
    value instanceof Date ? value.toISOString() : value,
  ]);
  return v.parse(answerSchema, Object.fromEntries(fields));
}
