import { types } from 'node:util';

// `instanceof Error` is not asked here: jest runs tests in a world of their own, with another Error.

/** Whether an unknown failure is one of the system's, with this code (for example ENOENT). */
export function isErrorWithCode(error: unknown, code: string): boolean {
  return types.isNativeError(error) && 'code' in error && error.code === code;
}

/** What an unknown failure says, in one string. */
export function messageOf(error: unknown): string {
  return types.isNativeError(error) ? error.message : String(error);
}
