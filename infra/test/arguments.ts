/**
 * The tiers of tests: what every change runs, what only a browser can show, what is slow, and engines on several machines,
 * which need packages.
 */
export type Tier = 'test' | 'browser' | 'long' | 'scale';
const ALL: readonly Tier[] = ['test', 'browser', 'long'];

export interface Arguments {
  readonly tiers: readonly Tier[];
  /** Skips what needs a browser. */
  readonly fast: boolean;
  /** Fails if no browser is available. */
  readonly requireBrowser: boolean;
  /** Patterns of test files, and options for jest and Playwright. */
  readonly patterns: readonly string[];
}

const OPTIONS = ['--fast', '--browser', '--long', '--scale', '--all', '--require-browser'];

/** Parses the command line. With `CI` set, a browser is required. */
export function readArguments(args: readonly string[], env: NodeJS.ProcessEnv): Arguments {
  const ci = env['CI'] ?? '';
  return {
    tiers: readTiers(args),
    fast: args.includes('--fast'),
    requireBrowser: args.includes('--require-browser') || !['', '0', 'false'].includes(ci),
    patterns: args.filter((arg) => !OPTIONS.includes(arg)),
  };
}

function readTiers(args: readonly string[]): readonly Tier[] {
  if (args.includes('--all')) return ALL;
  if (args.includes('--browser')) return ['browser'];
  if (args.includes('--scale')) return ['scale'];
  return args.includes('--long') ? ['long'] : ['test'];
}

/**
 * Returns whether to run browser tests beside jest's: without patterns, or if one names a browser test. With options,
 * never: they are jest's, and Playwright would refuse them.
 */
export function selectsBrowserTest(patterns: readonly string[], files: readonly string[]): boolean {
  if (patterns.length === 0) return true;
  if (patterns.some((arg) => arg.startsWith('-'))) return false;
  return patterns.some((pattern) => files.some((file) => new RegExp(pattern, 'i').test(file)));
}
