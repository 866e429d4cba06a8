import { findMentions } from '@oniverse/contracts';
import type { ElementContent, Root } from 'hast';
import { SKIP, visit } from 'unist-util-visit';

/** Marks links created by `linkMentions`. */
export const MENTION_PROPERTY = 'dataMember';
const SKIPPED_ELEMENTS = ['a', 'code', 'pre'];

/** A rehype plugin that links each `@name` to its member. Skips code and other links. */
export function linkMentions() {
  return (tree: Root): void => {
    visit(tree, (node, index, parent) => {
      if (node.type === 'element' && SKIPPED_ELEMENTS.includes(node.tagName)) return SKIP;
      if (node.type !== 'text' || !parent || index === undefined) return undefined;
      const { value } = node;
      const parts: ElementContent[] = [];
      let end = 0;
      for (const { start, text, username } of findMentions(value)) {
        if (start > end) parts.push({ type: 'text', value: value.slice(end, start) });
        parts.push({
          type: 'element',
          tagName: 'a',
          properties: { [MENTION_PROPERTY]: username },
          children: [{ type: 'text', value: text }],
        });
        end = start + text.length;
      }
      if (parts.length === 0) return undefined;
      if (end < value.length) parts.push({ type: 'text', value: value.slice(end) });
      parent.children.splice(index, 1, ...parts);
      return [SKIP, index + parts.length];
    });
  };
}
