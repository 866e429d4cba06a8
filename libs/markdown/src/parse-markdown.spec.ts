import { describe, expect, it } from '@jest/globals';
import type { Nodes } from 'mdast';
import { visit } from 'unist-util-visit';
import { parseMarkdown } from './parse-markdown.js';
import { plainTextOf } from './plain-text.js';

const LENGTH = 50_000;
const filled = (unit: string, length = LENGTH): string =>
  unit.repeat(Math.ceil(length / unit.length)).slice(0, length);

const countOf = (markdown: string, type?: Nodes['type']): number => {
  let count = 0;
  visit(parseMarkdown(markdown), type, () => {
    count += 1;
  });
  return count;
};

const depthOf = (node: Nodes): number =>
  'children' in node ? 1 + Math.max(0, ...node.children.map(depthOf)) : 1;

const withoutSpace = (text: string): string => text.replaceAll(/\s/g, '');

/** Texts that take long without the caps. */
const HOSTILE: readonly [name: string, text: string][] = [
  ['a deep unterminated quote', `${'>'.repeat(100)}a\n${'a\n'.repeat(24_949)}`],
  ['nested quotes', filled('> ')],
  ['nested lists', filled('- + ')],
  ['nested footnotes', filled('[^a]: ')],
  ['lists in lists', filled(`${'- '.repeat(10)}a\n`)],
  ['lazy lines of a list', `- - - - a\n${filled('a\n')}`],
  ['lines', filled('a\n')],
  ['items', filled('- a\n')],
  ['headings', filled('a\n-\n')],
  ['footnotes', filled('[^a]\n\n[^a]: b\n\n')],
  ['nested pictures', filled('![')],
  ['nested closed pictures', `${filled('![', LENGTH / 2)}${filled('](a)', LENGTH / 2)}`],
  ['pictures', filled('![](a)\n')],
  ['open links', filled('[a](')],
  ['brackets', `${filled('[', LENGTH / 2)}${filled(']', LENGTH / 2)}`],
  ['closing brackets', filled(']')],
  ['words after an open bracket', `[${filled('a ')}`],
  ['a long label', `[[[[${filled('a ')}]]]]`],
  ['escapes after an open bracket', filled('[a\\')],
  ['emphasis', filled('*a_ **b ~~')],
  ['long runs of marks round a word', `${'*'.repeat(LENGTH / 2)}a${'*'.repeat(LENGTH / 2)}`],
  ['nested runs of marks', `${'****a '.repeat(150)}${'b**** '.repeat(150)}`],
  ['strikes', filled('~a')],
  ['backticks of all lengths', Array.from({ length: 315 }, (_, length) => `${'`'.repeat(length)}a`).join('')],
  ['backticks before a long text', `\`a\`\`a\`\`\`a\`\`\`\`a${filled('a ')}`],
  ['tables', filled('a|b\n-|-\n')],
  ['a wide table', `${'|a'.repeat(8_000)}\n${'|-'.repeat(8_000)}\n${filled('|\n', 18_000)}`],
  ['many tables', filled(`${'|a'.repeat(45)}\n${'|-'.repeat(45)}\n${'|\n'.repeat(90)}\n`)],
  ['definitions', filled('[a]: b\n')],
  ['references', `[a]: b\n\n${filled('[a]')}`],
  ['incomplete entities', filled('&#x')],
  ['entities in an address', `http://a.example/${filled('&a;')}`],
  ['addresses', filled('www.a http://b a@b.c ')],
  ['open tags', filled('<a ')],
  ['open comments', filled('a<!--')],
];

describe('parseMarkdown', () => {
  it.each(HOSTILE)('GAP-077 bounds nodes, depth and time for %s', (_name, hostile) => {
    const before = process.cpuUsage();
    const tree = parseMarkdown(hostile);
    // Many times the measured value. Without the caps, some of these texts take a minute.
    expect(process.cpuUsage(before).user).toBeLessThan(5_000_000);
    expect(countOf(hostile)).toBeLessThan(10_000);
    expect(depthOf(tree)).toBeLessThan(400);
  });

  it('shows what is beyond the caps as written', () => {
    const hostile = `*fine*\n\n${'- **a**\n'.repeat(2_000)}`;
    const { children } = parseMarkdown(hostile);
    const plain = children.at(-1);
    expect(plain).toMatchObject({ type: 'plain', value: expect.stringMatching(/^(?:- \*\*a\*\*\n)+$/u) });
    expect(plainTextOf(hostile)).toMatch(/^fine\na\n(?:.*\n)*- \*\*a\*\*$/u);
  });

  it('takes marks beyond the maximum of a paragraph as text, and those of the next one as marks', () => {
    const hostile = `${'*a* '.repeat(300)}\n\n*b*`;
    expect(countOf(hostile, 'emphasis')).toBe(151);
    expect(withoutSpace(plainTextOf(hostile))).toBe(`${'a'.repeat(150)}${'*a*'.repeat(150)}b`);
  });

  it('takes marks beyond the maximum of a document as text', () => {
    const text = `${'*a* '.repeat(100)}\n\n`.repeat(20);
    expect(countOf(text, 'emphasis')).toBe(400);
    expect(withoutSpace(plainTextOf(text))).toHaveLength(400 + 3 * 1_600);
  });

  it('takes more than four marks of emphasis in a row as text', () => {
    expect(plainTextOf('***a*** ****b****')).toBe('a b');
    expect(plainTextOf('*****a***** _____b_____ *c*')).toBe('*****a***** _____b_____ c');
  });

  it('takes brackets in four others as text', () => {
    expect(countOf('[![a](b)](c)', 'link')).toBe(1);
    expect(plainTextOf('![![![![![a](b)](b)](b)](b)](b)')).toBe('![a](b)');
    expect(
      countOf('[open '.repeat(10) + '[^1] [^1] [^1] [^1] [^1] [a](b)\n\n[^1]: c', 'footnoteReference'),
    ).toBe(5);
  });

  it('takes backticks without an end as text, and the marks after them as marks', () => {
    expect(plainTextOf('`a *b*')).toBe('`a b');
    expect(plainTextOf('`` a`b `` `` ` ``')).toBe('a`b `');
  });

  it('links bare addresses, also after an open bracket', () => {
    expect(countOf('[open www.a.example http://b.example/_c_ d@e.example', 'link')).toBe(3);
  });

  it('takes HTML as text', () => {
    expect(countOf('<div>\n*a* <b title="*">c</b> <!-- *d* -->\n</div>', 'html')).toBe(0);
  });
});
