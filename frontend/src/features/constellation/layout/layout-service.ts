import { Arrangement } from './arrangement.js';
import type { Fit } from './fit.js';
import type { LayoutAnswer, LayoutRequest } from './layout-protocol.js';

/** Answers come at most 30 times a second; in between two steps are taken, as at 60 frames a second. */
const FRAME_MS = 1_000 / 30;
const STEPS = 2;
/** A new chart is first shown when it has found its rough form, or after this long. */
const UNSEEN = { steps: 40, ms: 250, heat: 0.9 } as const;

/**
 * Lays charts out, one at a time, and tells where the nodes are.
 * @returns what takes a request
 */
export function createLayoutService(tell: (answer: LayoutAnswer) => void): (request: LayoutRequest) => void {
  let arrangement: Arrangement | undefined;
  let fit: Fit | undefined;
  let paused = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const report = (made: Arrangement) => {
    tell({ order: made.order, positions: made.positions(), settled: made.settled });
    ({ fit } = made);
  };

  const advance = () => {
    timer = undefined;
    if (!arrangement || paused) return;
    const began = performance.now();
    for (let step = 0; step < STEPS && !arrangement.settled; step += 1) arrangement.tick();
    report(arrangement);
    if (arrangement.settled) arrangement = undefined;
    else timer = setTimeout(advance, Math.max(0, FRAME_MS - (performance.now() - began)));
  };

  const goOn = () => {
    if (timer === undefined && arrangement && !paused) timer = setTimeout(advance, FRAME_MS);
  };

  return (request) => {
    if (request.kind === 'pause') {
      paused = request.paused;
      goOn();
      return;
    }
    // A chart that has not found its form yet still has to, whatever small change comes upon it.
    const heat = Math.max(request.heat, arrangement?.heat ?? 0);
    const made = new Arrangement({ ...request, heat }, fit);
    arrangement = made;
    if (request.atOnce) {
      while (!made.settled) made.tick();
    } else if (request.heat > UNSEEN.heat) {
      const began = performance.now();
      for (let step = 0; step < UNSEEN.steps && performance.now() - began < UNSEEN.ms; step += 1) made.tick();
    }
    report(made);
    if (made.settled) arrangement = undefined;
    goOn();
  };
}
