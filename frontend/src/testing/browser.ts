let matching: ReadonlySet<string> = new Set();
const lists = new Set<EventTarget>();

/** Sets which media queries match, by their text, and tells those who listen. */
export function setMedia(...queries: string[]): void {
  matching = new Set(queries);
  for (const list of lists) list.dispatchEvent(new Event('change'));
}

class FakeMediaList extends EventTarget implements MediaQueryList {
  onchange = null;
  readonly media: string;
  constructor(media: string) {
    super();
    this.media = media;
    lists.add(this);
  }
  get matches(): boolean {
    return matching.has(this.media);
  }
  addListener(): void {}
  removeListener(): void {}
}

const watchers = new Set<FakeIntersections>();

/** What comes into view does so when a test says it. */
class FakeIntersections implements IntersectionObserver {
  readonly root = null;
  readonly rootMargin = '';
  readonly scrollMargin = '';
  readonly thresholds = [];
  readonly #tell: IntersectionObserverCallback;
  readonly #targets = new Set<Element>();
  constructor(tell: IntersectionObserverCallback) {
    this.#tell = tell;
    watchers.add(this);
  }
  observe(target: Element): void {
    this.#targets.add(target);
  }
  unobserve(target: Element): void {
    this.#targets.delete(target);
  }
  disconnect(): void {
    this.#targets.clear();
    watchers.delete(this);
  }
  takeRecords(): IntersectionObserverEntry[] {
    return [];
  }
  seeAll(): void {
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
    if (entries.length > 0) this.#tell(entries, this);
  }
}

/** Brings everything that is watched into view. */
export function scrollToEnd(): void {
  for (const watcher of watchers) watcher.seeAll();
}

/** Adds what jsdom lacks. */
export function installBrowser(): void {
  window.matchMedia = (query) => new FakeMediaList(query);
  window.IntersectionObserver = FakeIntersections;
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
