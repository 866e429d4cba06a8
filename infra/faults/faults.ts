import type { BackendProcess } from '@oniverse/testing';
import { sleep } from '@oniverse/embedded';
import { between, type Random, shuffled } from './random.js';
import type { Stage } from './stage.js';
import type { TcpProxy } from './tcp-proxy.js';

/** A slow network adds this to each piece, in milliseconds. */
const SLOW_MS = 150;
const RESTART_TRIES = 5;

/** Something that breaks, and is brought back. */
export interface Fault {
  /** What breaks; of one target only one fault at a time. */
  readonly target: string;
  /** For the summary, alike for all targets of one sort. */
  readonly kind: string;
  readonly begin: () => void | Promise<void>;
  readonly end: () => void | Promise<void>;
}

/** Every fault that a stage can have. */
export function faultsOf({ posts, stack }: Stage): Fault[] {
  return [
    ...posts.flatMap((post) => [
      ...backendFaults(post.name, post.backend),
      ...linkFaults(`${post.name} - members`, 'members', post.members),
      ...linkFaults(`${post.name} - Redis`, 'Redis', post.redis),
      ...linkFaults(`${post.name} - PostgreSQL`, 'PostgreSQL', post.postgres),
    ]),
    {
      target: 'Redis',
      kind: 'Redis killed',
      begin: () => stack.killRedis(),
      end: () => stack.startRedis(),
    },
    {
      target: 'Redis',
      kind: 'Redis paused',
      begin: () => stack.pauseRedis(),
      end: () => stack.resumeRedis(),
    },
    {
      target: 'PostgreSQL',
      kind: 'PostgreSQL killed',
      begin: () => stack.killPostgres(),
      end: () => stack.startPostgres(),
    },
    {
      target: 'PostgreSQL',
      kind: 'PostgreSQL paused',
      begin: () => stack.pausePostgres(),
      end: () => stack.resumePostgres(),
    },
  ];
}

function backendFaults(target: string, backend: BackendProcess): Fault[] {
  return [
    { target, kind: 'backend killed', begin: () => backend.kill(), end: () => restart(backend) },
    { target, kind: 'backend paused', begin: () => backend.pause(), end: () => backend.resume() },
  ];
}

/** As whoever runs backends does: one that cannot start, because its database is away just now, is started again. */
async function restart(backend: BackendProcess): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await backend.restart();
      return;
    } catch (error) {
      if (tries === RESTART_TRIES) throw error;
    }
  }
}

function linkFaults(target: string, to: string, link: TcpProxy): Fault[] {
  const end = () => link.heal();
  return [
    { target, kind: `network to ${to} cut`, begin: () => link.cut(), end },
    { target, kind: `network to ${to} stalled`, begin: () => link.stall(), end },
    { target, kind: `network to ${to} slow`, begin: () => link.slow(SLOW_MS), end },
  ];
}

const oneOfEachKind = (faults: readonly Fault[]): Fault[] => [
  ...new Map(faults.map((fault) => [fault.kind, fault])).values(),
];

/** Breaks things and brings them back, and keeps count. */
export class FaultRunner {
  /** How often each kind of fault was there. */
  readonly counts = new Map<string, number>();
  /** What broke when, one line each, to follow a failure by. */
  readonly log: string[] = [];
  private readonly startedAt = Date.now();

  /** Breaks something for a while. Whatever happens, it is brought back before this ends. */
  async inflict({ target, kind, begin, end }: Fault, ms: number): Promise<void> {
    this.counts.set(kind, (this.counts.get(kind) ?? 0) + 1);
    this.note(`${target}: ${kind} for ${Math.round(ms)} ms`);
    try {
      await begin();
      await sleep(ms);
    } finally {
      await end();
    }
    this.note(`${target}: back`);
  }

  /**
   * Breaks one thing at a time, and sometimes two, each for half a second to eight, until the time is over.
   * @param seconds how long
   */
  async rage(faults: readonly Fault[], random: Random, seconds: number): Promise<void> {
    const end = Date.now() + seconds * 1_000;
    while (Date.now() < end) {
      // Each kind as often as any other, however many targets it has.
      const [first, ...others] = shuffled(random, oneOfEachKind(shuffled(random, faults)));
      const second = others.find(({ target }) => target !== first?.target);
      const chosen = [first, random() < 0.3 ? second : undefined].filter((fault) => fault !== undefined);
      const times = chosen.map(() => between(random, 500, 8_000));
      const calm = between(random, 100, 2_000);
      const ends = await Promise.allSettled(
        chosen.map((fault, index) => this.inflict(fault, times[index] ?? 0)),
      );
      for (const end of ends) if (end.status === 'rejected') throw end.reason;
      await sleep(calm);
    }
  }

  private note(line: string): void {
    this.log.push(`${((Date.now() - this.startedAt) / 1_000).toFixed(1)} s ${line}`);
  }
}
