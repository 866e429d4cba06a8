import { firstViolation, type FieldRules } from '@oniverse/contracts';
import { HttpError } from '../api/http.js';

/** Adapts contract rules to react-hook-form. */
export const validation = (rules: FieldRules) => ({
  validate: (text: string) => firstViolation(rules, text) ?? true,
});

export function showFieldErrors<T extends object>(
  error: unknown,
  names: readonly (keyof T & string)[],
  setError: (name: keyof T & string, message: string) => void,
): void {
  if (!(error instanceof HttpError)) return;
  for (const name of names) {
    const message = error.fields[name];
    if (message) setError(name, message);
  }
}
