import { describe, expect, it } from '@jest/globals';
import { tameMarkdown } from './markdown-source.js';

describe('what people write comes back unchanged', () => {
  it.each([
    '# Title\n\nSome *emphasis*, **strong** words and a [link](https://example.org).\n\n> a\n> > b\n',
    '| a | b |\n|---|---|\n| 1 | 2 |',
    '```ts\n> > > > > > > > > > > > > > > > > > > > x\n```',
    '- a\n  - b\n    - c\n',
    Array.from({ length: 400 }, (_, index) => `- **item ${index}** with *care*`).join('\n'),
  ])('%#', (text) => expect(tameMarkdown(text)).toBe(text));
});

describe('what would hang a page is shown as code', () => {
  it('in a fence that nothing inside it can close', () => {
    const hostile = `${'> '.repeat(17)}\`\`\`\` x`;
    expect(tameMarkdown(`before\n\n${hostile}\n\nafter`)).toBe(
      `before\n\n\n\`\`\`\`\`\n${hostile}\n\`\`\`\`\`\n\n\nafter`,
    );
  });

  it('is only the paragraph that does it', () => {
    const tame = tameMarkdown(`*fine*\n\n${'~a'.repeat(600)}\n\n*fine too*`) ?? '';
    expect(tame.startsWith('*fine*\n')).toBe(true);
    expect(tame.endsWith('\n*fine too*')).toBe(true);
    expect(tame).toContain('\n```\n~a~a');
  });

  it.each([
    ['a list moved far in', `${' '.repeat(70)}- a`],
    ['HTML', '<b>'.repeat(600)],
    ['addresses', 'a@b.c '.repeat(600)],
    ['code', '`a``'.repeat(200)],
  ])('whatever it is: %s', (_name, text) => {
    expect(tameMarkdown(text)?.trim().split('\n')).toEqual([
      expect.stringMatching(/^`{3,}$/u),
      text,
      expect.stringMatching(/^`{3,}$/u),
    ]);
  });

  it('gives up on more lines than a page can hold, but not on long code', () => {
    expect(tameMarkdown('* a\n\n'.repeat(1_501))).toBeUndefined();
    expect(tameMarkdown('a\n\n'.repeat(5_001))).toBeUndefined();
    const code = `\`\`\`\n${'a\n'.repeat(6_000)}\`\`\``;
    expect(tameMarkdown(code)).toBe(code);
  });

  it('counts the tables of a document together', () => {
    const table = `${'|a'.repeat(40)}|\n${'|-'.repeat(40)}|\n${'|b\n'.repeat(40)}`;
    const tame = tameMarkdown(Array.from({ length: 10 }, () => table).join('\n')) ?? '';
    expect(tame.match(/^```$/gmu)).toHaveLength(2 * 4);
  });
});
