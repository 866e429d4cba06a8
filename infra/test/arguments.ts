export interface Arguments {
  readonly fast: boolean;
  /** Runs the long form of randomized tests, and nothing else. */
  readonly long: boolean;
  /** Fails if no browser is available. */
  readonly requireBrowser: boolean;
  /** Patterns of test files and options for jest. */
  readonly forJest: readonly string[];
}

const OPTIONS = ['--fast', '--long', '--require-browser'];

/** Parses the command line. With `CI` set, a browser is required. */
export function readArguments(args: readonly string[], env: NodeJS.ProcessEnv): Arguments {
  const ci = env['CI'] ?? '';
  return {
    fast: args.includes('--fast'),
    long: args.includes('--long'),
    requireBrowser: args.includes('--require-browser') || !['', '0', 'false'].includes(ci),
    forJest: args.filter((arg) => !OPTIONS.includes(arg)),
  };
}

/** Returns whether jest may run one of the files. If it has options of its own, it decides. */
export function maySelect(forJest: readonly string[], files: readonly string[]): boolean {
  if (forJest.length === 0 || forJest.some((arg) => arg.startsWith('-'))) return true;
  return forJest.some((pattern) => files.some((file) => new RegExp(pattern, 'i').test(file)));
}
