import { createLayoutService, type LayoutRequest } from '../features/people/constellation/index.js';

export interface DrawCall {
  method: string;
  args: readonly unknown[];
  fill: string;
  stroke: string;
}

/** All calls since `installCanvas`. */
export const drawCalls: DrawCall[] = [];

const RECORDED_METHODS = [
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
const IGNORED_METHODS = ['beginPath', 'stroke', 'fill', 'setLineDash'];
/** Relative to the font size. */
const LETTER_WIDTH = 0.5;

function createRecordingContext(): object {
  const context: Record<string, unknown> = { fillStyle: '', strokeStyle: '', lineWidth: 1, globalAlpha: 1 };
  for (const method of RECORDED_METHODS) {
    context[method] = (...args: unknown[]) =>
      drawCalls.push({
        method,
        args,
        fill: String(context['fillStyle']),
        stroke: String(context['strokeStyle']),
      });
  }
  for (const method of IGNORED_METHODS) context[method] = () => undefined;
  context['measureText'] = (text: string) => ({
    width: text.length * LETTER_WIDTH * Number(/(\d+)px/u.exec(String(context['font']))?.[1] ?? 0),
  });
  return context;
}

class InThreadLayoutWorker extends EventTarget {
  readonly #handle = createLayoutService((response) => {
    if (!this.#ended) this.dispatchEvent(new MessageEvent('message', { data: response }));
  });
  #ended = false;
  postMessage(request: LayoutRequest): void {
    queueMicrotask(() => this.#handle(request));
  }
  terminate(): void {
    this.#ended = true;
    this.#handle({ kind: 'pause', paused: true });
  }
}

/** Installs a recording canvas context and an in-thread layout worker. */
export function installCanvas(): void {
  drawCalls.length = 0;
  Object.defineProperty(HTMLCanvasElement.prototype, 'getContext', {
    configurable: true,
    value: () => createRecordingContext(),
  });
  Object.defineProperty(HTMLElement.prototype, 'clientWidth', { configurable: true, get: () => 800 });
  Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, get: () => 600 });
  Object.defineProperty(globalThis, 'Worker', { configurable: true, value: InThreadLayoutWorker });
}
