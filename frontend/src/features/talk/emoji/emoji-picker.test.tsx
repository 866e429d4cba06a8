import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { setMedia } from '../../../testing/browser.js';
import { renderWithQueries } from '../../../testing/render.js';
import { EmojiButton } from './index.js';

const picked: string[] = [];

function Opener() {
  const [isOpen, setOpen] = useState(false);
  return (
    <EmojiButton
      name="React"
      isOpen={isOpen}
      onOpenChange={setOpen}
      userId="u-vesper"
      onPick={(emoji) => picked.push(emoji)}
    />
  );
}

const button = () => screen.getByRole('button', { name: 'React' });
const search = () => screen.findByRole('combobox', { name: 'Search emoji' });
const active = async () =>
  document.getElementById((await search()).getAttribute('aria-activedescendant') ?? '')?.textContent;

async function open() {
  picked.length = 0;
  const view = renderWithQueries(<Opener />);
  await view.user.click(button());
  const field = await search();
  return { ...view, field };
}

describe('the emoji picker', () => {
  it('opens with the focus in its search, and Escape returns the focus', async () => {
    const { user, field } = await open();
    expect(screen.getByRole('dialog', { name: 'Emoji' })).toContainElement(field);
    await waitFor(() => expect(field).toHaveFocus());
    await user.keyboard('{Escape}');
    await waitFor(() => expect(button()).toHaveFocus());
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(picked).toEqual([]);
  });

  it('TLK-030 finds emojis by name, and Enter picks the one that the arrow keys chose', async () => {
    const { user, field } = await open();
    await user.type(field, 'cat');
    expect(await active()).toBe('🐈️');
    await user.keyboard('{ArrowRight}');
    const chosen = await active();
    expect(chosen).not.toBe('🐈️');
    expect(screen.getByRole('gridcell', { selected: true })).toHaveTextContent(String(chosen));
    await user.keyboard('{Enter}');
    expect(picked).toEqual([chosen]);
    await waitFor(() => expect(button()).toHaveFocus());
  });

  it('says that nothing was found', async () => {
    const { user, field } = await open();
    await user.type(field, 'no such thing{Enter}');
    expect(screen.getByRole('status')).toHaveTextContent('No emoji has this name.');
    expect(field).toHaveAttribute('aria-expanded', 'false');
    expect(picked).toEqual([]);
  });

  it('TLK-030 shows a group at a time, after what the member used last on this device', async () => {
    localStorage.setItem('oni-recent-emoji:u-vesper', '🔭 🪐');
    localStorage.setItem('oni-recent-emoji:u-otto', '🧦');
    const { user } = await open();
    const rows = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent);
    expect(rows()).toEqual(['Recently used', 'Faces and feelings']);
    expect(await active()).toBe('🔭');
    await user.click(screen.getByRole('tab', { name: 'Food and drink' }));
    expect(rows()).toEqual(['Recently used', 'Food and drink']);
    const grid = within(screen.getByRole('grid', { name: 'Emoji' }));
    await user.click(grid.getByRole('button', { name: 'grapes', hidden: true }));
    expect(picked).toEqual(['🍇']);
    expect(localStorage.getItem('oni-recent-emoji:u-vesper')).toBe('🍇 🔭 🪐');
  });

  it('leaves the keyboard of a phone closed', async () => {
    setMedia('(pointer: coarse)');
    const { field } = await open();
    await waitFor(() => expect(screen.getByRole('dialog')).toHaveFocus());
    expect(field).not.toHaveFocus();
  });
});
