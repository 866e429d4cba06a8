import { describe, expect, it } from '@jest/globals';
import type { ExportedMessage } from '@oniverse/contracts';
import { parseMarkdown } from '@oniverse/markdown';
import { dayHeading, inlineMarkdown, messageMarkdown, quotedMarkdown } from './message-markdown.js';

const MESSAGE: ExportedMessage = {
  id: '019abb00-7f3c-7d2e-9a41-3b5c8d0e6f12',
  channelId: '019abb00-7f3c-7d2e-9a41-3b5c8d0e6f13',
  seq: 12,
  author: { userId: '019abb00-7f3c-7d2e-9a41-3b5c8d0e6f14', username: 'vesper', displayName: 'Vesper Lund' },
  content: 'Is anyone\nstill up?',
  replyToSeq: 11,
  threadId: '019abb00-7f3c-7d2e-9a41-3b5c8d0e6f15',
  reactions: [
    { emoji: '✨', count: 3 },
    { emoji: '🌒', count: 1 },
  ],
  files: [
    {
      id: '019abb00-7f3c-7d2e-9a41-3b5c8d0e6f16',
      kind: 'picture',
      name: 'roof.jpg',
      alt: 'The roof',
      file: 'files/2026-11-29-roof-3b5c8d0e6f16.webp',
    },
  ],
  createdAt: '2026-11-29T21:04:11.512Z',
  editedAt: '2026-11-29T21:05:00.000Z',
};
const BARE: ExportedMessage = {
  ...MESSAGE,
  replyToSeq: null,
  threadId: null,
  reactions: [],
  files: [],
  editedAt: null,
};

const HOSTILE = [
  ['a heading', '# Fake', String.raw`\# Fake`],
  ['emphasis', '**loud** _and_ ~~gone~~', String.raw`\*\*loud\*\* \_and\_ \~\~gone\~\~`],
  ['a picture that tells who reads it', '![x](//spy.example/1.png)', String.raw`!\[x\](//spy.example/1.png)`],
  ['a link of another name', '[bank](javascript:alert(1))', String.raw`\[bank\](javascript:alert(1))`],
  ['a definition for all links', '[1]: https://spy.example', String.raw`\[1\]: <https://spy.example>`],
  ['an element', '<script>alert(1)</script>', String.raw`\<script\>alert(1)\</script\>`],
  ['a comment without end', '<!-- ', String.raw`\<!-- `],
  ['a reference', '&lt;b&gt;', String.raw`\&lt;b\&gt;`],
  ['a fence', '```js', '\\`\\`\\`js'],
  ['a fence of tildes', '~~~', String.raw`\~\~\~`],
  ['a quote within the quote', '> fake', String.raw`\> fake`],
  ['a list', '- one', String.raw`\- one`],
  ['a list with plus', '+ one', String.raw`\+ one`],
  ['a numbered list', '12. one', String.raw`12\. one`],
  ['a numbered list with a bracket', '3) one', String.raw`3\) one`],
  ['a line below a heading', '===', String.raw`\===`],
  ['a rule', '---', String.raw`\---`],
  ['indented code', '    code', '\u00A0\u00A0\u00A0\u00A0code'],
  ['code after a tab', '\tcode', '\u00A0\u00A0\u00A0\u00A0code'],
  ['an indented list', '  - one', String.raw`${'\u00A0\u00A0'}\- one`],
  ['a table', '| a | b |', String.raw`\| a \| b \|`],
  ['a formula', '$x$', String.raw`\$x\$`],
  ['a footnote', '[^1]', String.raw`\[\^1\]`],
  ['a backslash', String.raw`\*`, String.raw`\\\*`],
] as const;

/** Returns the types of all nodes below a node of Markdown. */
function typesBelow(node: object): string[] {
  const children: unknown = Reflect.get(node, 'children');
  return Array.isArray(children)
    ? children.flatMap((child: object) => [String(Reflect.get(child, 'type')), ...typesBelow(child)])
    : [];
}

describe('the Markdown of an archive', () => {
  it('TLK-543 has the author, the time, the text, and what belongs to a message', () => {
    const answered = { seq: 11, author: null, text: 'Hello?' };
    expect(messageMarkdown(MESSAGE, answered)).toBe(`
**Vesper Lund (vesper)**, 21:04, edited · no. 12

In reply to no. 11 by A former member: Hello?

> Is anyone${'  '}
> still up?${'  '}

- [roof.jpg](<files/2026-11-29-roof-3b5c8d0e6f16.webp>): The roof

Reactions: ✨ 3 · 🌒 1

Its thread is in threads.md.
`);
    expect(messageMarkdown({ ...BARE, author: null, content: '' }, null)).toBe(`
**A former member**, 21:04 · no. 12
`);
    expect(messageMarkdown({ ...BARE, replyToSeq: 3 }, null)).toContain(
      'In reply to no. 3, which was deleted',
    );
  });

  it('TLK-543 has a heading for each day of UTC', () => {
    const at = new Date('2026-11-29T00:01:00Z');
    expect(dayHeading('##', at, undefined)).toBe('\n## 2026-11-29\n');
    expect(dayHeading('##', new Date('2026-11-29T23:59:00Z'), at)).toBe('');
    expect(dayHeading('###', new Date('2026-11-30T00:00:00Z'), at)).toBe('\n### 2026-11-30\n');
  });

  it.each(HOSTILE)('TLK-543 lets no text be more than text: %s', (_name, text, line) => {
    expect(quotedMarkdown(text)).toBe(`> ${line}  `);
  });

  it('TLK-543 is read as quoted text between paragraphs, whatever members wrote', () => {
    const content = HOSTILE.map(([, text]) => text).join('\n\n');
    const message = messageMarkdown({ ...BARE, content }, null);
    const { children } = parseMarkdown(`# Title\n${message}${message}`);
    expect(children.map(({ type }) => type)).toEqual([
      'heading',
      'paragraph',
      'blockquote',
      'paragraph',
      'blockquote',
    ]);
    const [, , quote] = children;
    expect(new Set(typesBelow(quote ?? {}))).toEqual(new Set(['paragraph', 'text', 'escapedHash', 'link']));
  });

  it('TLK-543 keeps addresses as links that show where they lead, and ends them before a mark of the sentence', () => {
    expect(quotedMarkdown('See https://oni.example/a_b*c, or (http://x.example).')).toBe(
      '> See <https://oni.example/a_b*c>, or (<http://x.example>).  ',
    );
    expect(quotedMarkdown('https://x.example><b>')).toBe(String.raw`> <https://x.example>\>\<b\>  `);
  });

  it.each(['\n', '\r', '\r\n', '\u2028', '\u2029'])(
    'TLK-543 keeps every line of a text in its message, whatever ends it: %j',
    (end) => {
      const text = ['one', '', '   ', '# two', ''].join(end);
      expect(quotedMarkdown(text)).toBe(['> one  ', '>', '>', String.raw`> \# two  `, '>'].join('\n'));
    },
  );

  it('TLK-543 writes names, descriptions and excerpts on one line', () => {
    expect(inlineMarkdown(' a\n\n# b\t**c** ')).toBe(String.raw`a \# b \*\*c\*\*`);
    const author = { ...MESSAGE.author!, displayName: 'Eve**\n\n# Owner' };
    expect(messageMarkdown({ ...BARE, author }, null)).toContain(
      String.raw`**Eve\*\* \# Owner (vesper)**, 21:04 · no. 12`,
    );
  });
});
