import { beforeEach, describe, expect, it } from '@jest/globals';
import { hashtagsOf } from '@oniverse/markdown';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import * as fc from 'fast-check';
import { create } from 'zustand';
import { installHighlighter } from '../testing/highlighter.js';
import { renderWithLinks } from '../testing/render.js';
import { Markdown } from './markdown.js';

const AUTHOR = '0193a000-0000-7000-8000-000000000001';

async function renderMarkdown(text: string, authorId = AUTHOR): Promise<HTMLElement> {
  const { container } = render(<Markdown text={text} authorId={authorId} />);
  await waitFor(() => expect(container.querySelector('.markdown__plain')).toBeNull());
  return container;
}

beforeEach(installHighlighter);

describe('Markdown', () => {
  it('MDN-001 renders tables in scrollable regions', async () => {
    await renderMarkdown('| Project | State |\n| --- | ---: |\n| Tidal Library | open |');
    const table = within(screen.getByRole('group', { name: 'Table' })).getByRole('table');
    expect(within(table).getByRole('columnheader', { name: 'Project' })).toBeInTheDocument();
    expect(within(table).getByRole('cell', { name: 'Tidal Library' })).toBeInTheDocument();
  });

  it('MDN-002 renders nested lists and tasks', async () => {
    await renderMarkdown('- a\n  - b\n\n1. c\n\n- [x] done\n- [ ] open');
    expect(screen.getByText('b').closest('ul')?.parentElement?.tagName).toBe('LI');
    expect(screen.getByText('c').closest('ol')).not.toBeNull();
    expect(screen.getByRole('checkbox', { name: 'Done' })).toBeChecked();
    expect(screen.getByRole('checkbox', { name: 'Not done' })).not.toBeChecked();
  });

  it('MDN-003 keeps single line breaks', async () => {
    const page = await renderMarkdown('one\ntwo');
    expect(page.querySelectorAll('p br')).toHaveLength(1);
  });

  it.each([
    ['MDN-004', 'python', 'def f():', 'def'],
    ['MDN-005', 'javascript', 'const a = 1', 'const'],
    ['MDN-006', 'typescript', 'interface A {}', 'interface'],
    ['MDN-007', 'rust', 'fn main() {}', 'fn'],
    ['MDN-008', 'sql', 'SELECT 1', 'SELECT'],
    ['MDN-010', 'js', 'const a = 1', 'const'],
    ['MDN-010', 'ts', 'interface A {}', 'interface'],
    ['MDN-010', 'py', 'def f():', 'def'],
    ['MDN-010', 'rs', 'fn main() {}', 'fn'],
    ['MDN-009', 'cobol', 'if x then "y"', 'if'],
    ['MDN-011', 'sh', 'if true; then echo "y"; fi', 'fi'],
    ['MDN-011', 'shell', 'if true; then echo "y"; fi', 'fi'],
  ])('%s highlights %s', async (_row, language, code, keyword) => {
    const page = await renderMarkdown(`\`\`\`${language}\n${code}\n\`\`\``);
    await waitFor(() => {
      const keywords = [...page.querySelectorAll('.listing__keyword')].map(({ textContent }) => textContent);
      expect(keywords).toContain(keyword);
    });
    expect(screen.getByRole('group', { name: `Code: ${language}` })).toHaveTextContent(code);
  });

  it('MDN-009 highlights code without a language', async () => {
    const page = await renderMarkdown('```\nreturn "text" // note\n```');
    await waitFor(() => expect(page.querySelector('.listing__value')).toHaveTextContent('"text"'));
    expect(page.querySelector('.listing__comment')).toHaveTextContent('// note');
  });

  it('starts headings below those of the page', async () => {
    await renderMarkdown('# One\n\n## Two');
    expect(screen.getByRole('heading', { level: 2, name: 'One' })).toBeInTheDocument();
    expect(screen.getByRole('heading', { level: 3, name: 'Two' })).toBeInTheDocument();
  });

  it('opens external links in a new tab, without referrer and as user content', async () => {
    await renderMarkdown('[away](https://example.org/a) [here](/archive)');
    const away = screen.getByRole('link', { name: 'away' });
    expect(away).toHaveAttribute('rel', 'nofollow noopener noreferrer ugc');
    expect(away).toHaveAttribute('target', '_blank');
    expect(screen.getByRole('link', { name: 'here' })).not.toHaveAttribute('target');
  });
});

