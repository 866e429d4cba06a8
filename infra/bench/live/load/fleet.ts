import { sleep } from '@oniverse/embedded';
import { Latencies } from '../measure/latency.js';
import type { Answer, CommandName, Commands, Member, Pace } from './commands.js';
import type { SystemName } from './dialect.js';
import { LoadProcess } from './load-process.js';
import { emptyReceipt, type Receipt } from './receipts.js';

/** Enough that the clients do not hold the server up, and few enough for a small machine. */
const PROCESSES = 2;
/** What has not arrived in this time after the last acknowledgement is lost, in milliseconds. */
const PATIENCE_MS = 20_000;

const sum = (answers: readonly Answer[], name: 'acknowledged' | 'failed' | 'count'): number =>
  answers.reduce((total, answer) => total + (answer[name] ?? 0), 0);

/** The members of a run, spread over processes of their own. */
export class Fleet {
  private readonly processes = Array.from({ length: PROCESSES }, () => new LoadProcess());

  /**
   * Connects members and opens their channels.
   * @param atOnce handshakes under way at the same time
   * @throws Error where one is refused
   */
  async connect(
    target: { system: SystemName; url: string },
    members: readonly Member[],
    atOnce = 40,
  ): Promise<void> {
    const answers = await Promise.all(
      this.processes.map((process, index) =>
        process.order('connect', {
          ...target,
          members: members.filter((_, place) => place % PROCESSES === index),
          atOnce: Math.ceil(atOnce / PROCESSES),
        }),
      ),
    );
    const failed = sum(answers, 'failed');
    if (failed > 0) throw new Error(`${failed} members could not connect`);
  }

  /** Lets the senders send. @returns how many messages were acknowledged, and how many were not */
  async send(pace: Pace, forMs: number): Promise<{ acknowledged: number; failed: number }> {
    const answers = await this.all('send', { pace, forMs });
    return { acknowledged: sum(answers, 'acknowledged'), failed: sum(answers, 'failed') };
  }

  /** What arrived since the last reset; waits until it is as much as is expected, or nothing more will come. */
  async receipt(expected: number): Promise<Receipt> {
    const end = Date.now() + PATIENCE_MS;
    for (;;) {
      const receipt = await this.receiptNow();
      if (receipt.received >= expected || Date.now() > end) return receipt;
      await sleep(50);
    }
  }

  async reset(): Promise<void> {
    await this.all('reset', {});
  }

  async cut(ids: readonly number[]): Promise<void> {
    await this.all('cut', { ids });
  }

  /** @see Commands.comeBack */
  async comeBack(withinMs: number): Promise<{ failed: number; tookMs: number }> {
    const answers = await this.all('comeBack', { withinMs });
    return {
      failed: sum(answers, 'failed'),
      tookMs: Math.max(...answers.map(({ tookMs }) => tookMs ?? 0)),
    };
  }

  /** Members that came back and lack something up to a `seq`. */
  async incomplete(seq: number): Promise<number> {
    return sum(await this.all('incomplete', { seq }), 'count');
  }

  async stall(ids: readonly number[]): Promise<void> {
    await this.all('stall', { ids });
  }

  async wake(): Promise<void> {
    await this.all('wake', {});
  }

  /** Connections that ended without being asked to. */
  async closed(): Promise<number> {
    return sum(await this.all('closed', {}), 'count');
  }

  /** Everybody leaves. */
  async leave(): Promise<void> {
    await this.all('leave', {});
  }

  end(): void {
    for (const process of this.processes) process.end();
  }

  private async receiptNow(): Promise<Receipt> {
    const whole = emptyReceipt();
    for (const { receipt } of await this.all('receipt', {})) {
      if (!receipt) continue;
      whole.received += receipt.received;
      whole.duplicates += receipt.duplicates;
      whole.disordered += receipt.disordered;
      whole.lastAt = Math.max(whole.lastAt, receipt.lastAt);
      whole.latencies.add(new Latencies(receipt.latencies));
    }
    return whole;
  }

  private all<C extends CommandName>(command: C, request: Commands[C]): Promise<Answer[]> {
    return Promise.all(this.processes.map((process) => process.order(command, request)));
  }
}
