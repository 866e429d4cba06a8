import { describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Button } from './button.js';
import { ConfirmDialog } from './confirm-dialog.js';
import { Dialog } from './dialog.js';
import { Field } from './field.js';
import { IconButton } from './icon-button.js';
import { Menu, MenuItem, MenuSeparator } from './menu.js';
import { Tooltip, Tooltips } from './tooltip.js';

const QUESTION = 'Are you sure you want to permanently delete this image?';

type Open = 'dialog' | 'confirm' | null;

function Page({ busy = false, onConfirm = () => {} }: { busy?: boolean; onConfirm?: () => void }) {
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  return (
    <>
      <Button onClick={() => setOpen('dialog')}>New Board</Button>
      <Menu button={<IconButton icon="more" name="Image menu" />}>
        <MenuItem icon="edit" onSelect={() => setOpen('dialog')}>
          Edit
        </MenuItem>
        <MenuItem disabled onSelect={() => setOpen('confirm')}>
          Archive
        </MenuItem>
        <MenuSeparator />
        <MenuItem danger onSelect={() => setOpen('confirm')}>
          Delete
        </MenuItem>
      </Menu>
      <Dialog open={open === 'dialog'} title="Create New Board" busy={busy} onClose={close}>
        <Field label="Board Name" />
        <Field label="Hashtags" />
      </Dialog>
      <ConfirmDialog
        open={open === 'confirm'}
        title="Delete “Half of it”"
        text={QUESTION}
        confirm="Delete image"
        pending={busy && 'deleting...'}
        onConfirm={onConfirm}
        onCancel={close}
      />
    </>
  );
}

const renderPage = (props: Parameters<typeof Page>[0] = {}) => {
  render(<Page {...props} />);
  return userEvent.setup({ delay: null });
};
const opener = () => screen.getByRole('button', { name: 'New Board' });
const dialog = () => screen.queryByRole('dialog', { name: 'Create New Board' });

describe('Dialog', () => {
  it('traps the focus and restores it on Escape', async () => {
    const user = renderPage();
    await user.click(opener());
    const close = screen.getByRole('button', { name: 'Close' });
    expect(close).toHaveFocus();
    await user.tab();
    expect(screen.getByLabelText('Board Name')).toHaveFocus();
    await user.tab();
    await user.tab();
    expect(close).toHaveFocus();
    await user.tab({ shift: true });
    expect(screen.getByLabelText('Hashtags')).toHaveFocus();
    await user.keyboard('{Escape}');
    expect(dialog()).not.toBeInTheDocument();
    await waitFor(() => expect(opener()).toHaveFocus());
  });

  it('hides the page from screen readers and locks its scrolling', async () => {
    const user = renderPage();
    await user.click(opener());
    expect(screen.queryByRole('button', { name: 'New Board' })).not.toBeInTheDocument();
    expect(document.body).toHaveAttribute('data-scroll-locked');
    await user.keyboard('{Escape}');
    expect(opener()).toBeVisible();
    expect(document.body).not.toHaveAttribute('data-scroll-locked');
  });

  it('closes with its close button and by a click outside', async () => {
    const user = renderPage();
    await user.click(opener());
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(dialog()).not.toBeInTheDocument();
    await user.click(opener());
    const scrim = dialog()?.closest('.scrim');
    if (!scrim) throw new Error('no scrim');
    await user.click(scrim);
    expect(dialog()).not.toBeInTheDocument();
  });

  it('stays open while busy', async () => {
    const user = renderPage({ busy: true });
    await user.click(opener());
    await user.keyboard('{Escape}');
    expect(screen.getByRole('button', { name: 'Close' })).toBeDisabled();
    expect(dialog()).toHaveAttribute('aria-busy', 'true');
  });

  it('restores the focus to the menu button when it opened from a menu item', async () => {
    const user = renderPage();
    await user.click(screen.getByRole('button', { name: 'Image menu' }));
    await user.click(screen.getByRole('menuitem', { name: 'Edit' }));
    expect(dialog()).toBeVisible();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Image menu' })).toHaveFocus());
  });
});

