import { characterCount, isBlank, onOneLine, withoutUnprintable } from './text.js';
import type { Phrase } from './phrases.js';

export interface Rule {
  test: (text: string) => boolean;
  message: Phrase;
  /** The same rule in JSON Schema. */
  json: { minLength?: number; maxLength?: number; pattern?: string };
}

/** The rules of a field; the first broken one is reported. */
export interface FieldRules<O extends boolean = boolean> {
  /** Whether the text may be absent; an empty text counts as absent, and so does one that shows nothing if trimmed. */
  optional: O;
  trim: boolean;
  /**
   * Whether members write it for readers. It is stored in NFC. Characters that XML cannot carry are left out of it, and
   * refused elsewhere.
   */
  prose: boolean;
  /** Whether it is a name or a title. It is stored on one line. */
  line: boolean;
  /** Returns the form of a trimmed text that is checked and stored. */
  fold?: (text: string) => string;
  description: string;
  /** A valid value for the OpenAPI document. */
  example: string;
  rules: readonly Rule[];
}

/** What may be left out: a field is trimmed, and neither prose nor a line. */
type FieldOptions = Partial<Pick<FieldRules, 'trim' | 'prose' | 'line' | 'fold'>>;

export const required = (message: Phrase): Rule => ({
  test: (text) => text !== '',
  message,
  json: { minLength: 1 },
});
export const atLeast = (min: number, message: (params: { min: number }) => Phrase): Rule => ({
  test: (text) => characterCount(text) >= min,
  message: message({ min }),
  json: { minLength: min },
});
export const atMost = (max: number, message: (params: { max: number }) => Phrase): Rule => ({
  test: (text) => characterCount(text) <= max,
  message: message({ max }),
  json: { maxLength: max },
});
export const matches = (pattern: RegExp, message: Phrase): Rule => ({
  test: (text) => pattern.test(text),
  message,
  json: { pattern: pattern.source },
});

export function field(
  description: string,
  example: string,
  rules: readonly Rule[],
  options: FieldOptions & { optional: true },
): FieldRules<true>;
export function field(
  description: string,
  example: string,
  rules: readonly Rule[],
  options?: FieldOptions,
): FieldRules<false>;
export function field(
  description: string,
  example: string,
  rules: readonly Rule[],
  options: FieldOptions & { optional?: boolean } = {},
): FieldRules {
  return { optional: false, trim: true, prose: false, line: false, ...options, description, example, rules };
}

export const OPTIONAL = { optional: true } as const;
export const UNTRIMMED = { trim: false };
export const PROSE = { prose: true };
/** The options of a name or a title. */
export const LINE = { prose: true, line: true };

export function readField(rules: FieldRules, text: string): string {
  const written = rules.line ? onOneLine(text) : text;
  const carried = rules.prose ? withoutUnprintable(written).normalize('NFC') : written;
  if (rules.trim && isBlank(carried)) return '';
  const trimmed = rules.trim ? carried.trim() : carried;
  return rules.fold ? rules.fold(trimmed) : trimmed;
}

/** Returns the message of the first rule that `text` breaks, or undefined if the text is valid. */
export function firstViolation(rules: FieldRules, text: string): Phrase | undefined {
  const read = readField(rules, text);
  if (rules.optional && read === '') return undefined;
  return rules.rules.find((rule) => !rule.test(read))?.message;
}
