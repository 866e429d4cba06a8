import { LIVE_PACE } from './live-pace.js';

/** What a backend uses. */
export interface Usage {
  sockets: number;
  /** Average delay of the event loop since the last sample, in milliseconds. */
  delayMs: number;
  /** The used share of the memory that JavaScript may take. */
  heapShare: number;
}

interface Peer {
  isFull: boolean;
  at: number;
}

/**
 * Decides whether a backend sends new connections and calls elsewhere: it has no room, and another backend said a moment ago that it
 * has some. Every backend says at once when it has no room left, and waits a sample before it refuses, so that they never all refuse.
 */
export class Crowding {
  private readonly peers = new Map<string, Peer>();
  /** How many samples in a row the event loop was late, or in time if it is negative. */
  private lateSamples = 0;
  private isOverworked = false;
  private fullSamples = 0;

  /** @param now a clock in milliseconds */
  constructor(
    private readonly maxSockets: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  get isFull(): boolean {
    return this.fullSamples > 0;
  }

  /** Whether any backend has no room, so that their reports are needed often. */
  get isTight(): boolean {
    return this.isFull || this.recentPeers().some(({ isFull }) => isFull);
  }

  get refuses(): boolean {
    return this.fullSamples > 1 && this.recentPeers().some(({ isFull }) => !isFull);
  }

  /** Adds the sample of a second. */
  addSample({ sockets, delayMs, heapShare }: Usage): void {
    const isLate = delayMs > LIVE_PACE.maxDelayMs;
    this.lateSamples = isLate ? Math.max(0, this.lateSamples) + 1 : Math.min(0, this.lateSamples) - 1;
    // A moment of work is no reason to refuse, and a moment of rest none to stop refusing.
    if (Math.abs(this.lateSamples) >= LIVE_PACE.delaySamples) this.isOverworked = isLate;
    const isFull = sockets >= this.maxSockets || heapShare >= LIVE_PACE.maxHeapShare || this.isOverworked;
    this.fullSamples = isFull ? this.fullSamples + 1 : 0;
  }

  addReport(backend: string, isFull: boolean): void {
    this.peers.set(backend, { isFull, at: this.now() });
  }

  private recentPeers(): Peer[] {
    const now = this.now();
    for (const [backend, { at }] of this.peers) {
      if (now - at > LIVE_PACE.crowdingReportMs) this.peers.delete(backend);
    }
    return [...this.peers.values()];
  }
}
