/** What the test command was asked for. */
export interface Arguments {
  /** Leave the browser out. */
  readonly fast: boolean;
  /** Take a browser that cannot be had for a failure. */
  readonly requireBrowser: boolean;
  /** For jest: patterns of test files, and jest's own options. */
  readonly forJest: readonly string[];
}

/** Reads the command line; on a build server (CI is set) a browser is required. */
export function readArguments(args: readonly string[], env: NodeJS.ProcessEnv): Arguments {
  const ci = env['CI'] ?? '';
  return {
    fast: args.includes('--fast'),
    requireBrowser: args.includes('--require-browser') || !['', '0', 'false'].includes(ci),
    forJest: args.filter((arg) => arg !== '--fast' && arg !== '--require-browser'),
  };
}