const linkPlainly = (username: string, text: string) => <a href={`/u/${username}`}>{text}</a>;

describe('mentions', () => {
  it('NXT-310 become links, except in code, links, addresses and mail', async () => {
    const text =
      'Ask @juno_9, `@code` [@label](/archive) https://example.org/@part mail@juno_9\n\n```\n@block\n```';
    renderWithLinks(<Markdown text={text} authorId={AUTHOR} mention={linkPlainly} />);
    const mention = await screen.findByRole('link', { name: '@juno_9' });
    expect(mention).toHaveAttribute('href', '/u/juno_9');
    expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      '@juno_9',
      '@label',
      'https://example.org/@part',
    ]);
  });
});

describe('hashtags', () => {
  it('become links, except in code, links and URLs', async () => {
    const text = 'On #Moon, `#code` [#label](/archive) ftp://example.org/#part\n\n```\n#block\n```';
    renderWithLinks(<Markdown text={text} authorId={AUTHOR} mention={linkPlainly} />);
    const tag = await screen.findByRole('link', { name: '#Moon' });
    expect(tag).toHaveAttribute('href', '/t/moon');
    expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['#Moon', '#label']);
  });

  it('are those that servers find in the text', async () => {
    const parts = fc.constantFrom(
      ...'#a|＃बि|#Straße|b| |\n|\n\n|\\|[|]|(|)|*|`|> |- |    |[^1]|[^1]: |&#35;|www.a.example/|=|~~|<|>|!|```\n|\u0301|🌙'.split(
        '|',
      ),
      '|',
      '| - |\n',
    );
    const useText = create(() => ({ text: '#a' }));
    const Shown = () => (
      <Markdown text={useText(({ text }) => text)} authorId={AUTHOR} mention={linkPlainly} />
    );
    const { container } = renderWithLinks(<Shown />);
    await screen.findByRole('link', { name: '#a' });
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 24 }), (written) => {
        const text = written.join('');
        act(() => useText.setState({ text }));
        const shown = [...container.querySelectorAll('a[href^="/t/"]')].map((link) =>
          decodeURIComponent(link.getAttribute('href')?.slice('/t/'.length) ?? ''),
        );
        expect([...new Set(shown)]).toEqual(hashtagsOf(text));
      }),
    );
    // The last text may have code, whose colours would arrive after the test.
    act(() => useText.setState({ text: '' }));
  });

  it('stay text without a kind', async () => {
    await renderMarkdown('On #Moon');
    expect(screen.queryByRole('link')).not.toBeInTheDocument();
  });
});

describe('links to headings', () => {
  const text =
    '[Jump](#the-end) [Again](#the-end-1) [Nowhere](#no%E0)\n\n# The end\n\n# The end\n\n[विज्ञान](#विज्ञान)\n\n## विज्ञान';

  it('scroll to a heading of the same document and focus it', async () => {
    const others = await renderMarkdown(text);
    const page = await renderMarkdown(text);
    const scrolled: Element[] = [];
    Element.prototype.scrollIntoView = function record() {
      scrolled.push(this);
    };
    const [first, second, third] = within(page).getAllByRole('heading');
    for (const [name, heading] of [
      ['Jump', first],
      ['Again', second],
      ['विज्ञान', third],
    ] as const) {
      await userEvent.click(within(page).getByRole('link', { name }));
      expect(document.activeElement).toBe(heading);
      expect(scrolled.at(-1)).toBe(heading);
    }
    await userEvent.click(within(page).getByRole('link', { name: 'Nowhere' }));
    expect(scrolled).toHaveLength(3);
    const ids = [...others.querySelectorAll('[id]'), ...page.querySelectorAll('[id]')].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('open a page at the heading that its address names', async () => {
    window.location.hash = '#the-end-1';
    try {
      render(<Markdown text={text} authorId={AUTHOR} followsHash />);
      await waitFor(() => expect(document.activeElement).toBe(screen.getAllByRole('heading')[1]));
    } finally {
      window.location.hash = '';
    }
  });
});

describe('pictures', () => {
  it('load from other hosts only after a click, which applies to all of that author’s', async () => {
    const text = '![a stair](https://pictures.example/stair.jpg)';
    await renderMarkdown(text);
    expect(screen.queryByRole('img')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: /Show the picture from pictures\.example/u }));
    const picture = screen.getByRole('img', { name: 'a stair' });
    expect(picture).toHaveAttribute('src', 'https://pictures.example/stair.jpg');
    expect(picture).toHaveAttribute('referrerpolicy', 'no-referrer');
    expect(picture).toHaveAttribute('loading', 'lazy');
    await renderMarkdown('![b](https://pictures.example/b.jpg)');
    expect(screen.getByRole('img', { name: 'b' })).toBeInTheDocument();
    await renderMarkdown('![c](https://pictures.example/c.jpg)', 'somebody-else');
    expect(screen.queryByRole('img', { name: 'c' })).toBeNull();
  });

  it('load from our object store at once, as renditions', async () => {
    await renderMarkdown('![mine](/objects/abc)');
    expect(screen.getByRole('img', { name: 'mine' })).toHaveAttribute('src', '/objects/abc?w=1280');
  });

  it('are words where our object store shows none to the reader', async () => {
    await renderMarkdown('![mine](/objects/abc)');
    fireEvent.error(screen.getByRole('img', { name: 'mine' }));
    expect(screen.queryByRole('img')).toBeNull();
    expect(screen.getByText('mine')).toBeInTheDocument();
  });

  it.each(['http://pictures.example/a.jpg', 'data:image/png;base64,AAAA', 'javascript:alert(1)'])(
    'are words where they come from %s',
    async (address) => {
      await renderMarkdown(`![a stair](${address})`);
      expect(screen.queryByRole('img')).toBeNull();
      expect(screen.queryByRole('button')).toBeNull();
      expect(screen.getByText(/a stair/u)).toBeInTheDocument();
    },
  );
});

