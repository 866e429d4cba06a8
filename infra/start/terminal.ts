const SAID_AGAIN_AFTER_MS = 10_000;
const LONG_AFTER_MS = 1_500;

/** The lines that the start command prints: one for each step, and a sign of life from those that take long. */
export class Terminal {
  constructor(private readonly write: (text: string) => void) {}

  /** Prints a line. */
  say(line: string): void {
    this.write(`${line}\n`);
  }

  /** Prints a line that belongs to a running step. */
  note(line: string): void {
    this.write(`  ${line}\n`);
  }

  /**
   * Does one step and prints its line with the time it took; a step that takes long says that it is at it.
   * `describe` makes the line from the result. Throws what the step throws.
   */
  async step<T>(doing: string, work: () => Promise<T>, describe: (result: T) => string): Promise<T> {
    const startedAt = performance.now();
    let timer = setTimeout(
      function remind(terminal: Terminal): void {
        terminal.note(`${doing} … ${seconds(startedAt)}`);
        timer = setTimeout(remind, SAID_AGAIN_AFTER_MS, terminal);
      },
      LONG_AFTER_MS,
      this,
    );
    try {
      const result = await work();
      this.say(`· ${describe(result)} (${seconds(startedAt)})`);
      return result;
    } finally {
      clearTimeout(timer);
    }
  }
}

/** The time since then, for people: "0.6 s". */
export function seconds(since: number): string {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`;
}
