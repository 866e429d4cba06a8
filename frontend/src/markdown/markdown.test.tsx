import { afterEach, describe, expect, it } from '@jest/globals';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Markdown } from './markdown.js';

const AUTHOR = '0193a000-0000-7000-8000-000000000001';

/** Draws a text, and waits until it is drawn. */
async function draw(text: string, authorId = AUTHOR): Promise<HTMLElement> {
  const { container } = render(<Markdown text={text} authorId={authorId} />);
  await waitFor(() => expect(container.querySelector('.md__plain')).toBeNull());
  return container;
}

afterEach(() => localStorage.clear());

describe('a document', () => {
  it('MDN-001 draws tables, which scroll in themselves', async () => {
    await draw('| Project | State |\n| --- | ---: |\n| Tidal Library | open |');
    const table = within(screen.getByRole('region', { name: 'Table' })).getByRole('table');
    expect(within(table).getByRole('columnheader', { name: 'Project' })).toBeInTheDocument();
    expect(within(table).getByRole('cell', { name: 'Tidal Library' })).toBeInTheDocument();
  });

  it('MDN-002 draws lists in lists, and tasks', async () => {
    await draw('- a\n  - b\n\n1. c\n\n- [x] done\n- [ ] open');
    expect(screen.getByText('b').closest('ul')?.parentElement?.tagName).toBe('LI');
    expect(screen.getByText('c').closest('ol')).not.toBeNull();
    expect(screen.getByRole('checkbox', { name: 'Done' })).toBeChecked();
    expect(screen.getByRole('checkbox', { name: 'Not done' })).not.toBeChecked();
  });

  it('MDN-003 breaks a line where it is broken', async () => {
    const page = await draw('one\ntwo');
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
  ])('%s colours %s', async (_row, language, code, keyword) => {
    const page = await draw(`\`\`\`${language}\n${code}\n\`\`\``);
    const keywords = [...page.querySelectorAll('.hljs-keyword')].map(({ textContent }) => textContent);
    expect(keywords).toContain(keyword);
    expect(screen.getByRole('region', { name: `Code: ${language}` })).toHaveTextContent(code);
  });

  it('MDN-009 colours code of no language', async () => {
    const page = await draw('```\nreturn "text" // note\n```');
    expect(page.querySelector('.hljs-string')).toHaveTextContent('"text"');
    expect(page.querySelector('.hljs-comment')).toHaveTextContent('// note');
  });

  it('begins its headings below those of the page', async () => {
    await draw('# One\n\n## Two');
    expect(screen.getByRole('heading', { level: 2, name: 'One' })).toBeInTheDocument();
    expect(screen.getByRole('heading', { level: 3, name: 'Two' })).toBeInTheDocument();
  });

  it('opens what leads away in a window of its own, and says that it is not ours', async () => {
    await draw('[away](https://example.org/a) [here](/archive)');
    const away = screen.getByRole('link', { name: 'away' });
    expect(away).toHaveAttribute('rel', 'nofollow noopener noreferrer ugc');
    expect(away).toHaveAttribute('target', '_blank');
    expect(screen.getByRole('link', { name: 'here' })).not.toHaveAttribute('target');
  });
});

describe('pictures', () => {
  it('come from other hosts only after a click, which holds for that author', async () => {
    const text = '![a stair](https://pictures.example/stair.jpg)';
    await draw(text);
    expect(screen.queryByRole('img')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: /Show the picture from pictures\.example/u }));
    const picture = screen.getByRole('img', { name: 'a stair' });
    expect(picture).toHaveAttribute('src', 'https://pictures.example/stair.jpg');
    expect(picture).toHaveAttribute('referrerpolicy', 'no-referrer');
    expect(picture).toHaveAttribute('loading', 'lazy');
    await draw('![b](https://pictures.example/b.jpg)');
    expect(screen.getByRole('img', { name: 'b' })).toBeInTheDocument();
    await draw('![c](https://pictures.example/c.jpg)', 'somebody-else');
    expect(screen.queryByRole('img', { name: 'c' })).toBeNull();
  });

  it('come from our store at once, as renditions', async () => {
    await draw('![mine](/objects/abc)');
    expect(screen.getByRole('img', { name: 'mine' })).toHaveAttribute('src', '/objects/abc?w=1280');
  });

  it.each(['http://pictures.example/a.jpg', 'data:image/png;base64,AAAA', 'javascript:alert(1)'])(
    'are words where they come from %s',
    async (address) => {
      await draw(`![a stair](${address})`);
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
  ])('GAP-057 run nothing: %s', async (text) => {
    const page = await draw(text);
    expect(page.querySelector('script, style, iframe, img, [onclick], [onerror]')).toBeNull();
    for (const link of page.querySelectorAll('a[href]')) {
      expect(link.getAttribute('href')).not.toMatch(/^(?:javascript|data):/u);
    }
    expect(window).not.toHaveProperty('bad');
  });

  it('GAP-057 show the HTML that a member wrote as it was written', async () => {
    await draw('a <b>bold</b> word');
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
  ])('stay small, and are seen whole: %s', async (_name, text) => {
    const page = await draw(text);
    expect(page.querySelectorAll('*').length).toBeLessThan(30_000);
    expect(page.textContent?.replaceAll(/\s/gu, '').length).toBeGreaterThan(0);
  });

  it('are seen as they were written where they are too long', async () => {
    const { container } = render(<Markdown text={'long '.repeat(100_000)} authorId={AUTHOR} />);
    expect(container.querySelector('.md__plain')).toHaveTextContent('long long');
  });
});
