import { describe, expect, it } from '@jest/globals';
import { neutralizeMarkdown } from './markdown-source.js';

describe('neutralizeMarkdown keeps ordinary text unchanged', () => {
  it.each([
    '# Title\n\nSome *emphasis*, **strong** words and a [link](https://example.org).\n\n> a\n> > b\n',
    '| a | b |\n|---|---|\n| 1 | 2 |',
    '```ts\n> > > > > > > > > > > > > > > > > > > > x\n```',
    '- a\n  - b\n    - c\n',
    Array.from({ length: 400 }, (_, index) => `- **item ${index}** with *care*`).join('\n'),
  ])('%#', (text) => expect(neutralizeMarkdown(text)).toBe(text));
});

describe('neutralizeMarkdown turns hostile blocks into code', () => {
  it('with a fence that no line inside can close', () => {
    const hostile = `${'> '.repeat(17)}\`\`\`\` x`;
    expect(neutralizeMarkdown(`before\n\n${hostile}\n\nafter`)).toBe(
      `before\n\n\n\`\`\`\`\`\n${hostile}\n\`\`\`\`\`\n\n\nafter`,
    );
  });

  it('only for the hostile paragraph', () => {
    const safe = neutralizeMarkdown(`*fine*\n\n${'~a'.repeat(600)}\n\n*fine too*`) ?? '';
    expect(safe.startsWith('*fine*\n')).toBe(true);
    expect(safe.endsWith('\n*fine too*')).toBe(true);
    expect(safe).toContain('\n```\n~a~a');
  });

  it.each([
    ['a list moved far in', `${' '.repeat(70)}- a`],
    ['HTML', '<b>'.repeat(600)],
    ['addresses', 'a@b.c '.repeat(600)],
    ['code', '`a``'.repeat(200)],
  ])('for %s', (_name, text) => {
    expect(neutralizeMarkdown(text)?.trim().split('\n')).toEqual([
      expect.stringMatching(/^`{3,}$/u),
      text,
      expect.stringMatching(/^`{3,}$/u),
    ]);
  });

  it('rejects a text with too many lines, but not long code', () => {
    expect(neutralizeMarkdown('* a\n\n'.repeat(1_501))).toBeUndefined();
    expect(neutralizeMarkdown('a\n\n'.repeat(5_001))).toBeUndefined();
    const code = `\`\`\`\n${'a\n'.repeat(6_000)}\`\`\``;
    expect(neutralizeMarkdown(code)).toBe(code);
  });

  it('limits all tables of a document together', () => {
    const table = `${'|a'.repeat(40)}|\n${'|-'.repeat(40)}|\n${'|b\n'.repeat(40)}`;
    const safe = neutralizeMarkdown(Array.from({ length: 10 }, () => table).join('\n')) ?? '';
    expect(safe.match(/^```$/gmu)).toHaveLength(2 * 4);
  });
});
