import { describe, expect, it } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { MessageContent } from './message-content.js';
import { tokensOf } from './message-text.js';

const show = (content: string) => render(<MessageContent content={content} me="vesper" />).container;

describe('the text of a message', () => {
  it('GAP-130 draws links, code, bold, italic and mentions', () => {
    show('see https://example.org/a_b, `x = 1`, **loud**, *soft*, @juno_9 and @vesper');
    expect(screen.getByRole('link')).toHaveAttribute('href', 'https://example.org/a_b');
    expect(screen.getByRole('link')).toHaveAttribute('rel', 'nofollow noopener noreferrer ugc');
    expect(screen.getByText('x = 1').tagName).toBe('CODE');
    expect(screen.getByText('loud').tagName).toBe('STRONG');
    expect(screen.getByText('soft').tagName).toBe('EM');
    expect(screen.getByText('@juno_9')).toHaveClass('ment');
    expect(screen.getByText('@vesper')).toHaveClass('is-me');
  });

  it('GAP-130 draws nothing else', () => {
    const text = '<b onclick="x()">hi</b> # no title\n- no list\n[no](javascript:alert(1)) ![no](x.png)';
    const container = show(text);
    expect(container.textContent).toBe(text);
    expect(container.querySelectorAll('p > *')).toHaveLength(0);
  });

  it('GAP-130 keeps line breaks', () => {
    expect(show('one\n\ntwo').textContent).toBe('one\n\ntwo');
  });

  it.each([
    ['https://example.org.', 'https://example.org'],
    ['(https://example.org/a)', 'https://example.org/a'],
    ['https://en.wikipedia.org/wiki/Star_(sailing), yes', 'https://en.wikipedia.org/wiki/Star_(sailing)'],
    ['HTTPS is not one, http://localhost:3000/x is', 'http://localhost:3000/x'],
  ])('finds the address in %s', (content, address) => {
    const found = tokensOf(content).filter(({ kind }) => kind === 'link');
    expect(found).toEqual([{ kind: 'link', text: address }]);
  });

  it.each(['2 * 3 * 4', 'a*b*c', '**', '** no **', '`', 'me@example.org', '@ab', 'javascript:alert(1)', '*'])(
    'leaves %s alone',
    (content) => {
      expect(tokensOf(content)).toEqual([{ kind: 'text', text: content }]);
    },
  );

  it('marks inside bold and italic are drawn, and code is left as it is', () => {
    expect(tokensOf('**see `a*b*c` by @juno_9**')).toEqual([
      {
        kind: 'bold',
        parts: [
          { kind: 'text', text: 'see ' },
          { kind: 'code', text: 'a*b*c' },
          { kind: 'text', text: ' by ' },
          { kind: 'mention', text: '@juno_9' },
        ],
      },
    ]);
  });

  it.each(['*', '**a', '`a', 'https://', '@a', '(', 'https://a('])(
    'GAP-130 is quick with a message full of %s',
    (part) => {
      const content = part.repeat(Math.floor(4_000 / part.length));
      const before = performance.now();
      tokensOf(content);
      // It takes a millisecond or two; what looks back at every step never ends.
      expect(performance.now() - before).toBeLessThan(5_000);
    },
  );
});
