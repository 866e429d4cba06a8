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

/** Adds what jsdom lacks. */
export function installBrowser(): void {
  window.matchMedia = (query) => new FakeMediaList(query);
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
