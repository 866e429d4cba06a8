import { describe, expect, it } from '@jest/globals';
import { render, screen, within } from '@testing-library/react';
import { groupView } from '../../../testing/servers.js';
import { renderWithLinks } from '../../../testing/render.js';
import { MessageContent } from './message-content.js';
import { TalkGroupsContext } from './talk-groups.js';

const show = (content: string, isEdited = false) =>
  render(<MessageContent content={content} me="vesper" isEdited={isEdited} />).container;

describe('the content of a message', () => {
  it('GAP-130 renders links, code, bold and italic', () => {
    show('see https://example.org/a_b, `x = 1`, **loud**, *soft* and ~~gone~~');
    expect(screen.getByRole('link')).toHaveAttribute('href', 'https://example.org/a_b');
    expect(screen.getByRole('link')).toHaveAttribute('rel', 'nofollow noopener noreferrer ugc');
    expect(screen.getByText('x = 1').tagName).toBe('CODE');
    expect(screen.getByText('loud').tagName).toBe('STRONG');
    expect(screen.getByText('soft').tagName).toBe('EM');
    expect(screen.getByText('gone').tagName).toBe('DEL');
  });

  it('GAP-130 NXT-310 links the mentioned members, and marks the reader', async () => {
    renderWithLinks(<MessageContent content="For @juno_9 and @vesper" me="vesper" />);
    const other = await screen.findByRole('link', { name: '@juno_9' });
    expect(other).toHaveAttribute('href', '/u/juno_9');
    expect(other).not.toHaveClass('is-me');
    expect(screen.getByRole('link', { name: '@vesper' })).toHaveClass('is-me');
  });

  it('TLK-251 marks mentions of groups, which lead nowhere, and those of the reader', async () => {
    const all = [groupView('night_watch', { color: 'warm' }), groupView('lookouts', { isOwn: true })];
    renderWithLinks(
      <TalkGroupsContext value={{ all, mentionable: [] }}>
        <MessageContent content="**@Night_Watch**, @lookouts and @juno_9" me="vesper" />
      </TalkGroupsContext>,
    );
    expect(await screen.findByRole('link', { name: '@juno_9' })).toBeInTheDocument();
    expect(screen.getAllByRole('link')).toHaveLength(1);
    const watch = screen.getByText('@Night_Watch');
    expect(watch).toHaveClass('group-mark--warm');
    expect(watch.closest('.mention')).not.toHaveClass('is-me');
    expect(screen.getByText('@lookouts').closest('.mention')).toHaveClass('is-me');
  });

  it('GAP-130 renders no HTML, headings, tables or pictures', () => {
    const text =
      '<b onclick="x()">hi</b>\n# no title\n| no | table |\n| -- | ----- |\n[no](javascript:alert(1)) ![no](x.png)';
    const container = show(text);
    expect(container.textContent).toBe(text);
    expect(container.querySelectorAll('p > *')).toHaveLength(0);
  });

  it('GAP-130 keeps line breaks', () => {
    expect(show('one\n\ntwo').textContent).toBe('one\n\ntwo');
  });

  it('renders code blocks, quotes and lists', () => {
    const container = show('```js\na * b\n```\n> said **before**\n\n1. one\n   - under one\n2. two', true);
    expect(screen.getByRole('group', { name: 'Code: js' })).toHaveTextContent('a * b');
    expect(screen.getByText('before').closest('blockquote')).not.toBeNull();
    const [outer, inner] = screen.getAllByRole('list');
    expect(outer?.tagName).toBe('OL');
    expect(within(inner ?? document.body).getByRole('listitem')).toHaveTextContent('under one');
    expect(container).toHaveTextContent('(edited)');
  });

  it('shows the address of a labelled link in its tooltip', () => {
    show('[**home**](https://example.org/)');
    const link = screen.getByRole('link', { name: 'home' });
    expect(link).toHaveAttribute('href', 'https://example.org/');
    expect(link).toHaveAttribute('title', 'https://example.org/');
  });

  it('NXT-010 links a hashtag to its page', async () => {
    renderWithLinks(<MessageContent content="see #Moon" me="vesper" />);
    expect(await screen.findByRole('link', { name: '#Moon' })).toHaveAttribute('href', '/t/moon');
  });

  it('follows the text direction and isolates names and addresses from it', async () => {
    renderWithLinks(<MessageContent content="שלום @juno_9 https://example.org" me="vesper" />);
    const name = await screen.findByRole('link', { name: '@juno_9' });
    expect(name.closest('p')).toHaveAttribute('dir', 'auto');
    expect(name).toHaveAttribute('dir', 'auto');
    expect(screen.getByRole('link', { name: 'https://example.org' }).closest('bdi')).not.toBeNull();
  });

  it.each(['>', '> ', '- ', '*', '*a **b ', '`', '['])('survives a message full of %j', (part) => {
    const content = part.repeat(4_000 / part.length);
    const container = show(content);
    expect(container.querySelectorAll('blockquote, ul').length).toBeLessThanOrEqual(6);
    expect(container.textContent?.length).toBeGreaterThan(0);
  });
});
