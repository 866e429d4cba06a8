import * as v from 'valibot';

const MALFORMED = 'The server answered in an unexpected form.';
const reported = new Set<string>();

/** Forgets what was reported, so that it is reported again. */
export const forgetReports = (): void => reported.clear();

/** Returns a value without its unknown fields. Reports an invalid one to the console, once, and returns undefined. */
export function tryParse<S extends v.GenericSchema>(
  schema: S,
  value: unknown,
  problem: string,
): v.InferOutput<S> | undefined {
  const { success, output, issues } = v.safeParse(schema, value, { abortEarly: true });
  if (success) return output;
  const text = `${problem} ${issues[0].path?.map(({ key }) => key).join('.')}: ${issues[0].message}`;
  if (!reported.has(text)) console.error(text);
  reported.add(text);
  return undefined;
}

/** Returns an answer without its unknown fields. @throws Error if the answer does not match the schema */
export function parse<S extends v.GenericSchema>(schema: S, answer: unknown): v.InferOutput<S> {
  const parsed = tryParse(schema, answer, MALFORMED);
  if (parsed === undefined) throw new Error(MALFORMED);
  return parsed;
}

/** Reads an invalid value as undefined. */
export const orNone = <S extends v.GenericSchema>(schema: S) => v.fallback(v.optional(schema), undefined);

/** Returns a value without its unknown fields, or `otherwise` if it is invalid. */
export function parseOr<S extends v.GenericSchema, T>(schema: S, value: unknown, otherwise: T) {
  const { success, output } = v.safeParse(schema, value);
  return success ? output : otherwise;
}
