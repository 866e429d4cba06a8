import { mkdirSync } from 'node:fs';
import { freePort, messageOf } from '@oniverse/embedded';
import { AlreadyRunningError, DataLock } from './data-lock.js';
import { LogFolder } from './logs.js';
import { Parts, stopLeftOver } from './parts.js';
import { describeEnding, Programs, quoteLog } from './program.js';
import { startServices } from './services.js';
import type { Settings } from './settings.js';
import type { Terminal } from './terminal.js';

/** What a start knows once its services are up. */
export interface Stage {
  readonly settings: Settings;
  readonly programs: Programs;
  readonly terminal: Terminal;
  readonly logs: LogFolder;
  /** The port to be opened in the browser: the wished one, or the next free one. */
  readonly port: number;
  /** What is to be opened in the browser. */
  readonly address: string;
}

/** What is done on the services; `npm start` and `npm run dev` differ in this. */
export interface Play {
  /** What needs no services and is done beside their start. */
  prepare(stage: Stage): Promise<void>;
  /** Everything that needs the services; afterwards the address answers. */
  perform(stage: Stage): Promise<void>;
}

/** Codes with which the command ends. */
const STOPPED = 0;
const FAILED = 1;
const KILLED = 130;

// One Ctrl-C arrives twice under npm: from the terminal, and passed on by npm.
const SAME_KEY_MS = 500;

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Brings Oniverse up, stays until it is told to stop (Ctrl-C, SIGTERM, SIGHUP) or a part crashes, and stops
 * everything. Gives back the exit code: 0 when it was told to stop. A second Ctrl-C kills all at once and ends
 * this process. Throws nothing.
 */
export async function runOniverse(settings: Settings, play: Play, terminal: Terminal): Promise<number> {
  let lock: DataLock;
  try {
    // Its own user must be able to pass through to PostgreSQL's data when root starts it.
    mkdirSync(settings.dataDir, { recursive: true, mode: 0o711 });
    lock = DataLock.claim(settings.dataDir);
  } catch (error) {
    terminal.say(`${error instanceof AlreadyRunningError ? '' : 'Cannot start: '}${messageOf(error)}`);
    return FAILED;
  }

  const parts = new Parts(lock);
  const told = firstSignal(parts, lock, terminal);
  try {
    const up = bringUp(settings, play, terminal, parts, lock);
    const failed = up.then(
      () => new Promise<never>(() => undefined),
      (error: unknown) => ({ error }),
    );
    const end = await Promise.race([told, parts.crashed, failed]);
    if (typeof end === 'string') {
      terminal.say('Stopping …');
    } else if ('error' in end) {
      terminal.say(`Cannot start: ${messageOf(end.error)}`);
    } else {
      const tail = await quoteLog(end.logFile);
      terminal.say(`${end.name} has ended (${describeEnding(end.ending)}); stopping the rest.${tail}`);
    }
    await parts.close();
    await up.catch(() => undefined);
    lock.release();
    if (typeof end !== 'string') return FAILED;
    terminal.say('Stopped.');
    return STOPPED;
  } catch (error) {
    terminal.say(`Not everything could be stopped: ${messageOf(error)}`);
    return FAILED;
  }
}

async function bringUp(
  settings: Settings,
  play: Play,
  terminal: Terminal,
  parts: Parts,
  lock: DataLock,
): Promise<void> {
  if (lock.leftOver.length > 0) {
    const names = await stopLeftOver(lock.leftOver);
    if (names.length > 0) terminal.say(`· Stopped what a killed start had left over: ${names.join(', ')}`);
  }
  const logs = new LogFolder(settings.dataDir);
  const port = await freePort(settings.port, settings.host);
  if (port !== settings.port) terminal.say(`· Port ${settings.port} is taken, so this is port ${port}`);
  const address = `http://${nameOf(settings.host)}:${port}`;
  const base = { settings, terminal, logs, port, address };

  const prepared = play.prepare({ ...base, programs: new Programs(parts, logs, settings.env) });
  const served = startServices({ settings, parts, logs, terminal });
  const [services] = await Promise.all([served, prepared]);
  await play.perform({ ...base, programs: new Programs(parts, logs, { ...settings.env, ...services }) });
  parts.assertOpen();
  lock.setAddress(address);
  terminal.say(`Oniverse is ready: ${address}`);
  terminal.say(`Ctrl-C stops it. Data: ${settings.dataDir}, logs: ${logs.path}`);
}

/** Who opens a browser on this machine says "localhost" for any of its own addresses. */
function nameOf(host: string): string {
  if (['127.0.0.1', '0.0.0.0', '::', '::1', 'localhost'].includes(host)) return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

/** Waits for the first signal; at a second Ctrl-C everything is killed and this process ends at once. */
function firstSignal(parts: Parts, lock: DataLock, terminal: Terminal): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let firstAt: number | undefined;
    const onSignal = (name: NodeJS.Signals) => {
      if (firstAt === undefined) {
        firstAt = performance.now();
        resolve(name);
      } else if (name === 'SIGINT' && performance.now() - firstAt > SAME_KEY_MS) {
        terminal.say('Killed.');
        parts.killAll();
        lock.release();
        process.exit(KILLED);
      }
    };
    for (const name of SIGNALS) process.on(name, onSignal);
  });
}
