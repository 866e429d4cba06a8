import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { BackendOperations } from '../ops/cli/backend-operations.js';
import { runOps } from '../ops/cli/run-ops.js';
import { OPS_COMMANDS } from '../ops/commands.js';

const OPERATE = fileURLToPath(new URL('../../backend/dist/operate.js', import.meta.url));

export interface OpsRun {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs commands of operators in this process, with one process of the backend's code for all of them. */
export class OpsRunner {
  private readonly backend: BackendOperations;

  constructor(private readonly env: Record<string, string>) {
    this.backend = new BackendOperations(env, OPERATE);
  }

  /** @param typed what the operator types at a terminal; without it, there is none */
  async run(args: readonly string[], typed?: string): Promise<OpsRun> {
    const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
    const printed = Promise.all([text(stdout), text(stderr)]);
    if (typed !== undefined) stdin.write(`${typed}\n`);
    const code = await runOps(OPS_COMMANDS, args, {
      env: this.env,
      stdin: Object.assign(stdin, { isTTY: typed !== undefined }),
      stdout,
      stderr,
      backend: this.backend,
    });
    for (const stream of [stdin, stdout, stderr]) stream.end();
    const [out, err] = await printed;
    return { code, stdout: out, stderr: err };
  }

  /** Runs a command with `--json`, which succeeds. @returns the document */
  async answer(...args: readonly string[]) {
    const { code, stdout, stderr } = await this.run([...args, '--json']);
    if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${stderr}`);
    return JSON.parse(stdout);
  }

  async stop(): Promise<void> {
    await this.backend.close();
  }
}
