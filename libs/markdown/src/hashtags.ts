import { findHashtags, findMentions, LIMITS } from '@oniverse/contracts';
import type { ElementContent, Parents, Root, Text } from 'hast';
import { toHast } from 'mdast-util-to-hast';
import { SKIP, visit } from 'unist-util-visit';
import { parseMarkdown } from './parse-markdown.js';

/** Marks links created by `linkHashtags`. */
export const TAG_PROPERTY = 'dataTag';
const SKIPPED_ELEMENTS = ['a', 'code', 'pre'];
/** Without one of these, also as an entity, a text has no hashtag. */
const HASH = /[#＃]|&num;/u;
/** Without one of these, also as an entity, a text has no mention. */
const AT = /@|&(?:#|commat;)/u;

/**
 * Visits the texts of a page that may have hashtags and mentions: those outside of code and links.
 * @param change may replace the text by so many nodes and returns their number
 */
function visitProse(tree: Root, change: (text: Text, index: number, parent: Parents) => number): void {
  visit(tree, (node, index, parent) => {
    if (node.type === 'element' && SKIPPED_ELEMENTS.includes(node.tagName)) return SKIP;
    if (node.type !== 'text' || !parent || index === undefined) return undefined;
    return [SKIP, index + change(node, index, parent)];
  });
}

/** A part of a text that becomes a link, as written, and what it names. */
export interface NamedPart {
  start: number;
  text: string;
  name: string;
}

/**
 * Returns a rehype plugin that makes parts of the prose links without addresses.
 * @param property marks these links, and has the name
 */
export const linkNames =
  (property: string, find: (prose: string) => readonly NamedPart[]) =>
  () =>
  (tree: Root): void => {
    visitProse(tree, ({ value }, index, parent) => {
      const parts: ElementContent[] = [];
      let end = 0;
      for (const { start, text, name } of find(value)) {
        if (start > end) parts.push({ type: 'text', value: value.slice(end, start) });
        parts.push({
          type: 'element',
          tagName: 'a',
          properties: { [property]: name },
          children: [{ type: 'text', value: text }],
        });
        end = start + text.length;
      }
      if (parts.length === 0) return 1;
      if (end < value.length) parts.push({ type: 'text', value: value.slice(end) });
      parent.children.splice(index, 1, ...parts);
      return parts.length;
    });
  };

/** A rehype plugin that makes hashtags links. */
export const linkHashtags = linkNames(TAG_PROPERTY, (prose) =>
  findHashtags(prose).map(({ tag: name, ...part }) => ({ ...part, name })),
);

/** Returns the distinct tags of a markdown text, in the order of its page, which has footnotes at the end. */
export function hashtagsOf(markdown: string): string[] {
  return HASH.test(markdown)
    ? distinctIn(markdown, (prose) => findHashtags(prose).map(({ tag }) => tag))
    : [];
}

/** Returns whether a markdown text may mention somebody, without parsing it. */
export const mayMention = (markdown: string): boolean => AT.test(markdown);

/** Returns the distinct usernames that a markdown text mentions, in the order of its page. */
export const mentionsOf = (markdown: string): string[] =>
  mayMention(markdown)
    ? distinctIn(markdown, (prose) => findMentions(prose).map(({ username }) => username))
    : [];

function distinctIn(markdown: string, find: (prose: string) => readonly string[]): string[] {
  const page = toHast(parseMarkdown(markdown));
  const found = new Set<string>();
  if (page.type === 'root') {
    visitProse(page, ({ value }) => {
      for (const name of find(value)) found.add(name);
      return 1;
    });
  }
  return [...found];
}

/** Returns the normalised `given` tags, then those of the text, each once, up to `LIMITS.tagsPerItem`. */
export function combineTags(given: readonly string[], markdown: string): string[] {
  return [...new Set([...given, ...hashtagsOf(markdown)])].slice(0, LIMITS.tagsPerItem);
}
