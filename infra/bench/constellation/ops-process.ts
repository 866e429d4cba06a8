import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

// From infra/bench/dist/constellation.
const OPS = fileURLToPath(new URL('../../../dist/ops/main.js', import.meta.url));

/**
 * Runs an operator command in a separate process.
 * @throws Error if it fails
 */
export async function runOps(command: string, env: Record<string, string>): Promise<void> {
  const child = fork(OPS, [command], {
    env: { ...process.env, ...env },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [code]: unknown[] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${command} exited with ${String(code)}`);
}
