import { readdirSync, readFileSync } from 'node:fs';
import { isErrorWithCode, launch, type LaunchOptions, type ServerProcess } from '@oniverse/embedded';
import { waitUntil } from '@oniverse/testing';

const READY_MS = 60_000;
/** Of all servers of the layout. */
export const PASSWORD = 'only-for-tests';

export interface PartOptions extends Pick<
  LaunchOptions,
  'name' | 'command' | 'args' | 'uid' | 'gid' | 'env'
> {
  readonly dir: string;
  readonly isReady: () => Promise<boolean>;
  /** Returns processes that are not in the group of the program, such as a database server that outlives its manager. */
  readonly others?: () => number[];
}

/** A server program of the layout, which a fault may kill or suspend with all of its processes. */
export class Part {
  private process: ServerProcess | undefined;
  private suspended: number[] = [];

  private constructor(private readonly options: PartOptions) {}

  static async start(options: PartOptions): Promise<Part> {
    const part = new Part(options);
    await part.start();
    return part;
  }

  get name(): string {
    return this.options.name;
  }

  async start(): Promise<void> {
    const { dir, isReady, others: _others, ...options } = this.options;
    this.process = await launch({
      ...options,
      cwd: dir,
      logFile: `${dir}.log`,
      stopSteps: [
        { signal: 'SIGTERM', graceMs: 10_000 },
        { signal: 'SIGKILL', graceMs: 5_000 },
      ],
      boundToParent: true,
      withChildren: true,
    });
    await waitUntil(`${this.name} to be ready`, isReady, READY_MS);
  }

  /** Kills every process at once, as a power cut would. */
  async kill(): Promise<void> {
    this.suspended = [];
    for (const pid of this.listProcesses()) signal(pid, 'SIGKILL');
    await this.process?.ended;
  }

  pause(): void {
    this.suspended = this.listProcesses();
    for (const pid of this.suspended) signal(pid, 'SIGSTOP');
  }

  resume(): void {
    for (const pid of this.suspended.splice(0)) signal(pid, 'SIGCONT');
  }

  async stop(): Promise<void> {
    this.resume();
    await this.process?.stop();
  }

  private listProcesses(): number[] {
    const roots = [this.process?.pid ?? 0, ...(this.options.others?.() ?? [])].filter((pid) => pid > 0);
    return [...roots, ...roots.flatMap(descendantsOf)];
  }
}

/** Returns the processes that a process started, and those that they started. */
function descendantsOf(pid: number): number[] {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === pid)
    .map(Number);
  return [...children, ...children.flatMap(descendantsOf)];
}

/** Returns the parent of a process; undefined if it has ended. See proc(5), `/proc/pid/stat`. */
function parentOf(pid: string): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return undefined;
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (!isErrorWithCode(error, 'ESRCH')) throw error;
  }
}
