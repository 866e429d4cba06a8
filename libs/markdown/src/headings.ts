import type { Element, Root } from 'hast';
import { visit } from 'unist-util-visit';

const HEADING = /^h[1-6]$/;
const DROPPED = /[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu;

/** Returns the part of an address by which a link finds a heading: its words in lower case, with hyphens. */
export const headingSlug = (words: string): string =>
  words.normalize('NFC').trim().toLowerCase().replaceAll(DROPPED, '').replaceAll(' ', '-');

function textOf(heading: Element): string {
  let text = '';
  visit(heading, 'text', ({ value }) => {
    text += value;
  });
  return text;
}

/** Returns a function that makes slugs distinct: the second of the same name gets `-1`. */
function distinctSlugs(): (slug: string) => string {
  /** The last number by slug. */
  const numbers = new Map<string, number>();
  return (slug) => {
    let distinct = slug;
    for (let number = numbers.get(slug) ?? 0; numbers.has(distinct);) {
      number += 1;
      numbers.set(slug, number);
      distinct = `${slug}-${number}`;
    }
    numbers.set(distinct, 0);
    return distinct;
  };
}

/**
 * A rehype plugin that gives headings ids and lets scripts focus them.
 * @param prefix makes the ids unique on a page with several documents
 */
export function anchorHeadings({ prefix }: { prefix: string }) {
  return (tree: Root): void => {
    const distinct = distinctSlugs();
    visit(tree, 'element', (element) => {
      // That of the footnotes has an id.
      if (!HEADING.test(element.tagName) || element.properties['id'] !== undefined) return;
      const slug = headingSlug(textOf(element));
      if (slug === '') return;
      element.properties['id'] = `${prefix}${distinct(slug)}`;
      element.properties['tabIndex'] = -1;
    });
  };
}
