import { ForceLayout } from './force-layout.js';
import type { Fit } from './fit.js';
import type { LayoutUpdate, LayoutRequest } from './layout-protocol.js';

/** Two ticks per update. */
const UPDATE_INTERVAL_MS = 1_000 / 30;
const TICKS_PER_UPDATE = 2;
/** The first update of a new layout follows this many ticks, or this time. */
const WARM_UP = { ticks: 40, ms: 250, alpha: 0.9 } as const;
/** A layout whose ticks take long settles after this time, with fewer ticks. */
const MAX_SETTLE_MS = 7_000;

/** Runs a tick, and cools the layout by the share of `MAX_SETTLE_MS` that the tick took. */
function tick(layout: ForceLayout): void {
  const startedAt = performance.now();
  layout.tick();
  layout.coolBy((performance.now() - startedAt) / MAX_SETTLE_MS);
}

/** Creates a service that lays out one graph at a time. @returns a function that handles requests */
export function createLayoutService(
  publish: (update: LayoutUpdate) => void,
): (request: LayoutRequest) => void {
  let current: ForceLayout | undefined;
  let fit: Fit | undefined;
  let paused = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const publishUpdate = (layout: ForceLayout) => {
    publish({ requestId: layout.requestId, positions: layout.positions(), settled: layout.settled });
    ({ fit } = layout);
  };

  const runTicks = () => {
    timer = undefined;
    if (!current || paused) return;
    const startedAt = performance.now();
    for (let count = 0; count < TICKS_PER_UPDATE && !current.settled; count += 1) tick(current);
    publishUpdate(current);
    if (current.settled) current = undefined;
    else timer = setTimeout(runTicks, Math.max(0, UPDATE_INTERVAL_MS - (performance.now() - startedAt)));
  };

  const resume = () => {
    if (timer === undefined && current && !paused) timer = setTimeout(runTicks, UPDATE_INTERVAL_MS);
  };

  return (request) => {
    if (request.kind === 'pause') {
      paused = request.paused;
      resume();
      return;
    }
    // A small change must not cool a layout that has not settled yet.
    const alpha = Math.max(request.alpha, current?.alpha ?? 0);
    const layout = new ForceLayout({ ...request, alpha }, fit);
    current = layout;
    if (request.immediate) {
      while (!layout.settled) tick(layout);
    } else if (request.alpha > WARM_UP.alpha) {
      const startedAt = performance.now();
      for (let count = 0; count < WARM_UP.ticks && performance.now() - startedAt < WARM_UP.ms; count += 1)
        tick(layout);
    }
    publishUpdate(layout);
    if (layout.settled) current = undefined;
    resume();
  };
}
