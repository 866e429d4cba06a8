import type * as features from './features.js';
import type { Phrase, PhraseParams } from './shared/phrases.js';

type Features = typeof features;
/** The tables of messages. */
type Table = Features[Extract<keyof Features, `${string}MESSAGES`>];

type EntryOf<T> = T extends Table ? T[keyof T] : never;
type Entry = EntryOf<Table>;
type ReasonOf<E> = E extends Phrase<infer R> | ((params: never) => Phrase<infer R>) ? R : never;

/** Why the server refuses something: a key of a table of messages. More exact than a problem's code. */
export type Reason = ReasonOf<Entry>;

/** The sentences of a language, by reason. */
export type Sentences = {
  readonly [E in Entry as ReasonOf<E>]: E extends (params: infer P extends PhraseParams) => unknown
    ? (params: P) => string
    : string;
};
