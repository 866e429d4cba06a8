import { tagPath } from '@oniverse/contracts';
import type { Element, Root } from 'hast';
import { defaultSchema, sanitize } from 'hast-util-sanitize';
import { toHtml } from 'hast-util-to-html';
import type { Root as Markdown } from 'mdast';
import { toHast } from 'mdast-util-to-hast';
import { visit } from 'unist-util-visit';
import { linkHashtags, TAG_PROPERTY } from './hashtags.js';

/** `toHast` already prefixes the ids. */
const SCHEMA = { ...defaultSchema, clobberPrefix: '' };

/** Gives a link of a hashtag the address of the tag's page. */
function resolveTag(element: Element): void {
  const tag = element.properties[TAG_PROPERTY];
  if (typeof tag === 'string') element.properties = { href: tagPath(tag) };
}

/** Makes an address absolute, or removes it if it is none. */
function resolveAddress({ properties }: Element, name: 'href' | 'src', base: string): void {
  const address = properties[name];
  if (typeof address !== 'string') return;
  properties[name] = URL.canParse(address, base) ? new URL(address, base).href : undefined;
}

/**
 * Yields a parsed text as sanitized HTML, a piece for each outermost block and for the space between two.
 * @param base the page from which relative addresses start
 */
export function* htmlBlocksOf(markdown: Markdown, base: string): Generator<string> {
  const safe = sanitize(toHast(markdown), SCHEMA);
  const tree: Root = { type: 'root', children: safe.type === 'root' ? safe.children : [] };
  linkHashtags()(tree);
  visit(tree, 'element', (element) => {
    resolveTag(element);
    resolveAddress(element, 'href', base);
    resolveAddress(element, 'src', base);
  });
  for (const block of tree.children) yield toHtml(block);
}
