import { isPhraseParams, isRecord, type PhraseParams } from '@oniverse/contracts';
import * as v from 'valibot';
import { HttpError } from './http.js';
import { orNone, parseOr } from './parse.js';
import { sentenceOf } from './sentences.js';

const fieldsSchema = v.object({
  fields: v.custom<Record<string, unknown>>(isRecord),
  fieldReasons: orNone(v.custom<Record<string, unknown>>(isRecord)),
});
const reasonSchema = v.object({
  reason: orNone(v.string()),
  params: orNone(v.custom<PhraseParams>(isPhraseParams)),
});

/** Returns the server's message for each field that it refused. Apart from `HttpError`, which the landing page loads. */
export function fieldMessagesOf(error: unknown): Readonly<Record<string, string>> {
  const body = error instanceof HttpError ? error.body : undefined;
  const { fields, fieldReasons } = parseOr(fieldsSchema, body, { fields: {}, fieldReasons: undefined });
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, message]) => {
      if (typeof message !== 'string') return [];
      return [[name, sentenceOf({ ...parseOr(reasonSchema, fieldReasons?.[name], {}), message })]];
    }),
  );
}
