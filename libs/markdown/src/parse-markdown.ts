import type { Literal, Root } from 'mdast';
import remarkBreaks from 'remark-breaks';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { type PluggableList, type Processor, unified } from 'unified';
import { ADDRESS_ENDS } from './address-end.js';
import { cutMarkdown } from './cut-markdown.js';
import { ESCAPED_HASH } from './escaped-hash.js';
import { MARK_LIMITS } from './mark-limit.js';

/** The part of a text beyond the caps, as written. */
export interface PlainPart extends Literal {
  type: 'plain';
}

declare module 'mdast' {
  interface RootContentMap {
    plain: PlainPart;
  }
}

const isRoot = (node: { type: string }): node is Root => node.type === 'root';

/** A remark plugin that bounds the time of a parse. What is beyond the caps is plain text at the end. */
function limitWork(this: Processor): void {
  const data = this.data();
  data.micromarkExtensions = [
    MARK_LIMITS.first,
    ...(data.micromarkExtensions ?? []),
    ESCAPED_HASH.parser,
    MARK_LIMITS.last,
  ];
  data.fromMarkdownExtensions = [...(data.fromMarkdownExtensions ?? []), ESCAPED_HASH.tree, ADDRESS_ENDS];
  const parse = this.parser;
  if (!parse) throw new Error('This plugin needs a parser.');
  this.parser = (document, file) => {
    const { parsed, rest } = cutMarkdown(document);
    const tree = parse(parsed, file);
    if (rest !== '' && isRoot(tree)) tree.children.push(plainPart(rest));
    return tree;
  };
}

const plainPart = (value: string): PlainPart => ({
  type: 'plain',
  value,
  data: { hName: 'pre', hChildren: [{ type: 'text', value }] },
});

/** The plugins of remark with which servers and pages read every markdown text. */
export const MARKDOWN_PLUGINS: PluggableList = [remarkGfm, limitWork, remarkBreaks];

const processor = unified().use(remarkParse).use(MARKDOWN_PLUGINS);

/**
 * Returns the tree of a markdown text, as its page shows it. HTML is text. The caps are set so that no text takes over
 * 250 ms; `npm run bench:markdown` measures it.
 */
export function parseMarkdown(markdown: string): Root {
  const tree = processor.parse(markdown);
  // The plugins change the tree in place.
  processor.runSync(tree);
  return tree;
}
