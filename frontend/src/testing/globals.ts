type Properties = Record<string, PropertyDescriptor>;

/** What tests give other properties: a layout, a canvas, the state of the network. `URL` is that of all test files. */
const targets = (): readonly object[] => [
  globalThis,
  document,
  document.documentElement,
  navigator,
  Node.prototype,
  Element.prototype,
  HTMLElement.prototype,
  HTMLCanvasElement.prototype,
  HTMLDialogElement.prototype,
  URL,
];

let saved: readonly (readonly [object, Properties])[] = [];

export function saveGlobals(): void {
  saved = targets().map((target) => [target, Object.getOwnPropertyDescriptors(target)]);
}

const isSame = (one: PropertyDescriptor, other: PropertyDescriptor | undefined): boolean =>
  Object.is(one.value, other?.value) && one.get === other?.get && one.set === other?.set;

function restoreProperties(target: object, before: Properties): void {
  const now: Properties = Object.getOwnPropertyDescriptors(target);
  for (const [name, property] of Object.entries(before)) {
    if (!isSame(property, now[name])) Object.defineProperty(target, name, property);
  }
  for (const name of Object.keys(now)) {
    // React notes at the document that it listens there.
    if (!(name in before) && !name.startsWith('_react')) Reflect.deleteProperty(target, name);
  }
}

/** Gives the browser the properties that it had when they were saved, and an empty page. */
export function restoreGlobals(): void {
  for (const [target, before] of saved) restoreProperties(target, before);
  const { head, body, documentElement } = document;
  head.replaceChildren();
  body.replaceChildren();
  for (const element of [documentElement, body]) {
    for (const name of element.getAttributeNames()) element.removeAttribute(name);
  }
  window.history.replaceState(null, '', '/');
}
