import { ADDRESS_END, withoutSentenceEnd } from '@oniverse/contracts';
import type { Root } from 'mdast';
import type { Extension } from 'mdast-util-from-markdown';
import type { Code, State, Tokenizer } from 'micromark-util-types';
import { visit } from 'unist-util-visit';

const isAddressEnd = (code: Code): boolean =>
  code !== null && code > 0 && ADDRESS_END.test(String.fromCharCode(code));

/** Returns a tokenizer of bare addresses for which the text ends where the address does. */
export const untilAddressEnd = (tokenizer: Tokenizer): Tokenizer =>
  function tokenizeUntilEnd(effects, ok, nok) {
    let isInside = true;
    let actual: Code = null;
    const leaveTo =
      (after: State): State =>
      () => {
        isInside = false;
        return after(actual);
      };
    const shorten =
      (state: State): State =>
      (code) => {
        actual = code;
        const next = state(isAddressEnd(code) ? null : code);
        return next && isInside ? shorten(next) : next;
      };
    return shorten(tokenizer.call(this, effects, leaveTo(ok), leaveTo(nok)));
  };

/** Shortens the addresses that the parser did not link, and that its extension for GFM found in the texts of the tree. */
function shortenAddresses(tree: Root): undefined {
  visit(tree, 'link', (link, index, parent) => {
    const [text] = link.children;
    // The links of the parser have a position.
    if (link.position || text?.type !== 'text' || !parent || index === undefined) return;
    const end = text.value.search(ADDRESS_END);
    if (end === -1) return;
    const address = withoutSentenceEnd(text.value.slice(0, end));
    const rest = text.value.slice(address.length);
    link.url = link.url.slice(0, -rest.length);
    text.value = address;
    parent.children.splice(index + 1, 0, { type: 'text', value: rest });
  });
}

/** An extension of the tree, after that for GFM. */
export const ADDRESS_ENDS: Extension = { transforms: [shortenAddresses] };
