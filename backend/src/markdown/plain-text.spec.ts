import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { createParser } from './parser.js';
import { plainTextOf } from './plain-text.js';

const LENGTH = 50_000;
const filled = (unit: string, length = LENGTH): string =>
  unit.repeat(Math.ceil(length / unit.length)).slice(0, length);

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
    ['links with an unsafe scheme', '[x](javascript:alert(1))', '[x](javascript:alert(1))'],
    ['only markup', '---\n\n![](/objects/x)', ''],
  ])('GAP-077 converts %s', (_, markdown, plain) => {
    expect(plainTextOf(markdown)).toBe(plain);
  });

  it('GAP-077 keeps tables as text beyond the maximum of cells', () => {
    const table = `${'|a'.repeat(60)}\n${'|-'.repeat(60)}\n${'|\n'.repeat(40)}\n`;
    const { length } = createParser().parse(table.repeat(50), {});
    expect(length).toBeLessThan(20_000);
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

  it.each([
    ['nested quotes', filled('> ')],
    ['a deep unterminated quote', `${'>'.repeat(100)}a\n${filled('a\n')}`.slice(0, LENGTH)],
    ['nested lists', filled('- ')],
    ['nested pictures', filled('![')],
    ['nested closed pictures', `${filled('![', LENGTH / 2)}${filled('](a)', LENGTH / 2)}`],
    ['open links', filled('[a](')],
    ['brackets', `${filled('[', LENGTH / 2)}${filled(']', LENGTH / 2)}`],
    ['stress', filled('*a_ **b ~~')],
    ['backticks', Array.from({ length: 315 }, (_, length) => `${'`'.repeat(length)}a`).join('')],
    ['tables', filled('a|b\n-|-\n')],
    ['a wide table', `${'|a'.repeat(8_000)}\n${'|-'.repeat(8_000)}\n${filled('|\n', 18_000)}`],
    ['many tables', filled(`${'|a'.repeat(45)}\n${'|-'.repeat(45)}\n${'|\n'.repeat(90)}\n`)],
    ['references', filled('[a]: b\n')],
    ['incomplete entities', filled('&#x')],
    ['open tags', filled('<a ')],
  ])('GAP-077 parses %s in bounded time', (_, hostile) => {
    plainTextOf(hostile.slice(0, 1_000));
    const before = process.cpuUsage();
    plainTextOf(hostile);
    const { user } = process.cpuUsage(before);
    // Microseconds per character, many times the measured value. Quadratic time would take a minute.
    expect(user).toBeLessThan(10_000_000);
  });
});
