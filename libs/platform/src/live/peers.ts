import type { Server } from 'socket.io';
import { LIVE_PACE } from './live-pace.js';

const HELLO = 'peers:hello';
const COMBINED = 'peers:hints';

type Listener = (payload: unknown) => void;
type Hint = readonly [topic: string, payload: unknown];

const isHint = (value: unknown): value is Hint => Array.isArray(value) && typeof value[0] === 'string';

/**
 * Sends hints to the other backends, and none while this backend is alone. A new backend announces itself, and Redis is
 * asked again after a while, not with each hint. A hint that a new backend misses counts as lost, which periodic checks repair.
 * The hints of a turn of the event loop go in one packet: each packet costs every backend more than what is in it.
 */
export class Peers {
  /** Whether all other backends understand combined hints. */
  canCombine = false;
  private readonly listeners = new Map<string, Listener[]>();
  private waiting: Hint[] = [];
  private aloneUntil = -Infinity;
  private countedUntil = -Infinity;
  private greetings = 0;

  constructor(private readonly server: Server) {
    server.on(HELLO, () => {
      this.greetings += 1;
      this.aloneUntil = -Infinity;
    });
    server.on(COMBINED, (hints: unknown) => {
      if (Array.isArray(hints))
        for (const [topic, payload] of hints.filter(isHint)) this.receive(topic, payload);
    });
  }

  announce(): void {
    this.server.serverSideEmit(HELLO);
  }

  onHint(topic: string, listener: Listener): void {
    this.listeners.set(topic, [...(this.listeners.get(topic) ?? []), listener]);
    this.server.on(topic, listener);
  }

  /** The hint may be lost, duplicated or reordered. */
  publishHint(topic: string, payload: unknown): void {
    if (performance.now() < this.aloneUntil) return;
    if (this.waiting.length === 0) process.nextTick(() => this.send());
    this.waiting.push([topic, payload]);
    void this.countPeers();
  }

  private receive(topic: string, payload: unknown): void {
    for (const listener of this.listeners.get(topic) ?? []) listener(payload);
  }

  private send(): void {
    const hints = this.waiting;
    this.waiting = [];
    if (this.canCombine && hints.length > 1) this.server.serverSideEmit(COMBINED, hints);
    else for (const [topic, payload] of hints) this.server.serverSideEmit(topic, payload);
  }

  private async countPeers(): Promise<void> {
    const { greetings } = this;
    const startedAt = performance.now();
    if (startedAt < this.countedUntil) return;
    this.countedUntil = startedAt + LIVE_PACE.headCheckMs;
    try {
      const processes = await this.server.of('/').adapter.serverCount();
      if (processes === 1 && this.greetings === greetings)
        this.aloneUntil = startedAt + LIVE_PACE.headCheckMs;
    } catch {
      // Redis is down; the hint is lost too.
    }
  }
}
