import { isRecord } from './is-record.js';
import { grouped } from './text.js';

/** The values in a sentence, by name. */
export type PhraseParams = Readonly<Record<string, string | number>>;

/** Returns whether a value from outside can be the parameters of a phrase. */
export const isPhraseParams = (value: unknown): boolean =>
  isRecord(value) &&
  Object.values(value).every((param) => typeof param === 'string' || typeof param === 'number');

/** A method, because those accept functions that name their parameters. */
interface Writer {
  write(params: PhraseParams): string;
}

/** How a language puts a reason: a fixed text, or a function of parameters. */
export type Sentence = string | Writer['write'];

declare const madeByPhrases: unique symbol;

/**
 * What the server tells a person: the key of the sentence, its parameters, and the sentence in English. The compiler
 * accepts only those of a table.
 */
export interface Phrase<R extends string = string> {
  /** For the compiler only. */
  readonly [madeByPhrases]: true;
  readonly reason: R;
  readonly params?: PhraseParams;
  readonly message: string;
}

type PhraseOf<R extends string, S> = S extends string
  ? Phrase<R>
  : S extends (params: infer P) => string
    ? (params: P) => Phrase<R>
    : never;

/**
 * Makes a table of phrases from English sentences by key. Keys are part of the interface: a sentence that needs other
 * parameters gets another key, because a client may be older or newer than the server.
 * @param prefix makes the keys unique across the tables
 */
export function phrases<T extends Readonly<Record<string, Sentence>>, P extends string = ''>(
  sentences: T,
  prefix?: P,
): { readonly [K in keyof T & string]: PhraseOf<`${P}${K}`, T[K]> } {
  const table = Object.entries(sentences).map(([key, sentence]) => {
    const reason = `${prefix ?? ''}${key}`;
    const phrase =
      typeof sentence === 'string'
        ? { reason, message: sentence }
        : (params: PhraseParams) => ({ reason, params, message: sentence(params) });
    return [key, phrase];
  });
  // Object.fromEntries does not keep the keys in its type.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.fromEntries(table) as { readonly [K in keyof T & string]: PhraseOf<`${P}${K}`, T[K]> };
}

/** Makes the sentence of a rule for the length of a text. @param subject with its article */
export const tooLong =
  (subject: string) =>
  ({ max }: { max: number }): string =>
    `${subject} can have up to ${grouped(max)} characters.`;
