import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { plainTextOf } from './plain-text.js';

describe('plainTextOf', () => {
  it.each([
    ['emphasis', 'Saw **the _rings_** ~~once~~ `twice`', 'Saw the rings once twice'],
    ['headings and paragraphs', '# Night\n\nshift\nwork', 'Night\nshift\nwork'],
    ['hard breaks', 'one  \ntwo\\\nthree', 'one\ntwo\nthree'],
    ['lists', '- one\n- two\n  1. three', 'one\ntwo\nthree'],
    ['quotes', '> said\n> she', 'said\nshe'],
    ['links', '[here](https://a.example "there") and <https://b.example>', 'here and https://b.example'],
    ['references', '[here][a]\n\n[a]: https://a.example', 'here'],
    ['pictures', '![the *rings*](/objects/x)', 'the rings'],
    ['code', '```ts\nconst a = 1;\n```\n\n    indented', 'const a = 1;\nindented'],
    ['tables', '| a | b |\n| - | - |\n| c | d |', 'a\nb\nc\nd'],
    ['entities and escapes', '&amp; \\*not\\* &#9790;', '& *not* ☾'],
    ['HTML, kept as text', '<b onclick="x()">bold</b>', '<b onclick="x()">bold</b>'],
    ['plain URLs', 'https://a.example -- "quoted"', 'https://a.example -- "quoted"'],
    ['links with an unsafe scheme', '[x](javascript:alert(1))', 'x'],
    ['footnotes and tasks', '- [x] done[^1]\n\n[^1]: Twice.', 'done\nTwice.'],
    ['HTML blocks', '<div>\n*a*\n</div>', '<div>\na\n</div>'],
    ['only markup', '---\n\n![](/objects/x)', ''],
  ])('GAP-077 converts %s', (_, markdown, plain) => {
    expect(plainTextOf(markdown)).toBe(plain);
  });

  it('GAP-077 accepts any text', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'grapheme', maxLength: 200 }),
          fc
            .array(
              fc.constantFrom('>', ' ', '\n', '- ', '1. ', '`', '*', '_', '[', ']', '(', ')', '!', '|', 'a'),
            )
            .map((parts) => parts.join('')),
        ),
        (markdown) => expect(typeof plainTextOf(markdown)).toBe('string'),
      ),
    );
  });
});
