import { TOOLTIP } from '@oniverse/contracts';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Button } from './button.js';
import { ConfirmDialog } from './confirm-dialog.js';
import { Dialog } from './dialog.js';
import { Field } from './field.js';
import { IconButton } from './icon-button.js';
import { Menu, MenuItem, MenuLine } from './menu.js';
import { Tooltip, Tooltips } from './tooltip.js';

const QUESTION = 'Are you sure you want to permanently delete this image?';

type Open = 'dialog' | 'confirm' | null;

/** A page with everything that opens over it. */
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
        <MenuLine />
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

describe('a dialog', () => {
  it('takes the focus, keeps it, and gives it back on Escape', async () => {
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

  it('hides the page from those who listen, and keeps it from scrolling', async () => {
    const user = renderPage();
    await user.click(opener());
    expect(screen.queryByRole('button', { name: 'New Board' })).not.toBeInTheDocument();
    expect(document.body).toHaveAttribute('data-scroll-locked');
    await user.keyboard('{Escape}');
    expect(opener()).toBeVisible();
    expect(document.body).not.toHaveAttribute('data-scroll-locked');
  });

  it('closes with its cross and beside it', async () => {
    const user = renderPage();
    await user.click(opener());
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(dialog()).not.toBeInTheDocument();
    await user.click(opener());
    const ground = dialog()?.closest('.scrim');
    if (!ground) throw new Error('no ground');
    await user.click(ground);
    expect(dialog()).not.toBeInTheDocument();
  });

  it('stays while its work is on its way', async () => {
    const user = renderPage({ busy: true });
    await user.click(opener());
    await user.keyboard('{Escape}');
    expect(screen.getByRole('button', { name: 'Close' })).toBeDisabled();
    expect(dialog()).toHaveAttribute('aria-busy', 'true');
  });

  it('gives the focus back to the menu button when it opened from an item', async () => {
    const user = renderPage();
    await user.click(screen.getByRole('button', { name: 'Image menu' }));
    await user.click(screen.getByRole('menuitem', { name: 'Edit' }));
    expect(dialog()).toBeVisible();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Image menu' })).toHaveFocus());
  });
});

describe('a confirm', () => {
  const ask = async (props: Parameters<typeof Page>[0] = {}) => {
    const user = renderPage(props);
    await user.click(screen.getByRole('button', { name: 'Image menu' }));
    await user.click(screen.getByRole('menuitem', { name: 'Delete' }));
    return user;
  };
  const asked = () => screen.queryByRole('alertdialog', { name: 'Delete “Half of it”' });

  it('GAP-113 asks with the exact text and starts on Cancel', async () => {
    await ask();
    expect(asked()).toHaveAccessibleDescription(QUESTION);
    expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  });

  it('does nothing when it is cancelled, by button, by its cross or by Escape', async () => {
    const onConfirm = jest.fn();
    const user = await ask({ onConfirm });
    await user.keyboard('{Escape}');
    expect(asked()).not.toBeInTheDocument();
    for (const way of ['Cancel', 'Close']) {
      await user.click(screen.getByRole('button', { name: 'Image menu' }));
      await user.click(screen.getByRole('menuitem', { name: 'Delete' }));
      await user.click(screen.getByRole('button', { name: way }));
      expect(asked()).not.toBeInTheDocument();
    }
    expect(onConfirm).not.toHaveBeenCalled();
  });

  it('is not answered by a click beside it', async () => {
    const user = await ask();
    const ground = asked()?.closest('.scrim');
    if (!ground) throw new Error('no ground');
    await user.click(ground);
    expect(asked()).toBeVisible();
  });

  it('says that it was confirmed, once, and stays open for the work', async () => {
    const onConfirm = jest.fn();
    const user = await ask({ onConfirm });
    await user.tab();
    await user.keyboard('{Enter}');
    expect(onConfirm).toHaveBeenCalledTimes(1);
    expect(asked()).toBeVisible();
  });

  it('cannot be answered twice, nor left, while it is on its way', async () => {
    const onConfirm = jest.fn();
    const user = await ask({ onConfirm, busy: true });
    await user.click(screen.getByRole('button', { name: 'deleting...' }));
    await user.keyboard('{Escape}');
    expect(onConfirm).not.toHaveBeenCalled();
    expect(asked()).toBeVisible();
    expect(screen.getByRole('button', { name: 'Cancel' })).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Close' })).toBeDisabled();
  });

  it('says why it did not work', () => {
    const nothing = () => {};
    render(
      <ConfirmDialog
        open
        title="Delete"
        text={QUESTION}
        confirm="Delete image"
        error="ERROR: it is gone already"
        onConfirm={nothing}
        onCancel={nothing}
      />,
    );
    expect(screen.getByRole('alert')).toHaveTextContent('ERROR: it is gone already');
  });
});

describe('a menu', () => {
  it('is driven by the keyboard, passes over what is off, and gives the focus back', async () => {
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

describe('a tooltip', () => {
  afterEach(() => {
    jest.useRealTimers();
  });
  const pass = (ms: number) => act(() => jest.advanceTimersByTime(ms));
  const button = (name: string) => screen.getByRole('button', { name });
  // jsdom has no pointer events of its own, and everything stands at its origin.
  const pointer = (kind: string, target: Node, at: number) =>
    fireEvent(target, new MouseEvent(kind, { bubbles: true, clientX: at, clientY: at }));
  const rest = (name: string) => pointer('pointermove', button(name), 0);
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

  it('TOA-009 is shown after 700 ms', () => {
    expect(TOOLTIP).toEqual({ delayMs: 700, skipDelayMs: 300 });
    renderTwo();
    rest('Zoom in');
    pass(699);
    expect(shown()).toBeNull();
    pass(1);
    expect(shown()).toBe('Nearer');
    expect(screen.getByRole('button', { name: 'Zoom in' })).toHaveAccessibleDescription('Nearer');
  });

  it('TOA-009 is shown at once within 300 ms of another, and waits again after that', () => {
    renderTwo();
    rest('Zoom in');
    pass(700);
    leave('Zoom in');
    expect(shown()).toBeNull();
    pass(299);
    rest('Zoom out');
    expect(shown()).toBe('Farther');
    leave('Zoom out');
    pass(301);
    rest('Zoom in');
    expect(shown()).toBeNull();
  });

  it('is shown to the keyboard at once', async () => {
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
