import { highlight, type HighlightRequest } from '../code/highlight.js';
import { atTestEnd } from './reset.js';

/** The requests since the page was loaded. */
export const highlightRequests: HighlightRequest[] = [];

/** Code that the worker never answers for. */
const ENDLESS = 'never';

const workers: InThreadHighlightWorker[] = [];

class InThreadHighlightWorker extends EventTarget {
  #isEnded = false;
  constructor() {
    super();
    workers.push(this);
  }
  postMessage(request: HighlightRequest): void {
    highlightRequests.push(request);
    if (request.text === ENDLESS) return;
    queueMicrotask(() => {
      if (!this.#isEnded) this.dispatchEvent(new MessageEvent('message', { data: highlight(request) }));
    });
  }
  terminate(): void {
    this.#isEnded = true;
  }
}

/** Installs an in-thread worker for the colours of code, until the end of the test. */
export function installHighlighter(): void {
  Object.defineProperty(globalThis, 'Worker', { configurable: true, value: InThreadHighlightWorker });
  // The client keeps its worker, which would answer in later tests.
  atTestEnd(() => {
    for (const worker of workers.splice(0)) worker.dispatchEvent(new Event('error'));
  });
}
