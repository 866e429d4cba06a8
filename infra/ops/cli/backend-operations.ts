import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { OperationName, OperationResult, Operations } from '@oniverse/contracts';
import type { Env } from '@oniverse/platform/command';
import { CommandError } from './command-error.js';

const OPERATE = fileURLToPath(new URL('../../../../backend/dist/operate.js', import.meta.url));

/**
 * The code of a backend in a process of its own, which does what members and staff can do, too: it knows all that belongs to
 * an account, and publishes changes to the open pages. Starts with the first operation.
 */
export class BackendOperations {
  private started: { child: ChildProcess; lines: AsyncIterator<string> } | undefined;

  /** @param env the variables of a backend @param program the compiled program */
  constructor(
    private readonly env: Env,
    private readonly program = OPERATE,
  ) {}

  /** Runs one operation at a time. @throws CommandError with the code of the problem */
  async run<K extends OperationName>(name: K, input: Operations[K][0]): Promise<Operations[K][1]> {
    const { child, lines } = (this.started ??= this.start());
    child.stdin?.write(`${JSON.stringify({ name, input })}\n`);
    const line = await lines.next();
    if (line.done) throw new CommandError('failed', 'The code of the backend did not start; see above.');
    const result: OperationResult<K> = JSON.parse(line.value);
    if ('error' in result) throw new CommandError(result.error.code, result.error.message);
    return result.answer;
  }

  async close(): Promise<void> {
    if (!this.started) return;
    const { child } = this.started;
    child.stdin?.end();
    if (child.exitCode === null && child.signalCode === null) await once(child, 'close');
  }

  private start() {
    const child = spawn(process.execPath, [this.program], {
      // Its metrics would need the port of a running backend.
      env: { ...this.env, LOG_LEVEL: 'error', OPS_PORT: '', QUEUES_PASSWORD: '' },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    // A process that ended answers with the end of its lines.
    child.stdin.on('error', () => undefined);
    return { child, lines: createInterface({ input: child.stdout })[Symbol.asyncIterator]() };
  }
}
