import type { Answer, Commands, Doing } from './commands.js';
import { DIALECTS } from './dialect.js';
import { PacketReader } from './packets.js';
import { Participant, type Surroundings } from './participant.js';
import { emptyReceipt } from './receipts.js';
import type { Sender } from './sender.js';

/** Members of one load process, and what they can be told to do. */
export class Crowd implements Doing {
  private participants = new Map<number, Participant>();
  private senders: Sender[] = [];
  private away: Participant[] = [];
  private noted = emptyReceipt();

  async connect({ system, url, members, atOnce }: Commands['connect']): Promise<Answer> {
    const dialect = DIALECTS[system];
    const around: Surroundings = {
      url,
      dialect,
      reader: new PacketReader(dialect),
      receipt: () => this.noted,
    };
    const fresh = members.map((member) => new Participant(member, around));
    const waiting = [...fresh];
    let failed = 0;
    const worker = async (): Promise<void> => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        try {
          await next.connect();
          await next.open();
        } catch {
          failed += 1;
        }
      }
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
    for (const participant of fresh) this.participants.set(participant.member.id, participant);
    this.senders.push(...fresh.flatMap((participant) => participant.sender() ?? []));
    return { failed };
  }

  async send({ pace, forMs }: Commands['send']): Promise<Answer> {
    const results = await Promise.all(this.senders.map((sender) => sender.run(pace, forMs)));
    return {
      acknowledged: results.reduce((sum, { acknowledged }) => sum + acknowledged, 0),
      failed: results.reduce((sum, { failed }) => sum + failed, 0),
    };
  }

  async receipt(): Promise<Answer> {
    return { receipt: { ...this.noted, latencies: this.noted.latencies.toJSON() } };
  }

  async reset(): Promise<Answer> {
    this.noted = emptyReceipt();
    return {};
  }

  async cut({ ids }: Commands['cut']): Promise<Answer> {
    for (const participant of this.chosen(ids)) {
      participant.cut();
      this.away.push(participant);
    }
    return {};
  }

  async comeBack({ withinMs }: Commands['comeBack']): Promise<Answer> {
    const start = performance.now();
    const failures = await Promise.all(
      this.away.splice(0).map(async (participant) => {
        await new Promise((resolve) => {
          setTimeout(resolve, Math.random() * withinMs);
        });
        try {
          await participant.connect();
          await participant.resume();
          return 0;
        } catch {
          return 1;
        }
      }),
    );
    return {
      failed: failures.reduce<number>((sum, failure) => sum + failure, 0),
      tookMs: performance.now() - start,
    };
  }

  async incomplete({ seq }: Commands['incomplete']): Promise<Answer> {
    return {
      count: [...this.participants.values()].filter((participant) => !participant.isWholeUpTo(seq)).length,
    };
  }

  async stall({ ids }: Commands['stall']): Promise<Answer> {
    for (const participant of this.chosen(ids)) participant.stall();
    return {};
  }

  async wake(): Promise<Answer> {
    for (const participant of this.participants.values()) participant.wake();
    return {};
  }

  async closed(): Promise<Answer> {
    return { count: [...this.participants.values()].filter(({ lost }) => lost).length };
  }

  async leave(): Promise<Answer> {
    for (const participant of this.participants.values()) participant.leave();
    this.participants.clear();
    this.senders = [];
    this.away = [];
    this.noted = emptyReceipt();
    return {};
  }

  private chosen(ids: readonly number[]): Participant[] {
    return ids.flatMap((id) => this.participants.get(id) ?? []);
  }
}
