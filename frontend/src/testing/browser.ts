import { installComputedStyle } from './computed-style.js';

let matching: ReadonlySet<string> = new Set();
/** By query. Components ask for one again with each render. */
const lists = new Map<string, FakeMediaList>();

/** Makes exactly these media queries match, and notifies listeners. */
export function setMedia(...queries: string[]): void {
  matching = new Set(queries);
  for (const list of lists.values()) list.dispatchEvent(new Event('change'));
}

class FakeMediaList extends EventTarget implements MediaQueryList {
  onchange = null;
  readonly media: string;
  constructor(media: string) {
    super();
    this.media = media;
  }
  get matches(): boolean {
    return matching.has(this.media);
  }
  addListener(): void {}
  removeListener(): void {}
}

function findMediaList(query: string): FakeMediaList {
  const list = lists.get(query) ?? new FakeMediaList(query);
  lists.set(query, list);
  return list;
}

const observers = new Set<FakeIntersectionObserver>();

/** An observer whose targets intersect when a test calls `scrollAllIntoView`. */
class FakeIntersectionObserver implements IntersectionObserver {
  readonly root = null;
  readonly rootMargin = '';
  readonly scrollMargin = '';
  readonly thresholds = [];
  readonly #notify: IntersectionObserverCallback;
  readonly #targets = new Set<Element>();
  constructor(callback: IntersectionObserverCallback) {
    this.#notify = callback;
    observers.add(this);
  }
  observe(target: Element): void {
    this.#targets.add(target);
  }
  unobserve(target: Element): void {
    this.#targets.delete(target);
  }
  disconnect(): void {
    this.#targets.clear();
    observers.delete(this);
  }
  takeRecords(): IntersectionObserverEntry[] {
    return [];
  }
  intersectAll(): void {
    const rect = document.body.getBoundingClientRect();
    const entries = [...this.#targets].map((target) => ({
      target,
      isIntersecting: true,
      intersectionRatio: 1,
      time: 0,
      boundingClientRect: rect,
      intersectionRect: rect,
      rootBounds: null,
    }));
    if (entries.length > 0) this.#notify(entries, this);
  }
}

/** Makes no media query match, and forgets what pages observed that are gone. */
export function resetBrowser(): void {
  setMedia();
  observers.clear();
}

export function scrollAllIntoView(): void {
  for (const watcher of observers) watcher.intersectAll();
}

/** React warns of elements that jsdom does not know. */
function installSearchElement(): void {
  const create = document.createElement.bind(document);
  document.createElement = (name: string, options?: ElementCreationOptions) => {
    const element = create(name, options);
    if (name === 'search') Object.setPrototypeOf(element, HTMLElement.prototype);
    return element;
  };
}

export function installBrowser(): void {
  installComputedStyle();
  window.matchMedia = findMediaList;
  window.IntersectionObserver = FakeIntersectionObserver;
  installSearchElement();
  document.execCommand = () => false;
  window.scrollTo = () => undefined;
  Element.prototype.scrollIntoView = () => undefined;
  Element.prototype.hasPointerCapture = () => false;
  Element.prototype.setPointerCapture = () => undefined;
  Element.prototype.releasePointerCapture = () => undefined;
  window.ResizeObserver = class {
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
  };
}
