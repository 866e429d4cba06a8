import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { RELEASE_MEMORY_ENV } from '@oniverse/platform/command';
import type { MakerName } from './makers.js';

const PROGRAM = fileURLToPath(new URL('maker-process.js', import.meta.url));

export interface Measured {
  renditions: number;
  seconds: number;
  cpu: number;
  peak: number;
}

const isMeasured = (message: unknown): message is Measured =>
  typeof message === 'object' &&
  message !== null &&
  ['renditions', 'seconds', 'cpu', 'peak'].every((key) => typeof Reflect.get(message, key) === 'number');

/** Uses a separate process, to measure its memory. @throws Error if it fails */
export async function measure(maker: MakerName, folder: string): Promise<Measured> {
  const child = fork(PROGRAM, [maker, folder], {
    env: { ...process.env, ...RELEASE_MEMORY_ENV },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  let measured: Measured | undefined;
  child.on('message', (message) => {
    if (isMeasured(message)) measured = message;
  });
  await once(child, 'close');
  if (!measured) throw new Error(`${maker} exited with ${child.exitCode} without a result`);
  return measured;
}
