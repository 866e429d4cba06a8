import { Latencies, now } from '../measure/latency.js';
import type { Answer, Commands, CommandHandlers } from './commands.js';
import { DIALECTS } from './dialect.js';
import { PacketReader } from './packets.js';
import { Participant, type ClientContext } from './participant.js';
import { emptyReceipt } from './receipts.js';
import type { Sender } from './sender.js';

export class ClientPool implements CommandHandlers {
  private participants = new Map<number, Participant>();
  private senders: Sender[] = [];
  private disconnected: Participant[] = [];
  private currentReceipt = emptyReceipt();

  async connect({ system, url, members, concurrency }: Commands['connect']): Promise<Answer> {
    const dialect = DIALECTS[system];
    const context: ClientContext = {
      url,
      dialect,
      reader: new PacketReader(dialect),
      receipt: () => this.currentReceipt,
    };
    const added = members.map((member) => new Participant(member, context));
    const queue = [...added];
    let failed = 0;
    const worker = async (): Promise<void> => {
      for (let next = queue.shift(); next; next = queue.shift()) {
        try {
          await next.connect();
          await next.open();
        } catch {
          failed += 1;
        }
      }
    };
    await Promise.all(Array.from({ length: concurrency }, worker));
    for (const participant of added) this.participants.set(participant.member.id, participant);
    this.senders.push(...added.flatMap((participant) => participant.createSender() ?? []));
    return { failed };
  }

  async send({ pace, forMs }: Commands['send']): Promise<Answer> {
    if ('inFlight' in pace) await this.sendInTurn(pace.inFlight, forMs);
    else await Promise.all(this.senders.map((sender) => sender.sendAll(pace, forMs)));
    const results = this.senders.map((sender) => sender.takeCounts());
    return {
      acknowledged: results.reduce((sum, { acknowledged }) => sum + acknowledged, 0),
      failed: results.reduce((sum, { failed }) => sum + failed, 0),
    };
  }

  async receipt(): Promise<Answer> {
    return { receipt: { ...this.currentReceipt, latencies: this.currentReceipt.latencies.toJSON() } };
  }

  async reset(): Promise<Answer> {
    this.currentReceipt = emptyReceipt();
    return {};
  }

  async terminate({ ids }: Commands['terminate']): Promise<Answer> {
    for (const participant of this.participantsById(ids)) {
      participant.terminate();
      this.disconnected.push(participant);
    }
    return {};
  }

  async reconnect({ withinMs }: Commands['reconnect']): Promise<Answer> {
    const start = performance.now();
    const latencies = new Latencies();
    const failures = await Promise.all(
      this.disconnected.splice(0).map(async (participant) => {
        await new Promise((resolve) => {
          setTimeout(resolve, Math.random() * withinMs);
        });
        const startedAt = now();
        try {
          await participant.connect();
          await participant.catchUp();
          latencies.record(now() - startedAt);
          return 0;
        } catch {
          return 1;
        }
      }),
    );
    return {
      failed: failures.reduce<number>((sum, failure) => sum + failure, 0),
      tookMs: performance.now() - start,
      latencies: latencies.toJSON(),
    };
  }

  async incomplete({ seq }: Commands['incomplete']): Promise<Answer> {
    return {
      count: [...this.participants.values()].filter((participant) => !participant.isCompleteUpTo(seq)).length,
    };
  }

  async pause({ ids }: Commands['pause']): Promise<Answer> {
    for (const participant of this.participantsById(ids)) participant.pause();
    return {};
  }

  async resume(): Promise<Answer> {
    for (const participant of this.participants.values()) participant.resume();
    return {};
  }

  async closed(): Promise<Answer> {
    return { count: [...this.participants.values()].filter(({ isLost }) => isLost).length };
  }

  async reopen(): Promise<Answer> {
    const lost = [...this.participants.values()].filter(({ isLost }) => isLost);
    await Promise.all(
      lost.map(async (participant) => {
        await participant.connect();
        await participant.open();
      }),
    );
    return { count: lost.length };
  }

  async disconnect(): Promise<Answer> {
    for (const participant of this.participants.values()) participant.disconnect();
    this.participants.clear();
    this.senders = [];
    this.disconnected = [];
    this.currentReceipt = emptyReceipt();
    return {};
  }

  private async sendInTurn(inFlight: number, forMs: number): Promise<void> {
    const end = performance.now() + forMs;
    let turn = 0;
    const lane = async (): Promise<void> => {
      while (performance.now() < end) {
        turn = (turn + 1) % this.senders.length;
        await this.senders[turn]?.send();
      }
    };
    await Promise.all(Array.from({ length: inFlight }, lane));
  }

  private participantsById(ids: readonly number[]): Participant[] {
    return ids.flatMap((id) => this.participants.get(id) ?? []);
  }
}
