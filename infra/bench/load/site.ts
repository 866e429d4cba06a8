import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort } from '@oniverse/embedded';
import { BackendProcess, DedicatedTestStack, WorkerProcess } from '@oniverse/testing';
import { type LoadDimension, readSessions } from './sessions.js';

// From infra/bench/dist/load.
const OPS = fileURLToPath(new URL('../../../dist/ops/main.js', import.meta.url));

/** A site for one load, with data that ends with it. */
export interface OwnSite {
  urls: string[];
  dimensions: LoadDimension[];
  /** Of its processes, by id. */
  names: Map<number, string>;
  stop(): Promise<void>;
}

/** Starts backends and a worker with the settings of a site, and prepares members. */
export async function startSite(options: {
  backends: number;
  members: number;
  channels: number;
}): Promise<OwnSite> {
  const stack = await DedicatedTestStack.start({ durable: true });
  const stops: (() => Promise<unknown>)[] = [async () => stack.stop()];
  const stop = async (): Promise<void> => {
    for (const end of stops.splice(0).toReversed()) await end();
  };
  try {
    // Each member has an address of their own, as behind a proxy.
    const env = { ...stack.env(), RATE_LIMITS: 'on', TRUSTED_PROXIES: '127.0.0.1' };
    const names = new Map<number, string>();
    const urls: string[] = [];
    for (let number = 1; number <= options.backends; number += 1) {
      const backend = await BackendProcess.start(env, await freePort());
      stops.push(async () => backend.stop());
      names.set(backend.pid, `backend ${number}`);
      urls.push(backend.url);
    }
    const worker = await WorkerProcess.start(env);
    stops.push(async () => worker.stop());
    names.set(worker.pid, 'worker');
    const given = ['--members', String(options.members), '--channels', String(options.channels), '--public'];
    const { stdout } = await promisify(execFile)(process.execPath, [OPS, 'load:prepare', ...given, '--yes'], {
      env: { ...process.env, ...env },
      maxBuffer: 64 * 1_024 * 1_024,
    });
    return { urls, dimensions: readSessions(stdout), names, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
