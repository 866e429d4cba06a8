import { describe, expect, it } from '@jest/globals';
import { findHashtags } from '../shared/hashtags.js';
import {
  type MessageBlock,
  messageBlocksOf,
  messageAddressesOf,
  messageMentionsOf,
  messagePlainText,
  type MessageSpan,
} from './message-text.js';

const text = (shown: string): MessageSpan => ({ kind: 'text', text: shown });
const code = (shown: string): MessageSpan => ({ kind: 'code', text: shown });
const link = (address: string, label = address): MessageSpan => ({
  kind: 'link',
  address,
  parts: [text(label)],
});
const paragraph = (...parts: (MessageSpan | string)[]): MessageBlock => ({
  kind: 'paragraph',
  parts: parts.map((part) => (typeof part === 'string' ? text(part) : part)),
});

function spansIn(content: string): MessageSpan[] {
  const [block, ...others] = messageBlocksOf(content);
  if (block?.kind !== 'paragraph' || others.length > 0)
    throw new Error('The message is not a single line of text.');
  return block.parts;
}

describe('messageBlocksOf, within a line', () => {
  it.each([
    ['https://example.org.', 'https://example.org'],
    ['(https://example.org/a)', 'https://example.org/a'],
    ['https://en.wikipedia.org/wiki/Star_(sailing), yes', 'https://en.wikipedia.org/wiki/Star_(sailing)'],
    ['HTTPS is not one, http://localhost:3000/x is', 'http://localhost:3000/x'],
    ['https://a_b.org/c*d', 'https://a_b.org/c*d'],
    ['**https://example.org**', 'https://example.org'],
    ['~~https://example.org/~~', 'https://example.org/'],
    ['![a cat](https://example.org/cat.png)', 'https://example.org/cat.png'],
  ])('GAP-130 finds the address in %s', (content, address) => {
    const flat = (spans: readonly MessageSpan[]): MessageSpan[] =>
      spans.flatMap((span) => (span.kind !== 'link' && 'parts' in span ? flat(span.parts) : [span]));
    const links = flat(spansIn(content)).filter(({ kind }) => kind === 'link');
    expect(links).toEqual([link(address)]);
  });

  it.each([
    ['2 * 3 * 4'],
    ['a*b*c'],
    ['snake_case_name'],
    ['**'],
    ['** no **'],
    ['`'],
    ['me@example.org'],
    ['@ab'],
    ['javascript:alert(1)'],
    ['[no](javascript:alert(1))'],
    ['https://'],
    ['*'],
    ['~5 or ~6'],
    ['~~~a~~~b'],
    ['# no heading'],
    ['| no | table |'],
    ['![no](picture.png)'],
    ['****no****'],
    ['a & #'],
    ['a#b'],
    [`#${'x'.repeat(51)}`],
  ])('GAP-130 leaves %s unchanged', (content) => {
    expect(messageBlocksOf(content)).toEqual([paragraph(content)]);
  });

  it.each<[string, MessageSpan[]]>([
    ['**a**', [{ kind: 'bold', parts: [text('a')] }]],
    ['__a__', [{ kind: 'bold', parts: [text('a')] }]],
    ['*a*', [{ kind: 'italic', parts: [text('a')] }]],
    ['_a_', [{ kind: 'italic', parts: [text('a')] }]],
    ['~~a~~', [{ kind: 'strike', parts: [text('a')] }]],
    ['***a***', [{ kind: 'italic', parts: [{ kind: 'bold', parts: [text('a')] }] }]],
    ['~~a **b**~~', [{ kind: 'strike', parts: [text('a '), { kind: 'bold', parts: [text('b')] }] }]],
    ['**a _b**', [{ kind: 'bold', parts: [text('a _b')] }]],
    ['\\*a* \\`b`', [text('*a* `b`')]],
    ['`` a`b ``', [code('a`b')]],
    ['```a```', [code('a')]],
    ['[a](https://b.org/c_(d))', [link('https://b.org/c_(d)', 'a')]],
    [
      '#Moon, #2',
      [{ kind: 'tag', text: '#Moon', tag: 'moon' }, text(', '), { kind: 'tag', text: '#2', tag: '2' }],
    ],
    ['https://a.org/#b `#c`', [link('https://a.org/#b'), text(' '), code('#c')]],
  ])('parses %s', (content, spans) => {
    expect(spansIn(content)).toEqual(spans);
  });

  it('parses marks inside bold but not inside code', () => {
    expect(spansIn('**see `a*b*c` by @juno_9**')).toEqual([
      {
        kind: 'bold',
        parts: [
          text('see '),
          code('a*b*c'),
          text(' by '),
          { kind: 'mention', text: '@juno_9', username: 'juno_9' },
        ],
      },
    ]);
  });

  it('does not match marks across lines', () => {
    expect(messageBlocksOf('*a\nb*')).toEqual([paragraph('*a\nb*')]);
  });
});

