/** Pixels; of a list item, and of every other element. */
const ITEM_HEIGHT = 34;
const VIEW_HEIGHT = 4_000;

function rectOf(target: Element): DOMRectReadOnly {
  const height = target.tagName === 'LI' ? ITEM_HEIGHT : VIEW_HEIGHT;
  const rect = { x: 0, y: 0, top: 0, left: 0, right: 800, bottom: height, width: 800, height };
  return { ...rect, toJSON: () => rect };
}

function showModal(this: HTMLDialogElement): void {
  this.open = true;
}

/** Gives elements a size, so that virtual lists render items, and lets dialogs open. */
export function installLayout(): void {
  Object.defineProperty(HTMLElement.prototype, 'offsetParent', {
    configurable: true,
    get(this: HTMLElement) {
      return this.parentElement;
    },
  });
  Object.defineProperty(document, 'scrollingElement', {
    configurable: true,
    get: () => document.documentElement,
  });
  Object.defineProperty(document.documentElement, 'clientHeight', { configurable: true, value: VIEW_HEIGHT });
  Element.prototype.scrollTo = () => undefined;
  Element.prototype.scrollBy = () => undefined;
  HTMLDialogElement.prototype.showModal = showModal;
  window.ResizeObserver = class implements ResizeObserver {
    readonly #notify: (target: Element) => void;
    constructor(callback: ResizeObserverCallback) {
      this.#notify = (target) => {
        const box: ResizeObserverSize[] = [];
        const sizes = { borderBoxSize: box, contentBoxSize: box, devicePixelContentBoxSize: box };
        callback([{ target, contentRect: rectOf(target), ...sizes }], this);
      };
    }
    observe(target: Element): void {
      queueMicrotask(() => this.#notify(target));
    }
    unobserve(): void {}
    disconnect(): void {}
  };
}
