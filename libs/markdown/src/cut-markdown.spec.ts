import { describe, expect, it } from '@jest/globals';
import { cutMarkdown } from './cut-markdown.js';

const linesOf = (text: string): number => text.split('\n').length;

describe('cutMarkdown', () => {
  it.each([
    '# Title\n\nSome *emphasis*, **strong** words and a [link](https://example.org).\n\n> a\n> > b\n',
    '| a | b |\n|---|---|\n| 1 | 2 |',
    '- a\n  - b\n    - c\n      1. d\n',
    'line\r\nline\rline\n\n***\n\n- - - - - - - - - - - - - - - - - - - -\n',
    `\`\`\`js\n${'    const moved = [far, in];\n'.repeat(500)}\`\`\`\n`,
    Array.from({ length: 300 }, (_, index) => `- **item ${index}** with *care*`).join('\n'),
    `${'One may write a long post without reaching a cap. '.repeat(20)}\n\n`.repeat(50),
    '',
  ])('keeps an ordinary text whole: %#', (text) => {
    expect(cutMarkdown(text)).toEqual({ parsed: text, rest: '' });
  });

  it.each([
    ['lines', 'a\n', 1_400],
    ['list items', '- a\n', 600],
    ['quotes', '> a\n\n', 1_100],
    ['footnotes', '[^a]: b\n', 200],
    ['definitions', '[a]: b\n', 700],
    ['lines in a deep quote', `${'> '.repeat(15)}a\n${'a\n'.repeat(2_000)}`, 300],
    ['lines in a deep list', `${'- '.repeat(15)}a\n${'\n'.repeat(2_000)}`, 300],
    ['rows of a wide table', `${'|a'.repeat(30)}\n${'|-'.repeat(30)}\n${'|\n'.repeat(2_000)}`, 80],
    ['addresses', 'www.a '.repeat(40) + '\n', 40],
    ['lines that end with a carriage return', 'a\r', 1_400],
  ])('cuts a text with too many %s before a line', (_name, unit, most) => {
    const text = unit.repeat(Math.ceil(50_000 / unit.length));
    const { parsed, rest } = cutMarkdown(text);
    expect(parsed + rest).toBe(text);
    expect(linesOf(parsed.replaceAll('\r', '\n'))).toBeLessThan(most);
    expect(parsed).toMatch(/[\n\r]$/);
    expect(rest).not.toBe('');
  });

  it.each([
    ['quotes', '>'.repeat(100)],
    ['lists', '- + '.repeat(50)],
    ['numbered lists', '1. '.repeat(100)],
    ['footnotes', '[^a]: '.repeat(100)],
    ['quotes in lists', '- > '.repeat(50)],
    ['indented lists', Array.from({ length: 30 }, (_, depth) => `${'  '.repeat(depth)}- a`).join('\n')],
    ['ampersands in one address', `http://a.example/${'&a;'.repeat(1_000)}`],
  ])('cuts a text before a line with too many nested %s', (_name, hostile) => {
    const { parsed, rest } = cutMarkdown(`before\n\n${hostile}\nafter`);
    expect(parsed.startsWith('before\n\n')).toBe(true);
    expect(rest.endsWith('\nafter')).toBe(true);
  });

  it('takes linear time for hostile texts', () => {
    const hostile = ['[^'.repeat(100_000), '>'.repeat(200_000), ' '.repeat(200_000), '|-'.repeat(100_000)];
    const before = process.cpuUsage();
    for (const text of hostile) cutMarkdown(text);
    // Quadratic time would take minutes.
    expect(process.cpuUsage(before).user).toBeLessThan(5_000_000);
  });
});
