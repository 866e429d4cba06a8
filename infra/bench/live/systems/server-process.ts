import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { cpuOf } from '../measure/cpu.js';
import { memoryOf } from '../measure/memory.js';
import type { ProbeReply, ProbeRequest } from './probe-messages.js';

const PROBE = new URL('probe.js', import.meta.url).href;

export class ServerProcess {
  private readonly pending = new Map<number, (reply: ProbeReply) => void>();
  private lastProbe = 0;

  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
  ) {
    child.on('message', (message: { probe?: number; reply?: ProbeReply }) => {
      if (message.probe === undefined) return;
      this.pending.get(message.probe)?.(message.reply ?? {});
      this.pending.delete(message.probe);
    });
  }

  /** Starts a compiled program and waits until it is ready. @throws Error if the process exits first */
  static async start(program: URL, env: Record<string, string>, port: number): Promise<ServerProcess> {
    const child = fork(fileURLToPath(program), {
      env: { ...process.env, ...env, PORT: String(port) },
      execArgv: ['--expose-gc', '--import', PROBE],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    await new Promise<void>((resolve, reject) => {
      child.once('message', () => resolve());
      child.once('exit', (code) => reject(new Error(`The server exited with ${code} before it was ready`)));
    });
    return new ServerProcess(child, `http://127.0.0.1:${port}`);
  }

  cpu(): number {
    return cpuOf(this.child.pid ?? 0);
  }

  /** Returns the RSS in bytes as it is, without garbage collection. */
  residentBytes(): number {
    return memoryOf(this.child.pid ?? 0);
  }

  async memory(): Promise<{ rss: number; used: number }> {
    const { rss = 0, used = 0 } = await this.sendRequest('memory');
    return { rss, used };
  }

  async queries(): Promise<Readonly<Record<string, number>>> {
    return (await this.sendRequest('queries')).queries ?? {};
  }

  async startProfile(): Promise<void> {
    await this.sendRequest('profile:start');
  }

  async stopProfile(file: string): Promise<void> {
    await this.sendRequest('profile:stop', file);
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const exited = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    await exited;
  }

  private sendRequest(kind: ProbeRequest['kind'], file?: string): Promise<ProbeReply> {
    return new Promise((resolve) => {
      this.lastProbe += 1;
      this.pending.set(this.lastProbe, resolve);
      this.child.send({ probe: this.lastProbe, kind, ...(file === undefined ? {} : { file }) });
    });
  }
}
