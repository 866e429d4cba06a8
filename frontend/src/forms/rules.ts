import { brokenRule, type FieldRules } from '@oniverse/contracts';
import { HttpError } from '../api/http.js';

/** A rule of the contracts as react-hook-form asks it. */
export const holds = (rules: FieldRules) => ({
  validate: (text: string) => brokenRule(rules, text) ?? true,
});

/** Puts what the server found wrong under the inputs it concerns. */
export function showFields<T extends object>(
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
