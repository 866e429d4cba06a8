import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { highlightRequests, installHighlighter } from '../testing/highlighter.js';
import { useToast } from '../ui/toast-store.js';
import { CodeBlock } from './code-block.js';

const colours = (container: HTMLElement) =>
  [...container.querySelectorAll('code > span')].map(({ className, textContent }) => [
    className,
    textContent,
  ]);

beforeEach(installHighlighter);

describe('a block of code', () => {
  it('TLK-085 is named by its language, and coloured once a worker answers', async () => {
    const { container } = render(<CodeBlock text={'const a = "b" // c'} language="js" />);
    const group = screen.getByRole('group', { name: 'Code: js' });
    expect(group).toHaveTextContent('const a = "b" // c');
    expect(colours(container)).toEqual([]);
    await waitFor(() =>
      expect(colours(container)).toEqual([
        ['listing__keyword', 'const'],
        ['listing__value', '"b"'],
        ['listing__comment', '// c'],
      ]),
    );
    expect(group).toHaveTextContent('const a = "b" // c');
  });

  it('TLK-085 has its colours at once when it comes into view again', async () => {
    const block = <CodeBlock text={'let x = 1'} language="rust" />;
    const first = render(block);
    await waitFor(() => expect(colours(first.container)).not.toEqual([]));
    first.unmount();
    const count = highlightRequests.length;
    const again = render(block);
    expect(colours(again.container)).toEqual([
      ['listing__keyword', 'let'],
      ['listing__value', '1'],
    ]);
    expect(highlightRequests).toHaveLength(count);
  });

  it('TLK-085 follows a change of its text', async () => {
    const { container, rerender } = render(<CodeBlock text="if a" language={undefined} />);
    await waitFor(() => expect(colours(container)).toEqual([['listing__keyword', 'if']]));
    rerender(<CodeBlock text="else b" language={undefined} />);
    expect(container.querySelector('code')).toHaveTextContent('else b');
    await waitFor(() => expect(colours(container)).toEqual([['listing__keyword', 'else']]));
  });

  it('TLK-085 stays plain if it is long', () => {
    const count = highlightRequests.length;
    const { container } = render(<CodeBlock text={'if '.repeat(7_000)} language="js" />);
    expect(highlightRequests).toHaveLength(count);
    expect(colours(container)).toEqual([]);
  });

  it('TLK-085 stays plain if its colours take too long, and does not hold up other blocks', async () => {
    jest.useFakeTimers();
    const slow = render(<CodeBlock text="never" language="js" />);
    const next = render(<CodeBlock text="if (a) b" language="js" />);
    expect(highlightRequests.at(-1)?.text).toBe('never');
    await act(async () => jest.advanceTimersByTimeAsync(2_000));
    expect(colours(next.container)).toEqual([['listing__keyword', 'if']]);
    expect(slow.container.querySelector('code')).toHaveTextContent('never');
  });

  it('TLK-086 is copied as written, by keyboard too, and says so', async () => {
    const user = userEvent.setup({ delay: null });
    const written = jest.spyOn(navigator.clipboard, 'writeText');
    render(<CodeBlock text={'a\n  b'} language={undefined} />);
    await user.tab();
    expect(screen.getByRole('group', { name: 'Code' })).toHaveFocus();
    await user.tab();
    expect(screen.getByRole('button', { name: 'Copy code' })).toHaveFocus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(useToast.getState().toast).toMatchObject({ title: 'Code copied' }));
    expect(written).toHaveBeenCalledWith('a\n  b');
  });
});
