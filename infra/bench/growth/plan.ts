import type { BackendsPlan, ChannelsPlan } from './axes.js';
import type { LayoutPlan } from './layout-costs.js';
import type { StoredPlan } from './stored.js';

export interface Plan {
  layout: LayoutPlan;
  stored: StoredPlan;
  channels: ChannelsPlan;
  backends: BackendsPlan;
}

const LOAD = { inFlight: 100, forMs: 5_000, idleMs: 3_000, rounds: 3 };

/** The parts with ten million messages take about half an hour each. */
export const FULL: Plan = {
  layout: { rows: [100_000, 1_000_000, 10_000_000], layouts: [1, 16, 64], share: 0.3 },
  stored: { ...LOAD, receivers: 1, rows: [100_000, 1_000_000, 10_000_000], channels: 100, share: 0.5 },
  channels: { ...LOAD, receivers: 1, channels: [10, 100, 1_000, 10_000] },
  backends: { ...LOAD, receivers: 8, channels: 100, backends: [1, 2, 4, 8] },
};

const SHORT = { forMs: 4_000, idleMs: 3_000, rounds: 1 };

export const QUICK: Plan = {
  layout: { rows: [100_000], layouts: [1, 16], share: 0.1 },
  stored: { ...FULL.stored, ...SHORT, rows: [100_000, 300_000], share: 0.15 },
  channels: { ...FULL.channels, ...SHORT, channels: [10, 1_000] },
  backends: { ...FULL.backends, ...SHORT, backends: [1, 2] },
};
