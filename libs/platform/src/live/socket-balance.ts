import { randomUUID } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import { type BeforeApplicationShutdown, Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { type Config, CONFIG } from '../config.js';
import { LOGGER, type Logger } from '../logging.js';
import { Crowding } from './crowding.js';
import { LIVE_PACE } from './live-pace.js';
import { LiveService } from './live.service.js';

const COUNT_HINT = 'sockets:count';
/** A backend without a report for this long has ended. */
const MAX_AGE_MS = 3 * LIVE_PACE.balanceMs;
/** Smaller surpluses are not worth the reconnects. */
const MIN_SURPLUS = 10;
const MIN_SURPLUS_SHARE = 0.2;
/** Of the histogram of the event loop, in milliseconds; part of each delay in it. */
const DELAY_RESOLUTION = 100;
const MS_IN_NS = 1_000_000;

interface Report {
  backend: string;
  sockets: number;
  isFull?: boolean;
  /** Absent in reports of the previous release, which does not understand combined hints. */
  combines?: boolean;
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
 * clients, which reconnect and catch up. The reports also say whether a backend has room, and one without it sends new
 * connections elsewhere. Without Redis, nothing moves and nobody is sent away.
 */
@Injectable()
export class SocketBalance implements OnModuleInit, BeforeApplicationShutdown {
  private readonly backend = randomUUID();
  private readonly others = new Map<string, { sockets: number; combines: boolean; at: number }>();
  private readonly crowding: Crowding;
  private readonly delays = monitorEventLoopDelay({ resolution: DELAY_RESOLUTION });
  private readonly timers: NodeJS.Timeout[] = [];
  private isLeaving = false;
  private didRefuse = false;

  constructor(
    private readonly live: LiveService,
    @Inject(CONFIG) { maxSockets }: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.crowding = new Crowding(maxSockets);
  }

  onModuleInit(): void {
    this.live.onHint(COUNT_HINT, (payload) => {
      if (!isReport(payload)) return;
      const { backend, sockets, isFull = false, combines = false } = payload;
      this.others.set(backend, { sockets, combines, at: performance.now() });
      this.crowding.addReport(backend, isFull);
      if (!combines) this.live.combineHints(false);
    });
    this.delays.enable();
    this.timers.push(
      setInterval(() => this.checkRoom(), LIVE_PACE.crowdingMs),
      setInterval(() => {
        this.report();
        void this.balance();
      }, LIVE_PACE.balanceMs),
    );
  }

  beforeApplicationShutdown(): void {
    for (const timer of this.timers) clearInterval(timer);
    this.delays.disable();
  }

  /** Whether this backend has no room for new connections, and another one does. */
  get isRefusing(): boolean {
    return this.crowding.refuses;
  }

  /** Says that nothing new must come here, because this backend shuts down. */
  leave(): void {
    this.isLeaving = true;
    this.report();
  }

  /** Reports the socket count of this backend to the others. */
  report(): void {
    this.live.publishHint(COUNT_HINT, {
      backend: this.backend,
      sockets: this.live.socketCount,
      isFull: this.isLeaving || this.crowding.isFull,
      combines: true,
    } satisfies Report);
  }

  private checkRoom(): void {
    const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics();
    const delayMs = Math.max(0, this.delays.mean / MS_IN_NS - DELAY_RESOLUTION);
    this.delays.reset();
    const usage = { sockets: this.live.socketCount, delayMs, heapShare: used / limit };
    this.crowding.addSample(usage);
    if (this.crowding.isTight) this.report();
    const { isRefusing } = this;
    if (isRefusing !== this.didRefuse) {
      this.logger.warn(usage, isRefusing ? 'No room: new connections go elsewhere' : 'There is room again');
    }
    this.didRefuse = isRefusing;
  }

  /** Moves the surplus of this backend to others. @returns the number of moved sockets */
  async balance(): Promise<number> {
    const now = performance.now();
    for (const [backend, { at }] of this.others) if (now - at > MAX_AGE_MS) this.others.delete(backend);
    const others = [...this.others.values()];
    // All have reported since this backend started.
    this.live.combineHints(others.every(({ combines }) => combines));
    const surplus = surplusOf(
      this.live.socketCount,
      others.map(({ sockets }) => sockets),
    );
    await this.live.moveSockets(surplus, LIVE_PACE.balanceMs / 2);
    return surplus;
  }
}
