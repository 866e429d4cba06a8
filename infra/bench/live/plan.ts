import type { Broadcast } from './scenarios/broadcast.js';
import type { Catalogue } from './scenarios/catalogue.js';
import type { Cut } from './scenarios/cut.js';
import type { Idle } from './scenarios/idle.js';
import type { Missed } from './scenarios/missed.js';
import type { Stalled } from './scenarios/stalled.js';

export interface Plan {
  idle: Idle;
  catalogue: Catalogue;
  broadcasts: readonly Broadcast[];
  cut: Cut;
  missed: Missed;
  /** Takes a minute, so the quick run omits it. */
  stalled?: Stalled;
}

/** Node 20 takes up to 1.4 times what Node 24 does, which images have: see decision 47. */
const HAS_NODE_OF_IMAGES = Number.parseInt(process.versions.node, 10) >= 24;
const SATURATED = HAS_NODE_OF_IMAGES ? 1 / 5 : 1 / 3;
/** Each message is a transaction of its own at this pace, and bare socket.io stores nothing. */
const STEADY = 4;
const MANY_CHANNELS = 1 / 2;

/** The full run takes about nine minutes. */
export const FULL: Plan = {
  idle: { members: 4_000, idleMs: 10_000, allowedMb: 32, allowedRatio: 1.5 },
  catalogue: { members: 1_000, servers: 30_000, idleMs: 20_000, allowedMore: 0.01, allowedKb: 100 },
  broadcasts: [
    oneChannel(50, 20, { steady: STEADY }),
    oneChannel(200, 10, { saturated: SATURATED, steady: STEADY }),
    {
      ...oneChannel(200, 10, { saturated: SATURATED, steady: STEADY }),
      title: 'one private channel of 200 receivers',
      isPrivate: true,
    },
    oneChannel(1_000, 5, { saturated: SATURATED, steady: STEADY }),
    {
      title: '200 channels of 50 receivers',
      channels: 200,
      receivers: 50,
      senders: 5,
      // 1,000 senders. With more, the backend rejects messages because its queue is full.
      windows: [1, 2],
      steadyPerSecond: 100,
      saturateMs: 8_000,
      steadyMs: 10_000,
      allowed: { saturated: MANY_CHANNELS },
    },
  ],
  cut: { members: 5_000, others: 50, perSecond: 20, reconnectWithinMs: 1_000, forMs: 15_000 },
  missed: { members: 1_000, messages: 3_000, perSecond: 1_000 },
  stalled: { stalled: 10, others: 40, perSecond: 200, forMs: 60_000 },
};

export const QUICK: Plan = {
  idle: { ...FULL.idle, members: 1_000, idleMs: 1_000 },
  catalogue: { ...FULL.catalogue, idleMs: 8_000 },
  broadcasts: FULL.broadcasts
    .filter(({ channels, receivers }) => channels === 1 && receivers >= 200)
    .map((broadcast) => ({ ...broadcast, windows: [16], saturateMs: 2_000, steadyMs: 2_000 })),
  cut: { ...FULL.cut, members: 2_000, forMs: 4_000 },
  missed: FULL.missed,
};

function oneChannel(receivers: number, steadyPerSecond: number, allowed: Broadcast['allowed']): Broadcast {
  return {
    title: `one channel of ${receivers} receivers`,
    channels: 1,
    receivers,
    senders: 5,
    // Small windows make small batches, large ones make long queues. Above 64, only the latency grows.
    windows: [8, 16, 32, 64],
    steadyPerSecond,
    saturateMs: 5_000,
    steadyMs: 15_000,
    allowed,
  };
}
