import { findHashtags } from '@oniverse/contracts';
import type { ElementContent, Root } from 'hast';
import { SKIP, visit } from 'unist-util-visit';

/** Marks links created by `linkHashtags`. */
export const TAG_PROPERTY = 'dataTag';
const SKIPPED_ELEMENTS = ['a', 'code', 'pre'];

/** A rehype plugin. Skips code and other links. */
export function linkHashtags() {
  return (tree: Root): void => {
    visit(tree, (node, index, parent) => {
      if (node.type === 'element' && SKIPPED_ELEMENTS.includes(node.tagName)) return SKIP;
      if (node.type !== 'text' || !parent || index === undefined || !node.value.includes('#'))
        return undefined;
      const prose = node.value.normalize('NFC');
      const parts: ElementContent[] = [];
      let end = 0;
      for (const { start, text, tag } of findHashtags(prose)) {
        if (start > end) parts.push({ type: 'text', value: prose.slice(end, start) });
        parts.push({
          type: 'element',
          tagName: 'a',
          properties: { [TAG_PROPERTY]: tag },
          children: [{ type: 'text', value: text }],
        });
        end = start + text.length;
      }
      if (parts.length === 0) return undefined;
      if (end < prose.length) parts.push({ type: 'text', value: prose.slice(end) });
      parent.children.splice(index, 1, ...parts);
      return [SKIP, index + parts.length];
    });
  };
}
