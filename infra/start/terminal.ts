const REMINDER_INTERVAL_MS = 10_000;
const FIRST_REMINDER_MS = 1_500;

export class Terminal {
  constructor(private readonly write: (text: string) => void) {}

  printLine(line: string): void {
    this.write(`${line}\n`);
  }

  printDetail(line: string): void {
    this.write(`  ${line}\n`);
  }

  /** Prints the result with its duration, and reminders before that. @param describe returns the line for the result */
  async runStep<T>(title: string, work: () => Promise<T>, describe: (result: T) => string): Promise<T> {
    const startedAt = performance.now();
    let timer = setTimeout(
      function remind(terminal: Terminal): void {
        terminal.printDetail(`${title} … ${elapsedSince(startedAt)}`);
        timer = setTimeout(remind, REMINDER_INTERVAL_MS, terminal);
      },
      FIRST_REMINDER_MS,
      this,
    );
    try {
      const result = await work();
      this.printLine(`· ${describe(result)} (${elapsedSince(startedAt)})`);
      return result;
    } finally {
      clearTimeout(timer);
    }
  }
}

/** Returns the time since then, such as "0.6 s". */
export function elapsedSince(since: number): string {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`;
}