describe('ConfirmDialog', () => {
  const openConfirm = async (props: Parameters<typeof Page>[0] = {}) => {
    const user = renderPage(props);
    await user.click(screen.getByRole('button', { name: 'Image menu' }));
    await user.click(screen.getByRole('menuitem', { name: 'Delete' }));
    return user;
  };
  const confirmDialog = () => screen.queryByRole('alertdialog', { name: 'Delete “Half of it”' });

  it('GAP-113 asks with the exact text and focuses Cancel', async () => {
    await openConfirm();
    expect(confirmDialog()).toHaveAccessibleDescription(QUESTION);
    expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  });

  it('does nothing when cancelled by button, close button or Escape', async () => {
    const onConfirm = jest.fn();
    const user = await openConfirm({ onConfirm });
    await user.keyboard('{Escape}');
    expect(confirmDialog()).not.toBeInTheDocument();
    for (const way of ['Cancel', 'Close']) {
      await user.click(screen.getByRole('button', { name: 'Image menu' }));
      await user.click(screen.getByRole('menuitem', { name: 'Delete' }));
      await user.click(screen.getByRole('button', { name: way }));
      expect(confirmDialog()).not.toBeInTheDocument();
    }
    expect(onConfirm).not.toHaveBeenCalled();
  });

  it('ignores a click outside', async () => {
    const user = await openConfirm();
    const scrim = confirmDialog()?.closest('.scrim');
    if (!scrim) throw new Error('no scrim');
    await user.click(scrim);
    expect(confirmDialog()).toBeVisible();
  });

  it('calls onConfirm once and stays open', async () => {
    const onConfirm = jest.fn();
    const user = await openConfirm({ onConfirm });
    await user.tab();
    await user.keyboard('{Enter}');
    expect(onConfirm).toHaveBeenCalledTimes(1);
    expect(confirmDialog()).toBeVisible();
  });

  it('can be neither confirmed again nor closed while pending', async () => {
    const onConfirm = jest.fn();
    const user = await openConfirm({ onConfirm, busy: true });
    await user.click(screen.getByRole('button', { name: 'deleting...' }));
    await user.keyboard('{Escape}');
    expect(onConfirm).not.toHaveBeenCalled();
    expect(confirmDialog()).toBeVisible();
    expect(screen.getByRole('button', { name: 'Cancel' })).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Close' })).toBeDisabled();
  });

  it('shows its error', () => {
    const noop = () => {};
    render(
      <ConfirmDialog
        open
        title="Delete"
        text={QUESTION}
        confirm="Delete image"
        error="ERROR: already deleted"
        onConfirm={noop}
        onCancel={noop}
      />,
    );
    expect(screen.getByRole('alert')).toHaveTextContent('ERROR: already deleted');
  });
});

describe('Menu', () => {
  it('supports the keyboard, skips disabled items, and restores the focus', async () => {
    const user = renderPage();
    const button = screen.getByRole('button', { name: 'Image menu' });
    button.focus();
    await user.keyboard('{Enter}');
    expect(screen.getByRole('menuitem', { name: 'Edit' })).toHaveFocus();
    await user.keyboard('{ArrowDown}');
    expect(screen.getByRole('menuitem', { name: 'Delete' })).toHaveFocus();
    await user.keyboard('{ArrowDown}');
    expect(screen.getByRole('menuitem', { name: 'Edit' })).toHaveFocus();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('menu')).not.toBeInTheDocument();
    expect(button).toHaveFocus();
  });
});

describe('Tooltip', () => {
  const advance = (ms: number) => act(() => jest.advanceTimersByTime(ms));
  const button = (name: string) => screen.getByRole('button', { name });
  // jsdom has no pointer events, and all its elements are at the origin.
  const pointer = (kind: string, target: Node, at: number) =>
    fireEvent(target, new MouseEvent(kind, { bubbles: true, clientX: at, clientY: at }));
  const hover = (name: string) => pointer('pointermove', button(name), 0);
  const leave = (name: string) => {
    pointer('pointerleave', button(name), 0);
    pointer('pointermove', document.body, 900);
  };
  const shown = () => screen.queryByRole('tooltip')?.textContent ?? null;
  const renderTwo = () => {
    jest.useFakeTimers();
    render(
      <Tooltips>
        <Tooltip text="Nearer">
          <IconButton icon="plus" name="Zoom in" />
        </Tooltip>
        <Tooltip text="Farther">
          <IconButton icon="minus" name="Zoom out" />
        </Tooltip>
      </Tooltips>,
    );
  };

  it('TOA-009 appears after 700 ms', () => {
    renderTwo();
    hover('Zoom in');
    advance(699);
    expect(shown()).toBeNull();
    advance(1);
    expect(shown()).toBe('Nearer');
    expect(screen.getByRole('button', { name: 'Zoom in' })).toHaveAccessibleDescription('Nearer');
  });

  it('TOA-009 appears at once within 300 ms of another, and is delayed again after that', () => {
    renderTwo();
    hover('Zoom in');
    advance(700);
    leave('Zoom in');
    expect(shown()).toBeNull();
    advance(299);
    hover('Zoom out');
    expect(shown()).toBe('Farther');
    leave('Zoom out');
    advance(301);
    hover('Zoom in');
    expect(shown()).toBeNull();
  });

  it('appears at once on keyboard focus', async () => {
    renderTwo();
    const user = userEvent.setup({
      delay: null,
      advanceTimers: (ms) => {
        jest.advanceTimersByTime(ms);
      },
    });
    await user.tab();
    expect(shown()).toBe('Nearer');
    await user.keyboard('{Escape}');
    expect(shown()).toBeNull();
  });
});
