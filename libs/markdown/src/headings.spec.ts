import { describe, expect, it } from '@jest/globals';
import { toHast } from 'mdast-util-to-hast';
import { visit } from 'unist-util-visit';
import { anchorHeadings } from './headings.js';
import { parseMarkdown } from './parse-markdown.js';

function idsOf(markdown: string): unknown[] {
  const tree = toHast(parseMarkdown(markdown));
  if (tree.type !== 'root') throw new Error('A document has a root');
  anchorHeadings({ prefix: 'a-' })(tree);
  const ids: unknown[] = [];
  visit(tree, 'element', ({ tagName, properties }) => {
    if (/^h\d$/u.test(tagName)) ids.push(properties['id']);
  });
  return ids;
}

describe('anchorHeadings', () => {
  it.each([
    ['words', '# The end', 'a-the-end'],
    ['punctuation', '## What? “Yes”, 2_b!', 'a-what-yes-2_b'],
    ['markup', '### *The* `end` of [it](/b)', 'a-the-end-of-it'],
    ['hyphens', '# A - b', 'a-a---b'],
    ['Hindi', '# विज्ञान मेला', 'a-विज्ञान-मेला'],
    ['Thai', '# สิ่งแวดล้อม', 'a-สิ่งแวดล้อม'],
    ['Japanese', '# 星空。', 'a-星空'],
    ['decomposed letters', '# Cafe\u0301', 'a-café'],
    ['an underlined heading', 'The end\n=======', 'a-the-end'],
    ['no words', '# 🌙', undefined],
  ])('names a heading of %s', (_, markdown, id) => {
    expect(idsOf(markdown)).toEqual([id]);
  });

  it('numbers headings with the same words', () => {
    expect(idsOf('# a\n\n# a-1\n\n# A\n\n# a')).toEqual(['a-a', 'a-a-1', 'a-a-2', 'a-a-3']);
    expect(idsOf('# a\n\n# a\n\n# a-1')).toEqual(['a-a', 'a-a-1', 'a-a-1-1']);
  });

  it('leaves the heading of footnotes alone', () => {
    expect(idsOf('# a\n\nb[^1]\n\n[^1]: c')).toEqual(['a-a', 'footnote-label']);
  });
});
