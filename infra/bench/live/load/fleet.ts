import { sleep } from '@oniverse/embedded';
import { Latencies } from '../measure/latency.js';
import type { Answer, CommandName, Commands, Member, Pace } from './commands.js';
import type { SystemName } from './dialect.js';
import { LoadProcess } from './load-process.js';
import { emptyReceipt, type Receipt } from './receipts.js';

/** Enough that the clients are not the bottleneck, and few enough for a small machine. */
const PROCESSES = 2;
/** Messages that arrive later than this after the last acknowledgement count as lost. */
const DELIVERY_TIMEOUT_MS = 20_000;

const sum = (answers: readonly Answer[], name: 'acknowledged' | 'failed' | 'count'): number =>
  answers.reduce((subtotal, answer) => subtotal + (answer[name] ?? 0), 0);

export class Fleet {
  private readonly processes = Array.from({ length: PROCESSES }, () => new LoadProcess());
  /** Of each process. */
  private senders = this.processes.map(() => 0);

  /** @throws Error if a member cannot connect */
  async connect(
    target: { system: SystemName; url: string },
    members: readonly Member[],
    concurrency = 40,
  ): Promise<void> {
    const answers = await Promise.all(
      this.processes.map((process, index) => {
        const own = members.filter((_, position) => position % PROCESSES === index);
        this.senders[index]! += own.filter(({ sender }) => sender !== undefined).length;
        return process.sendCommand('connect', {
          ...target,
          members: own,
          concurrency: Math.ceil(concurrency / PROCESSES),
        });
      }),
    );
    const failed = sum(answers, 'failed');
    if (failed > 0) throw new Error(`${failed} members could not connect`);
  }

  async send(pace: Pace, forMs: number): Promise<{ acknowledged: number; failed: number }> {
    const all = this.senders.reduce((subtotal, own) => subtotal + own, 0);
    const paceOf = (own: number): Pace =>
      'inFlight' in pace ? { inFlight: Math.round((pace.inFlight * own) / all) } : pace;
    const answers = await Promise.all(
      this.processes.map((process, index) =>
        process.sendCommand('send', { pace: paceOf(this.senders[index] ?? 0), forMs }),
      ),
    );
    return { acknowledged: sum(answers, 'acknowledged'), failed: sum(answers, 'failed') };
  }

  /** Returns the deliveries since the last reset. Waits for the expected number or the timeout. */
  async receipt(expected: number): Promise<Receipt> {
    const end = Date.now() + DELIVERY_TIMEOUT_MS;
    for (;;) {
      const receipt = await this.collectReceipts();
      if (receipt.received >= expected || Date.now() > end) return receipt;
      await sleep(50);
    }
  }

  async reset(): Promise<void> {
    await this.sendToAll('reset', {});
  }

  async terminate(ids: readonly number[]): Promise<void> {
    await this.sendToAll('terminate', { ids });
  }

  async reconnect(withinMs: number): Promise<{ failed: number; tookMs: number; latencies: Latencies }> {
    const answers = await this.sendToAll('reconnect', { withinMs });
    const latencies = new Latencies();
    for (const answer of answers) latencies.add(new Latencies(answer.latencies));
    return {
      failed: sum(answers, 'failed'),
      tookMs: Math.max(...answers.map(({ tookMs }) => tookMs ?? 0)),
      latencies,
    };
  }

  async countIncomplete(seq: number): Promise<number> {
    return sum(await this.sendToAll('incomplete', { seq }), 'count');
  }

  async pause(ids: readonly number[]): Promise<void> {
    await this.sendToAll('pause', { ids });
  }

  async resume(): Promise<void> {
    await this.sendToAll('resume', {});
  }

  async countClosed(): Promise<number> {
    return sum(await this.sendToAll('closed', {}), 'count');
  }

  /** @returns how many members it connected again */
  async reopen(): Promise<number> {
    return sum(await this.sendToAll('reopen', {}), 'count');
  }

  async disconnect(): Promise<void> {
    await this.sendToAll('disconnect', {});
    this.senders = this.processes.map(() => 0);
  }

  stop(): void {
    for (const process of this.processes) process.stop();
  }

  private async collectReceipts(): Promise<Receipt> {
    const total = emptyReceipt();
    for (const { receipt } of await this.sendToAll('receipt', {})) {
      if (!receipt) continue;
      total.received += receipt.received;
      total.duplicates += receipt.duplicates;
      total.outOfOrder += receipt.outOfOrder;
      total.lastAt = Math.max(total.lastAt, receipt.lastAt);
      total.latencies.add(new Latencies(receipt.latencies));
    }
    return total;
  }

  private sendToAll<C extends CommandName>(command: C, request: Commands[C]): Promise<Answer[]> {
    return Promise.all(this.processes.map((process) => process.sendCommand(command, request)));
  }
}
