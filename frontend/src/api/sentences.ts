import { firstViolation, type FieldRules, type PhraseParams, type Sentence } from '@oniverse/contracts';
import { SERVER_SENTENCES } from './http.texts.js';

/** What a server says. An older one sends no reason. */
interface Said {
  message: string;
  reason?: string | undefined;
  params?: PhraseParams | undefined;
}

/** Returns what a server says in the language of the page, or in the server's words if the page has none for the reason. */
export function sentenceOf(
  { message, reason = '', params = {} }: Said,
  sentences: Readonly<Record<string, Sentence | undefined>> = SERVER_SENTENCES,
): string {
  const sentence = Object.hasOwn(sentences, reason) ? sentences[reason] : undefined;
  return typeof sentence === 'function' ? sentence(params) : (sentence ?? message);
}

/** Returns the message of the first rule that a text breaks, or undefined if it is valid. */
export function violationOf(rules: FieldRules, text: string): string | undefined {
  const violation = firstViolation(rules, text);
  return violation && sentenceOf(violation);
}