describe('messageBlocksOf, across lines', () => {
  it('GAP-130 keeps line breaks', () => {
    expect(messageBlocksOf('one\n\n  two')).toEqual([paragraph('one\n\n  two')]);
  });

  it('parses fenced code, quotes and lists', () => {
    expect(messageBlocksOf('a\n```ts\nb\n\n  *c*\n```\n> d\n> e\nf\n\n- g\n- h')).toEqual([
      paragraph('a'),
      { kind: 'code', text: 'b\n\n  *c*', language: 'ts' },
      { kind: 'quote', blocks: [paragraph('d\ne')] },
      paragraph('f'),
      { kind: 'list', start: null, items: [[paragraph('g')], [paragraph('h')]] },
    ]);
  });

  it('parses numbered lists, nested lists and code in list items', () => {
    expect(messageBlocksOf('3. a\n4) b\n   - c\n\n     ```\n     d\n     ```')).toEqual([
      {
        kind: 'list',
        start: 3,
        items: [
          [paragraph('a')],
          [
            paragraph('b'),
            { kind: 'list', start: null, items: [[paragraph('c'), { kind: 'code', text: 'd' }]] },
          ],
        ],
      },
    ]);
  });

  it.each([
    ['2024. was a year'],
    ['It was in\n19. of May'],
    ['-'],
    ['* * *'],
    ['```'],
    ['```\n\n```'],
    ['>'],
    ['>\n>'],
    ['+1'],
    ['# Title\n| a | b |\n| - | - |'],
  ])('leaves %j as a paragraph', (content) => {
    expect(messageBlocksOf(content)).toEqual([paragraph(content)]);
  });

  it('TLK-085 reads the language of code from the first word after its fence', () => {
    expect(messageBlocksOf('~~~  Python title="x"\na\n~~~\n```\nb\n```')).toEqual([
      { kind: 'code', text: 'a', language: 'Python' },
      { kind: 'code', text: 'b' },
    ]);
  });

  it('ends unclosed code at the end of the message', () => {
    expect(messageBlocksOf('```\n@a_member')).toEqual([{ kind: 'code', text: '@a_member' }]);
  });

  it('limits nesting and keeps deeper marks as text', () => {
    const deepest = (blocks: readonly MessageBlock[]): number =>
      Math.max(
        0,
        ...blocks.map((block) => {
          if (block.kind === 'quote') return 1 + deepest(block.blocks);
          return block.kind === 'list' ? 1 + Math.max(...block.items.map(deepest)) : 0;
        }),
      );
    for (const mark of ['>', '> ', '- ', '1. ', '> - ']) {
      const content = `${mark.repeat(4_000)}x`;
      expect(deepest(messageBlocksOf(content))).toBe(6);
      expect(JSON.stringify(messageBlocksOf(content))).toContain('x"');
    }
    const spans = (parts: readonly MessageSpan[]): number =>
      Math.max(0, ...parts.map((part) => ('parts' in part ? 1 + spans(part.parts) : 0)));
    expect(spans(spansIn(`${'*a **b _c ~~d '.repeat(500)}${'~~ _ ** * '.repeat(500)}`))).toBeLessThanOrEqual(
      12,
    );
  });
});

