import { describe, expect, it, jest } from '@jest/globals';
import { search, type SearchView } from '@oniverse/contracts';
import { createEvent, fireEvent, screen, waitFor } from '@testing-library/react';
import { useRef, useState } from 'react';
import { mock } from '../../../testing/mock.js';
import { renderWithQueries } from '../../../testing/render.js';
import { CompletionStrip, useCompletion } from './index.js';

function Composer() {
  const [text, write] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  const completion = useCompletion({ field, text, write, userId: 'u-vesper' });
  return (
    <>
      <CompletionStrip list={completion.list} />
      <textarea
        ref={field}
        aria-label="Text"
        value={text}
        onChange={(event) => {
          write(event.target.value);
          completion.onTyped(event);
        }}
        onBlur={completion.close}
        onKeyDown={completion.onKey}
        {...completion.field}
      />
    </>
  );
}

const TAGS = ['night_walks', 'nightmares', 'midnight'];

/** Answers searches with these tags and one member. @returns the requests */
function answerSearches() {
  return mock(search, ({ query: { kinds } }): SearchView => {
    const nextCursor = null;
    if (kinds === 'tags')
      return {
        tags: { items: TAGS.map((name) => ({ name, memberCount: 1 })), nextCursor },
        isComplete: true,
      };
    const names = { username: 'juno_9', displayName: 'Juno', profileImageUrl: null };
    return {
      members: { items: [{ id: 'u-juno', ...names, bio: null, excerpt: null }], nextCursor },
      isComplete: true,
    };
  });
}

const field = () => screen.getByLabelText<HTMLTextAreaElement>('Text');
const list = () => screen.queryByRole('listbox');
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);
const selected = () => screen.getByRole('option', { selected: true });

