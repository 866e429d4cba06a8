/** The elements that a translator shows instead of a text, which it has detached or moved into them. */
const standIns = new WeakMap<Node, Element>();
const owned = new WeakSet<Element>();
/** Before the first translation, a wrong parent is a fault of ours, which must be thrown. */
let isTranslated = false;

/** Notes which `<font>` element stands for which text. Translators put it beside the text or into its place. */
function noteTranslations(changes: readonly MutationRecord[]): void {
  for (const { target, addedNodes, removedNodes, previousSibling, nextSibling } of changes) {
    for (const text of removedNodes) {
      if (!(text instanceof Text) || text.parentNode === target) continue;
      const standIn = [...addedNodes, previousSibling, nextSibling].find(
        (node): node is Element => node instanceof Element && node.nodeName === 'FONT' && !owned.has(node),
      );
      if (!standIn) continue;
      isTranslated = true;
      owned.add(standIn);
      standIns.set(text, standIn);
    }
  }
}

/** Puts a text back into the place of its translation. The translator then translates it again. */
function putBack(node: Node | null): void {
  const standIn = node && standIns.get(node);
  if (!standIn) return;
  standIns.delete(node);
  if (standIn.parentNode) standIn.replaceWith(node);
}

/** Returns the child of a parent that contains a node, or null. */
function childAround(parent: Node, node: Node | null): Node | null {
  let child = node;
  while (child && child.parentNode !== parent) child = child.parentNode;
  return child;
}

/**
 * Lets React change a page in which a translator has replaced texts. React keeps the replaced texts: it would throw
 * where it removes one or inserts before one, and would change others out of sight.
 * @see https://github.com/facebook/react/issues/11538
 */
export function followTranslatedText(): void {
  const { prototype } = Node;
  const native = {
    // oxlint-disable typescript/unbound-method -- called with `this` below
    appendChild: prototype.appendChild,
    insertBefore: prototype.insertBefore,
    removeChild: prototype.removeChild,
    // oxlint-enable typescript/unbound-method
  };
  const value = Object.getOwnPropertyDescriptor(prototype, 'nodeValue');

  prototype.appendChild = function appendChild<T extends Node>(this: Node, node: T): T {
    putBack(node);
    native.appendChild.call(this, node);
    return node;
  };
  prototype.insertBefore = function insertBefore<T extends Node>(this: Node, node: T, next: Node | null): T {
    putBack(node);
    putBack(next);
    native.insertBefore.call(this, node, isTranslated ? childAround(this, next) : next);
    return node;
  };
  prototype.removeChild = function removeChild<T extends Node>(this: Node, node: T): T {
    putBack(node);
    if (!isTranslated || node.parentNode === this) native.removeChild.call(this, node);
    else if (this.contains(node)) node.parentNode?.removeChild(node);
    return node;
  };
  Object.defineProperty(prototype, 'nodeValue', {
    ...value,
    set(this: Node, text: string | null) {
      putBack(this);
      value?.set?.call(this, text);
    },
  });

  new MutationObserver(noteTranslations).observe(document, { childList: true, subtree: true });
}
