/** Says whether an unknown value, such as a parsed answer, has a given form. */
export type Guard<T> = (value: unknown) => value is T;

/** A plain JSON object. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isText: Guard<string> = (value) => typeof value === 'string';
export const isNumber: Guard<number> = (value): value is number =>
  typeof value === 'number' && Number.isFinite(value);
export const isFlag: Guard<boolean> = (value) => typeof value === 'boolean';

/** What `guard` accepts, or null. */
export const isNullable =
  <T>(guard: Guard<T>): Guard<T | null> =>
  (value): value is T | null =>
    value === null || guard(value);

/** What `guard` accepts, or nothing at all. */
export const isOptional =
  <T>(guard: Guard<T>): Guard<T | undefined> =>
  (value): value is T | undefined =>
    value === undefined || guard(value);

/** One of the given words. */
export const isOneOf =
  <const T extends string>(words: readonly T[]): Guard<T> =>
  (value): value is T =>
    words.some((word) => word === value);

/** A list of what `guard` accepts. */
export const isListOf =
  <T>(guard: Guard<T>): Guard<T[]> =>
  (value): value is T[] =>
    Array.isArray(value) && value.every((item) => guard(item));

/** An object whose named fields have the given forms; it may have more. */
export function isShape<T extends object>(fields: { [K in keyof T]-?: Guard<T[K]> }): Guard<T> {
  const checks: [string, (value: unknown) => boolean][] = Object.entries(fields);
  return (value): value is T => isRecord(value) && checks.every(([name, check]) => check(value[name]));
}

/**
 * The value, once it is known to have the form.
 * @throws where the server answered in another form than agreed
 */
export function parse<T>(guard: Guard<T>, value: unknown): T {
  if (!guard(value)) throw new Error('The server answered in an unexpected form.');
  return value;
}
