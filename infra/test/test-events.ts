/** What happened to a test file or a test, as a test runner's reporter sends it to the runner of the steps. */
export type TestEvent =
  | { readonly type: 'started'; readonly file: string; readonly title?: string }
  | ({ readonly type: 'ended' } & FileEnd);

export interface FileEnd {
  readonly file: string;
  readonly passed: number;
  /** Failed tests; 1 if the file could not be run. */
  readonly failed: number;
  /** CPU time of the file's worker in milliseconds, without its child processes. */
  readonly cpuMs?: number;
  /** What failed, for people. */
  readonly failure?: string;
  /** What failed before all tests of the file passed on the second run. */
  readonly firstFailure?: string;
}

/** Sends an event to the parent process, if it listens. */
export function sendTestEvent(event: TestEvent): void {
  process.send?.(event);
}

/** Collects the events of one run. */
export class TestRecord {
  private readonly running = new Map<string, string>();
  private readonly ended = new Map<string, FileEnd>();

  /** Adds a message of a child process, if it is an event. */
  add(message: unknown): void {
    if (!isTestEvent(message)) return;
    if (message.type === 'started') {
      this.running.set(message.file, message.title ?? '');
    } else {
      this.running.delete(message.file);
      this.ended.set(message.file, message);
    }
  }

  get files(): readonly FileEnd[] {
    return [...this.ended.values()];
  }

  /** The files that have not ended, each with the title of its current test. */
  get unfinished(): readonly string[] {
    return [...this.running].map(([file, title]) => (title === '' ? file : `${file} › ${title}`));
  }
}

function isTestEvent(message: unknown): message is TestEvent {
  if (typeof message !== 'object' || message === null || !('type' in message) || !('file' in message))
    return false;
  return typeof message.file === 'string' && (message.type === 'started' || message.type === 'ended');
}
