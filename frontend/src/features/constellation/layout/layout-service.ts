import { ForceLayout } from './force-layout.js';
import type { Fit } from './fit.js';
import type { LayoutUpdate, LayoutRequest } from './layout-protocol.js';

/** Two ticks per update. */
const UPDATE_INTERVAL_MS = 1_000 / 30;
const TICKS_PER_UPDATE = 2;
/** The first update of a new layout follows this many ticks, or this time. */
const WARM_UP = { ticks: 40, ms: 250, alpha: 0.9 } as const;

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
    for (let tick = 0; tick < TICKS_PER_UPDATE && !current.settled; tick += 1) current.tick();
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
      while (!layout.settled) layout.tick();
    } else if (request.alpha > WARM_UP.alpha) {
      const startedAt = performance.now();
      for (let tick = 0; tick < WARM_UP.ticks && performance.now() - startedAt < WARM_UP.ms; tick += 1)
        layout.tick();
    }
    publishUpdate(layout);
    if (layout.settled) current = undefined;
    resume();
  };
}