describe('hostile documents', () => {
  it.each([
    '<script>window.bad = 1</script>',
    '<img src=x onerror="window.bad = 1">',
    '[click](javascript:window.bad=1)',
    '[click](data:text/html,<script>window.bad=1</script>)',
    '<a href="https://example.org" onclick="window.bad=1">x</a>',
    '<style>body { display: none }</style>',
    '<iframe src="https://example.org"></iframe>',
  ])('GAP-057 execute nothing: %s', async (text) => {
    const page = await renderMarkdown(text);
    expect(page.querySelector('script, style, iframe, img, [onclick], [onerror]')).toBeNull();
    for (const link of page.querySelectorAll('a[href]')) {
      expect(link.getAttribute('href')).not.toMatch(/^(?:javascript|data):/u);
    }
    expect(window).not.toHaveProperty('bad');
  });

  it('GAP-057 show raw HTML as text', async () => {
    await renderMarkdown('a <b>bold</b> word');
    expect(screen.getByText('a <b>bold</b> word')).toBeInTheDocument();
  });

  const SIZE = 20_000;
  const filled = (text: string) => text.repeat(Math.floor(SIZE / text.length));
  it.each([
    ['nested quotes', filled('> ')],
    ['nested lists', filled('1. ')],
    ['strikes', filled('~a')],
    ['emphasis', filled('*_')],
    ['emphasis round a word', `${'*'.repeat(SIZE / 2)}a${'*'.repeat(SIZE / 2)}`],
    ['links', filled('[a](')],
    ['references', filled('[a][')],
    ['a wide table', `${'|a'.repeat(500)}|\n${'|-'.repeat(500)}|\n${'|b\n'.repeat(500)}`],
    ['many tables', `${'|a'.repeat(44)}|\n${'|-'.repeat(44)}|\n${'|b\n'.repeat(44)}\n`.repeat(60)],
  ])('stay small and completely visible: %s', async (_name, text) => {
    await renderMarkdown('a');
    // The component is loaded now, so no plain text stands in for it.
    const { container: page } = render(<Markdown text={text} authorId={AUTHOR} />);
    expect(page.querySelectorAll('*').length).toBeLessThan(30_000);
    expect(page.textContent?.replaceAll(/\s/gu, '').length).toBeGreaterThan(0);
  });

  it('are shown as written beyond the caps', async () => {
    const { container } = render(
      <Markdown text={`**a**\n\n${'- **b**\n'.repeat(2_000)}`} authorId={AUTHOR} />,
    );
    await waitFor(() => expect(container.querySelector('strong')).toHaveTextContent('a'));
    expect(container.querySelectorAll('li').length).toBeGreaterThan(100);
    const plain = container.querySelector('.markdown__plain');
    expect(plain?.tagName).toBe('P');
    expect(plain).toHaveTextContent(/^(?:- \*\*b\*\* ?)+$/u);
  });
});
