import { freePort } from '@oniverse/embedded';
import type { DedicatedTestStack } from '@oniverse/testing';
import { cpuOfChildren } from '../live/measure/cpu.js';
import type { Measured } from '../live/scenarios/phase.js';
import { PROGRAM } from '../live/systems/oniverse.js';
import { ServerProcess } from '../live/systems/server-process.js';

const SERVICES = ['postgres', 'redis-server'];

/** Some backends on the same database, whose CPU time is measured together. */
export class Backends implements Measured {
  private constructor(private readonly processes: readonly ServerProcess[]) {}

  static async start(stack: DedicatedTestStack, count: number): Promise<Backends> {
    const processes: ServerProcess[] = [];
    // One after another: their starts take more CPU time than there is.
    while (processes.length < count) {
      const env = { ...stack.env(), TRUSTED_PROXIES: '127.0.0.1' };
      processes.push(await ServerProcess.start(PROGRAM, env, await freePort()));
    }
    return new Backends(processes);
  }

  get urls(): string[] {
    return this.processes.map(({ url }) => url);
  }

  readonly server = { cpu: (): number => this.processes.reduce((sum, process) => sum + process.cpu(), 0) };

  servicesCpu(): number {
    return cpuOfChildren(SERVICES);
  }

  /** Returns the CPU seconds of all processes so far. */
  cpu(): number {
    return this.server.cpu() + this.servicesCpu();
  }

  async stop(): Promise<void> {
    await Promise.all(this.processes.map((process) => process.stop()));
  }
}
