import { type ChildProcess, fork } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';

/** Starts a compiled program and waits until it is ready. @throws Error if it ends first */
export async function launchProcess(
  main: string,
  env: Record<string, string>,
  logFile?: string,
): Promise<ChildProcess> {
  const log = logFile === undefined ? undefined : openSync(logFile, 'a');
  const child = fork(main, {
    env: { ...process.env, ...env },
    execArgv: [],
    stdio: ['ignore', log ?? 'ignore', 'inherit', 'ipc'],
  });
  if (log !== undefined) closeSync(log);
  await new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve());
    child.once('exit', (code) => reject(new Error(`${main} ended with ${code} before it was ready`)));
  });
  return child;
}
