import { types } from 'node:util';

// `instanceof Error` does not work here: jest runs tests in their own realm, with another Error.

export function isErrorWithCode(error: unknown, code: string): boolean {
  return types.isNativeError(error) && 'code' in error && error.code === code;
}

export function messageOf(error: unknown): string {
  return types.isNativeError(error) ? error.message : String(error);
}
