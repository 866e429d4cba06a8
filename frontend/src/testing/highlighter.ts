import { highlight, type HighlightRequest } from '../code/highlight.js';

/** The requests since the page was loaded. */
export const highlightRequests: HighlightRequest[] = [];

/** Code that the worker never answers for. */
const ENDLESS = 'never';

class InThreadHighlightWorker extends EventTarget {
  #isEnded = false;
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

/** Installs an in-thread worker for the colours of code. */
export function installHighlighter(): void {
  Object.defineProperty(globalThis, 'Worker', { configurable: true, value: InThreadHighlightWorker });
}
