import type { ACCOUNT_MESSAGES } from '../account/account-messages.js';
import type { Phrase, PhraseParams } from './phrases.js';
import type { MESSAGES, QUOTA_MESSAGES } from './problems.js';
import type { RULE_MESSAGES } from './rule-messages.js';
import type { SAFETY_MESSAGES } from '../safety/safety-messages.js';
import type { THREAD_MESSAGES } from '../talk/thread-messages.js';

/** All tables. They are apart so that a page loads only what it shows. */
type Table =
  | typeof ACCOUNT_MESSAGES
  | typeof MESSAGES
  | typeof QUOTA_MESSAGES
  | typeof RULE_MESSAGES
  | typeof SAFETY_MESSAGES
  | typeof THREAD_MESSAGES;

type EntryOf<T> = T extends Table ? T[keyof T] : never;
type Entry = EntryOf<Table>;
type ReasonOf<E> = E extends Phrase<infer R> | ((params: never) => Phrase<infer R>) ? R : never;

/** Why the server refuses something: a key of a table of phrases. More exact than a problem's code. */
export type Reason = ReasonOf<Entry>;

/** The sentences of a language, by reason. */
export type Sentences = {
  readonly [E in Entry as ReasonOf<E>]: E extends (params: infer P extends PhraseParams) => unknown
    ? (params: P) => string
    : string;
};
