import { randomUUID } from 'node:crypto';
import { type BeforeApplicationShutdown, Injectable, type OnModuleInit } from '@nestjs/common';
import { LIVE_PACE } from './live-pace.js';
import { LiveService } from './live.service.js';

const COUNT_HINT = 'sockets:count';
/** A backend without a report for this long has ended. */
const MAX_AGE_MS = 3 * LIVE_PACE.balanceMs;
/** Smaller surpluses are not worth the reconnects. */
const MIN_SURPLUS = 10;
const MIN_SURPLUS_SHARE = 0.2;

interface Report {
  backend: string;
  sockets: number;
}

const isReport = (payload: unknown): payload is Report =>
  typeof payload === 'object' &&
  payload !== null &&
  'backend' in payload &&
  typeof payload.backend === 'string' &&
  'sockets' in payload &&
  typeof payload.sockets === 'number';

/** Returns how many sockets a backend should move to others, given the socket counts of the others. */
export function surplusOf(own: number, others: readonly number[]): number {
  const average = others.reduce((sum, count) => sum + count, own) / (others.length + 1);
  const surplus = Math.floor(own - average);
  return surplus >= Math.max(MIN_SURPLUS, average * MIN_SURPLUS_SHARE) ? surplus : 0;
}

/**
 * Moves sockets to backends that have fewer, because open sockets stay on their backend when backends are added. Each
 * backend reports its socket count to the others. One with a surplus closes it at random times; the gateway spreads the
 * clients, which reconnect and catch up. Without Redis, nothing moves.
 */
@Injectable()
export class SocketBalance implements OnModuleInit, BeforeApplicationShutdown {
  private readonly backend = randomUUID();
  private readonly others = new Map<string, { sockets: number; at: number }>();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly live: LiveService) {}

  onModuleInit(): void {
    this.live.onHint(COUNT_HINT, (payload) => {
      if (isReport(payload))
        this.others.set(payload.backend, { sockets: payload.sockets, at: performance.now() });
    });
    this.timer = setInterval(() => {
      this.report();
      void this.balance();
    }, LIVE_PACE.balanceMs);
  }

  beforeApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  /** Reports the socket count of this backend to the others. */
  report(): void {
    this.live.publishHint(COUNT_HINT, {
      backend: this.backend,
      sockets: this.live.socketCount,
    } satisfies Report);
  }

  /** Moves the surplus of this backend to others. @returns the number of moved sockets */
  async balance(): Promise<number> {
    const now = performance.now();
    for (const [backend, { at }] of this.others) if (now - at > MAX_AGE_MS) this.others.delete(backend);
    const counts = [...this.others.values()].map(({ sockets }) => sockets);
    const surplus = surplusOf(this.live.socketCount, counts);
    await this.live.moveSockets(surplus, LIVE_PACE.balanceMs / 2);
    return surplus;
  }
}
