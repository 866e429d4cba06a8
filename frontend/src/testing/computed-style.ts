type Compute = typeof window.getComputedStyle;

/** The attributes that decide how jsdom displays an element. */
const DISPLAY_ATTRIBUTES = ['hidden', 'open', 'type'];

/** jsdom parses the text of each `style` that is read, even of an empty one. */
const ownValue = (element: Element, property: string): string =>
  element.hasAttribute('style') && (element instanceof HTMLElement || element instanceof SVGElement)
    ? element.style.getPropertyValue(property)
    : '';

function inheritedValue(element: Element, property: string, initial: string): string {
  for (let at: Element | null = element; at; at = at.parentElement) {
    const value = ownValue(at, property);
    if (value !== '') return value;
  }
  return initial;
}

/**
 * Finds the properties that queries by role and clicks read of many elements, without the cascade: tests have no style
 * sheet but that of jsdom. Its `getComputedStyle` matches 120 rules and parses all colours for each element, after each
 * change of the page.
 */
export function installComputedStyle(): void {
  const compute: Compute = window.getComputedStyle.bind(window);
  const displays = new Map<string, string>();

  const displayOf = (element: Element): string => {
    const own = ownValue(element, 'display');
    if (own !== '') return own;
    const key = [
      element.localName,
      ...DISPLAY_ATTRIBUTES.map((name) => String(element.getAttribute(name))),
    ].join();
    let display = displays.get(key);
    if (display === undefined) {
      ({ display } = compute(element));
      displays.set(key, display);
    }
    return display;
  };
  const quick: Readonly<Record<string, (element: Element) => string>> = {
    display: displayOf,
    visibility: (element) => inheritedValue(element, 'visibility', 'visible'),
    pointerEvents: (element) => inheritedValue(element, 'pointer-events', 'auto'),
  };

  const nothing = document.createElement('div').style;
  window.getComputedStyle = (element, pseudoElement) => {
    if (document.styleSheets.length > 0) return compute(element, pseudoElement);
    let all: CSSStyleDeclaration | undefined;
    return new Proxy(nothing, {
      get: (_nothing, name) => {
        if (name === 'getPropertyValue')
          return (property: string) =>
            quick[property]?.(element) ?? (all ??= compute(element)).getPropertyValue(property);
        const find = typeof name === 'string' ? quick[name] : undefined;
        if (find) return find(element);
        const value: unknown = Reflect.get((all ??= compute(element)), name);
        return typeof value === 'function' ? value.bind(all) : value;
      },
    });
  };
}
