import type { FieldRules } from '@oniverse/contracts';
import { fieldMessagesOf } from '../api/field-messages.js';
import { violationOf } from '../api/sentences.js';

/** Adapts contract rules to react-hook-form. */
export const validation = (rules: FieldRules) => ({
  validate: (text: string) => violationOf(rules, text) ?? true,
});

export function showFieldErrors<T extends object>(
  error: unknown,
  names: readonly (keyof T & string)[],
  setError: (name: keyof T & string, message: string) => void,
): void {
  const messages = fieldMessagesOf(error);
  for (const name of names) {
    const message = messages[name];
    if (message) setError(name, message);
  }
}
