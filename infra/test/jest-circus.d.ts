declare module 'jest-circus/runner' {
  import type { TestResult } from '@jest/reporters';

  /** CommonJS, so that an ES module sees its exports as one default. */
  const exports: { readonly default: (...args: readonly unknown[]) => Promise<TestResult> };
  export default exports;
}
