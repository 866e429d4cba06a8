import { format } from 'node:util';
import { afterAll, afterEach, expect } from '@jest/globals';

const errors: { text: string; test: string | undefined }[] = [];
const expected: RegExp[] = [];

/** React, the router, jsdom and MSW report faults here, MSW also each request that no handler answers. */
console.error = (...parts) => {
  errors.push({ text: format(...parts), test: expect.getState().currentTestName });
};

/** Lets the running test log errors that match. The test fails without one. */
export function expectConsoleError(pattern: RegExp): void {
  expected.push(pattern);
}

/** Jest shows the code around the top of a stack, which is always this file. */
const withoutStack = (error: Error): Error => Object.assign(error, { stack: error.message });

/**
 * Runs after each test.
 * @throws Error if an error was logged that no test expects, or an expected one was not
 */
export function checkErrors(): void {
  const patterns = expected.splice(0);
  const logged = errors.splice(0);
  const missing = patterns.filter((pattern) => !logged.some(({ text }) => pattern.test(text)));
  if (missing.length > 0) throw new Error(`The test logged no error like ${missing.join(' and ')}.`);
  const unexpected = logged.filter(({ text }) => !patterns.some((pattern) => pattern.test(text)));
  if (unexpected.length === 0) return;
  const list = unexpected.map(({ text, test }) => `“${test ?? 'no test'}” logged:\n${text}`);
  throw withoutStack(
    new Error(`Unexpected console.error (expectConsoleError allows one):\n${list.join('\n\n')}`),
  );
}

afterEach(checkErrors);
afterAll(checkErrors);
