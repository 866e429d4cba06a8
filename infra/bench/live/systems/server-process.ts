import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { cpuOf } from '../measure/cpu.js';
import type { ProbeReply, ProbeRequest } from './probe-messages.js';

const PROBE = new URL('probe.js', import.meta.url).href;

/** A server that is measured, in a process of its own with a probe in it. */
export class ServerProcess {
  private readonly waiting = new Map<number, (reply: ProbeReply) => void>();
  private lastProbe = 0;

  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
  ) {
    child.on('message', (message: { probe?: number; reply?: ProbeReply }) => {
      if (message.probe === undefined) return;
      this.waiting.get(message.probe)?.(message.reply ?? {});
      this.waiting.delete(message.probe);
    });
  }

  /**
   * Starts a program and waits until it says that it is ready.
   * @param program a compiled file
   * @throws Error where it ends before
   */
  static async start(program: URL, env: Record<string, string>, port: number): Promise<ServerProcess> {
    const child = fork(fileURLToPath(program), {
      env: { ...process.env, ...env, PORT: String(port) },
      execArgv: ['--expose-gc', '--import', PROBE],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    await new Promise<void>((resolve, reject) => {
      child.once('message', () => resolve());
      child.once('exit', (code) => reject(new Error(`The server ended with ${code} before it was ready`)));
    });
    return new ServerProcess(child, `http://127.0.0.1:${port}`);
  }

  /** CPU seconds so far. */
  cpu(): number {
    return cpuOf(this.child.pid ?? 0);
  }

  /** Bytes after a full collection: held of the system, and in use. */
  async memory(): Promise<{ rss: number; used: number }> {
    const { rss = 0, used = 0 } = await this.ask('memory');
    return { rss, used };
  }

  /** Queries to the database since the start, by their text. */
  async queries(): Promise<Readonly<Record<string, number>>> {
    return (await this.ask('queries')).queries ?? {};
  }

  async startProfile(): Promise<void> {
    await this.ask('profile:start');
  }

  /** Ends the profile and writes it down. */
  async stopProfile(file: string): Promise<void> {
    await this.ask('profile:stop', file);
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const ended = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    await ended;
  }

  private ask(ask: ProbeRequest['ask'], file?: string): Promise<ProbeReply> {
    return new Promise((resolve) => {
      this.lastProbe += 1;
      this.waiting.set(this.lastProbe, resolve);
      this.child.send({ probe: this.lastProbe, ask, ...(file === undefined ? {} : { file }) });
    });
  }
}