describe('messageMentionsOf', () => {
  it('GAP-130 ignores mentions in code and in link labels', () => {
    expect(messageMentionsOf('```\n@property\n```\n> - **@juno_9**')).toEqual(['juno_9']);
    expect(messageMentionsOf('> ```\n> @property\n> ```')).toEqual([]);
    expect(messageMentionsOf('[@juno_9](https://example.org)')).toEqual([]);
  });
});

/** Returns the shortest CPU time of three runs, in milliseconds. */
function cpuOf(work: () => void): number {
  const runs = [1, 2, 3].map(() => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  });
  return Math.min(...runs);
}

const HOSTILE: readonly (readonly [start: string, part: string, end: string])[] = [
  ['https://a', ')', ''],
  ['https://', '(', ''],
  ['', 'https://a) ', ''],
  ['', '[', ''],
  ['', '[a](https://b', ''],
  ['', '[a](https://(', ''],
  ['[a](https://', '()', ''],
  ['', '*', ''],
  ['', '*a ', ''],
  ['', '**a', ''],
  ['', '*a **b _c ', ''],
  ['', '_a* ', ''],
  ['', '~~a', ''],
  ['', '`', 'a`'],
  ['', '`a``', ''],
  ['', '`', '\n`'],
  ['', '\\', ''],
  ['', '@a', ''],
  ['', '#', ''],
  ['', '#a', ''],
  ['', '#\u0301', ''],
  ['#', '\u0301', ''],
  ['', '>', ''],
  ['', '> ', ''],
  ['', '>\n', ''],
  ['', '>\n\n', ''],
  ['', '- ', 'x'],
  ['', '- - x\n', ''],
  ['', '- a\n\n', ''],
  ['- a', '\n', 'b'],
  ['', '```\n', ''],
  ['', '```\na\n```\n', ''],
  ['', '~~~\n\n```\n', ''],
  ['', ' ', 'x'],
  ['', '\n', ''],
];

describe('messageBlocksOf and findHashtags, with hostile messages', () => {
  it.each(HOSTILE)('run in linear time on %j, repeated %j and %j', (start, part, end) => {
    const messageOfSize = (size: number) => start + part.repeat(size / part.length) + end;
    const [small, large] = [messageOfSize(4_000), messageOfSize(128_000)];
    const parse = (content: string) => () => {
      messageBlocksOf(content);
      findHashtags(content);
    };
    parse(small)();
    // Linear work takes 32 times as long, quadratic work 1,024 times; garbage collection can add a factor of 4.
    expect(cpuOf(parse(large))).toBeLessThan(256 * Math.max(cpuOf(parse(small)), 1));
  });

  it('NXT-321 has a plain text of one line, without marks', () => {
    expect(
      messagePlainText('**Look** up, [there](https://example.org):\n\n> a `star`\n\n- one\n- @juno_9'),
    ).toBe('Look up, there: a star one @juno_9');
  });
});

describe('messageAddressesOf', () => {
  it('TLK-382 returns the distinct addresses of links in order, also in quotes, lists and emphasis, without code', () => {
    const content = [
      '**https://a.example/1.** and [b](https://b.example), again https://a.example/1',
      '> - http://c.example/(1)',
      '`https://code.example`',
      '```',
      'https://code.example/2',
      '```',
    ].join('\n');
    expect(messageAddressesOf(content)).toEqual([
      'https://a.example/1',
      'https://b.example',
      'http://c.example/(1)',
    ]);
    expect(messageAddressesOf('https:// is none')).toEqual([]);
  });
});