describe('completion', () => {
  it('TLK-031 suggests at most five emojis by name or keyword, and Tab takes one', async () => {
    const { user } = renderWithQueries(<Composer />);
    await user.type(field(), 'the small :tel');
    expect(await screen.findByRole('listbox', { name: 'Emoji matching :tel' })).toBeInTheDocument();
    expect(options().length).toBeLessThanOrEqual(5);
    expect(field()).toHaveAttribute('aria-activedescendant', selected().id);
    expect(field()).toHaveAttribute('aria-controls', list()?.id);
    await user.type(field(), 'esc');
    expect(selected()).toHaveTextContent('🔭:telescope:');
    await user.keyboard('{Tab}');
    expect(field()).toHaveValue('the small 🔭 ');
    expect(list()).not.toBeInTheDocument();
    expect(field()).not.toHaveAttribute('aria-activedescendant');
    expect(localStorage.getItem('oni-recent-emoji:u-vesper')).toBe('🔭');
  });

  it('NXT-410 replaces a known name or code at its second colon, but no keyword, which several emojis may have', async () => {
    const { user } = renderWithQueries(<Composer />);
    for (const [typed, expected] of [
      [':+1:', '👍️ '],
      ['so :tada:', 'so 🎉 '],
      [':telescope:', '🔭 '],
      [':extraterrestrial:', ':extraterrestrial:'],
      ['`:tada:', '`:tada:'],
      ['10:tada:', '10:tada:'],
    ] as const) {
      await user.clear(field());
      await user.type(field(), typed);
      await waitFor(() => expect(field()).toHaveValue(expected));
    }
  });

  it('NXT-410 leaves Enter to the text after an emoji, until an arrow key chose it or its code was typed', async () => {
    const { user } = renderWithQueries(<Composer />);
    await user.type(field(), ':-P{Enter}:tad');
    await screen.findByRole('listbox');
    await user.keyboard('{Enter}');
    expect(field()).toHaveValue(':-P\n:tad\n');
    await user.type(field(), ':tada');
    await waitFor(() => expect(selected()).toHaveTextContent('🎉'));
    await user.keyboard('{Enter}');
    expect(field()).toHaveValue(':-P\n:tad\n🎉 ');
    await user.type(field(), ':telesc');
    await screen.findByRole('listbox');
    await user.keyboard('{ArrowDown}{Enter}');
    expect(field()).toHaveValue(':-P\n:tad\n🎉 🔭 ');
  });

  it('NXT-410 completes by an edit that can be undone, and leaves the text that undoing brings back', async () => {
    const execCommand = jest
      .spyOn(document, 'execCommand')
      .mockImplementation((_command: string, _showsUi?: boolean, text = '') => {
        const { selectionStart, selectionEnd } = field();
        field().setRangeText(text, selectionStart, selectionEnd, 'end');
        return fireEvent(field(), new InputEvent('input', { bubbles: true, inputType: 'insertText' }));
      });
    const { user } = renderWithQueries(<Composer />);
    await user.type(field(), 'so :tada:');
    await waitFor(() => expect(field()).toHaveValue('so 🎉 '));
    expect(execCommand).toHaveBeenCalledWith('insertText', false, '🎉 ');
    const undoTo = (text: string) => {
      field().setRangeText(text, 0, field().value.length, 'end');
      fireEvent(field(), new InputEvent('input', { bubbles: true, inputType: 'historyUndo' }));
    };
    undoTo('so :tada:');
    await user.keyboard('{Enter}');
    expect(field()).toHaveValue('so :tada:\n');
    await user.type(field(), ':tada');
    await screen.findByRole('listbox');
    await user.keyboard('{Tab}');
    expect(field()).toHaveValue('so :tada:\n🎉 ');
    undoTo('so :tada:\n:tada');
    expect(list()).not.toBeInTheDocument();
    await user.keyboard('{Enter}');
    expect(field()).toHaveValue('so :tada:\n:tada\n');
    execCommand.mockRestore();
  });

  it('TLK-031 moves with the arrow keys, also sideways where the caret could not move, and Escape closes', async () => {
    answerSearches();
    const { user } = renderWithQueries(<Composer />);
    await user.type(field(), '#night');
    await screen.findByRole('listbox', { name: 'Tags matching #night' });
    expect(options()).toEqual(['#night_walkstab', '#nightmares', '#midnight']);
    await user.keyboard('{ArrowDown}{ArrowRight}');
    expect(selected()).toHaveTextContent('#midnight');
    await user.keyboard('{ArrowLeft}{ArrowUp}{ArrowUp}');
    expect(selected()).toHaveTextContent('#midnight');
    await user.keyboard('{Escape}');
    expect(list()).not.toBeInTheDocument();
    await user.keyboard('{Tab}');
    expect(field()).toHaveValue('#night');
    expect(field()).not.toHaveFocus();
  });

  it('leaves Enter to the text after a tag, until an arrow key chose one', async () => {
    answerSearches();
    const { user } = renderWithQueries(<Composer />);
    await user.type(field(), '#night');
    await screen.findByRole('listbox');
    await user.keyboard('{Enter}');
    expect(field()).toHaveValue('#night\n');
    await user.type(field(), '#night');
    await screen.findByRole('listbox');
    await user.keyboard('{ArrowDown}{Enter}');
    expect(field()).toHaveValue('#night\n#nightmares ');
  });

  it('asks once for what was typed in one go, and never without a name', async () => {
    const requests = answerSearches();
    const { user } = renderWithQueries(<Composer />);
    await user.type(field(), 'words @ # : @juno');
    expect(await screen.findByRole('listbox', { name: 'Members matching @juno' })).toBeInTheDocument();
    await user.keyboard('{Enter}');
    expect(field()).toHaveValue('words @ # : @juno_9 ');
    expect(requests.map(({ query }) => `${query.kinds} ${query.q}`)).toEqual(['members juno']);
  });

  it('takes a suggestion on a click, which leaves the focus in the field', async () => {
    answerSearches();
    const { user } = renderWithQueries(<Composer />);
    await user.type(field(), '#night');
    await user.click(await screen.findByRole('option', { name: '#nightmares' }));
    expect(field()).toHaveValue('#nightmares ');
    expect(field()).toHaveFocus();
  });

  it('leaves the keys of the input method to it', async () => {
    answerSearches();
    const { user } = renderWithQueries(<Composer />);
    await user.type(field(), '#night');
    await screen.findByRole('listbox');
    for (const key of [{ isComposing: true }, { keyCode: 229 }]) {
      const enter = createEvent.keyDown(field(), { key: 'Tab', ...key });
      fireEvent(field(), enter);
      expect(enter.defaultPrevented).toBe(false);
    }
    expect(field()).toHaveValue('#night');
  });

  it('closes when the field loses the focus', async () => {
    answerSearches();
    const { user } = renderWithQueries(<Composer />);
    await user.type(field(), '#night');
    await screen.findByRole('listbox');
    await user.click(document.body);
    await waitFor(() => expect(list()).not.toBeInTheDocument());
  });
});
