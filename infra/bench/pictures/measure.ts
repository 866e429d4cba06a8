import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { PICTURE_WORK_ENV } from '@oniverse/platform/command';
import type { MakerName } from './makers.js';

const PROGRAM = fileURLToPath(new URL('maker-process.js', import.meta.url));

/** What it took to make the renditions of some pictures. */
export interface Measured {
  renditions: number;
  seconds: number;
  /** Seconds of the processor. */
  cpu: number;
  /** The most memory that was held, in bytes. */
  peak: number;
}

const isMeasured = (message: unknown): message is Measured =>
  typeof message === 'object' &&
  message !== null &&
  ['renditions', 'seconds', 'cpu', 'peak'].every((key) => typeof Reflect.get(message, key) === 'number');

/**
 * Has all pictures of a folder made in a process of its own, so that memory is its own too.
 * @throws Error where it fails
 */
export async function measure(maker: MakerName, folder: string): Promise<Measured> {
  const child = fork(PROGRAM, [maker, folder], {
    // As the worker is started.
    env: { ...process.env, ...PICTURE_WORK_ENV },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  let measured: Measured | undefined;
  child.on('message', (message) => {
    if (isMeasured(message)) measured = message;
  });
  await once(child, 'close');
  if (!measured) throw new Error(`${maker} ended with ${child.exitCode} and told nothing`);
  return measured;
}
