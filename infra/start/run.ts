import { mkdirSync } from 'node:fs';
import { freePort, messageOf } from '@oniverse/embedded';
import { AlreadyRunningError, DataLock } from './data-lock.js';
import { LogFolder } from './logs.js';
import { Supervisor, stopOrphans } from './supervisor.js';
import { describeExit, Programs, quoteLog } from './program.js';
import { writeServices } from './service-file.js';
import { startServices } from './services.js';
import type { Settings } from './settings.js';
import type { Terminal } from './terminal.js';

export interface StartContext {
  readonly settings: Settings;
  readonly programs: Programs;
  readonly terminal: Terminal;
  readonly logs: LogFolder;
  /** The port of the browser address: the configured one or the next free one. */
  readonly port: number;
  readonly address: string;
}

/** The steps that differ between `npm start` and `npm run dev`. */
export interface StartPlan {
  /** Runs while the services start, without using them. */
  prepare(context: StartContext): Promise<void>;
  /** Runs once the services are started. Afterwards the address responds. */
  startPrograms(context: StartContext): Promise<void>;
}

const STOPPED = 0;
const FAILED = 1;
const KILLED = 130;

// Under npm, one Ctrl-C arrives twice: from the terminal and forwarded by npm.
const SAME_KEY_MS = 500;

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Starts Oniverse, waits for a signal (Ctrl-C, SIGTERM, SIGHUP) or a crash, and stops everything. Returns the exit
 * code: 0 after a signal. A second Ctrl-C kills all processes and exits at once. Never throws.
 */
export async function runOniverse(settings: Settings, plan: StartPlan, terminal: Terminal): Promise<number> {
  let lock: DataLock;
  try {
    // If root starts it, PostgreSQL's own user must be able to traverse the folder.
    mkdirSync(settings.dataDir, { recursive: true, mode: 0o711 });
    lock = DataLock.acquire(settings.dataDir);
  } catch (error) {
    terminal.printLine(`${error instanceof AlreadyRunningError ? '' : 'Cannot start: '}${messageOf(error)}`);
    return FAILED;
  }

  const supervisor = new Supervisor(lock);
  const signalled = waitForSignal(supervisor, lock, terminal);
  try {
    const started = startAll(settings, plan, terminal, supervisor, lock);
    const failed = started.then(
      () => new Promise<never>(() => undefined),
      (error: unknown) => ({ error }),
    );
    const end = await Promise.race([signalled, supervisor.crashed, failed]);
    if (typeof end === 'string') {
      terminal.printLine('Stopping …');
    } else if ('error' in end) {
      terminal.printLine(`Cannot start: ${messageOf(end.error)}`);
    } else {
      const tail = await quoteLog(end.logFile);
      terminal.printLine(
        `${end.name} stopped unexpectedly (${describeExit(end.status)}). Stopping the rest.${tail}`,
      );
    }
    await supervisor.close();
    await started.catch(() => undefined);
    lock.release();
    if (typeof end !== 'string') return FAILED;
    terminal.printLine('Stopped.');
    return STOPPED;
  } catch (error) {
    terminal.printLine(`Could not stop everything: ${messageOf(error)}`);
    return FAILED;
  }
}

async function startAll(
  settings: Settings,
  plan: StartPlan,
  terminal: Terminal,
  supervisor: Supervisor,
  lock: DataLock,
): Promise<void> {
  if (lock.orphans.length > 0) {
    const names = await stopOrphans(lock.orphans);
    if (names.length > 0)
      terminal.printLine(`· Stopped processes left over from an earlier start: ${names.join(', ')}`);
  }
  const logs = new LogFolder(settings.dataDir);
  const port = await freePort(settings.port, settings.host);
  if (port !== settings.port) terminal.printLine(`· Port ${settings.port} is taken; using port ${port}`);
  const address = `http://${displayHost(settings.host)}:${port}`;
  const base = { settings, terminal, logs, port, address };

  const prepared = plan.prepare({ ...base, programs: new Programs(supervisor, logs, settings.env) });
  const served = startServices({ settings, supervisor, logs, terminal });
  const [services] = await Promise.all([served, prepared]);
  writeServices(settings.dataDir, { ...services, HOST: settings.host, PORT: String(port) });
  await plan.startPrograms({
    ...base,
    programs: new Programs(supervisor, logs, { ...settings.env, ...services }),
  });
  supervisor.assertOpen();
  lock.setAddress(address);
  terminal.printLine(`Oniverse is ready: ${address}`);
  if (services['INBOX_DIR'] !== undefined) terminal.printLine(`Mails that it sends: ${address}/dev/mail`);
  terminal.printLine(`Press Ctrl-C to stop. Data: ${settings.dataDir}, logs: ${logs.path}`);
}

function displayHost(host: string): string {
  if (['127.0.0.1', '0.0.0.0', '::', '::1', 'localhost'].includes(host)) return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

function waitForSignal(supervisor: Supervisor, lock: DataLock, terminal: Terminal): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let firstAt: number | undefined;
    const onSignal = (name: NodeJS.Signals) => {
      if (firstAt === undefined) {
        firstAt = performance.now();
        resolve(name);
      } else if (name === 'SIGINT' && performance.now() - firstAt > SAME_KEY_MS) {
        terminal.printLine('Killed.');
        supervisor.killAll();
        lock.release();
        process.exit(KILLED);
      }
    };
    for (const name of SIGNALS) process.on(name, onSignal);
  });
}
