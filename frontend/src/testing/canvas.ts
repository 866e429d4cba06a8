import { createLayoutService } from '../features/constellation/layout/layout-service.js';
import type { LayoutRequest } from '../features/constellation/layout/layout-protocol.js';

/** One thing drawn on a canvas, and in which colour. */
export interface Drawn {
  what: string;
  args: readonly unknown[];
  fill: string;
  stroke: string;
}

/** What was drawn since it was last cleared, on any canvas. */
export const drawn: Drawn[] = [];

const VERBS = [
  'fillRect',
  'arc',
  'moveTo',
  'lineTo',
  'rect',
  'fillText',
  'strokeText',
  'drawImage',
  'setTransform',
];
const SILENT = ['beginPath', 'stroke', 'fill', 'setLineDash'];
/** Letters of tests are half as wide as they are high. */
const LETTER = 0.5;

function recorder(): object {
  const context: Record<string, unknown> = { fillStyle: '', strokeStyle: '', lineWidth: 1, globalAlpha: 1 };
  for (const what of VERBS) {
    context[what] = (...args: unknown[]) =>
      drawn.push({ what, args, fill: String(context['fillStyle']), stroke: String(context['strokeStyle']) });
  }
  for (const what of SILENT) context[what] = () => undefined;
  context['measureText'] = (text: string) => ({
    width: text.length * LETTER * Number(/(\d+)px/u.exec(String(context['font']))?.[1] ?? 0),
  });
  return context;
}

/** A worker that lays charts out in the test's own thread. */
class LayoutWorkerHere extends EventTarget {
  readonly #take = createLayoutService((answer) => {
    if (!this.#ended) this.dispatchEvent(new MessageEvent('message', { data: answer }));
  });
  #ended = false;
  postMessage(request: LayoutRequest): void {
    queueMicrotask(() => this.#take(request));
  }
  terminate(): void {
    this.#ended = true;
    this.#take({ kind: 'pause', paused: true });
  }
}

/** Lets canvases be drawn on, and charts be laid out. */
export function installCanvas(): void {
  drawn.length = 0;
  Object.defineProperty(HTMLCanvasElement.prototype, 'getContext', {
    configurable: true,
    value: () => recorder(),
  });
  Object.defineProperty(HTMLElement.prototype, 'clientWidth', { configurable: true, get: () => 800 });
  Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, get: () => 600 });
  Object.defineProperty(globalThis, 'Worker', { configurable: true, value: LayoutWorkerHere });
}
