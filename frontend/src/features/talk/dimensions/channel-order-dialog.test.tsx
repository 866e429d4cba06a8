import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  type CategoryView,
  type ChannelView,
  createCategory,
  deleteCategory,
  listCategories,
  listChannels,
  orderChannels,
} from '@oniverse/contracts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { problem } from '../../../testing/call-handler.js';
import { OPEN_CHANNEL } from '../../../testing/channels.js';
import { mock } from '../../../testing/mock.js';
import { renderWithQueries } from '../../../testing/render.js';
import ChannelOrderDialog from './channel-order-dialog.js';

const at = '2026-01-01T00:00:00.000Z';
const EVENTS: CategoryView = { id: 'cat-events', name: 'Events' };
const channel = (name: string, category: CategoryView | null = null): ChannelView => ({
  ...OPEN_CHANNEL,
  id: `c-${name}`,
  serverId: 's',
  name,
  description: null,
  isDefault: name === 'general',
  category,
  lastSeq: 0,
  readSeq: 0,
  unreadCount: 0,
  mentionCount: 0,
  createdAt: at,
  updatedAt: at,
});
let channels: ChannelView[];
let categories: CategoryView[];
const onClose = jest.fn();
const user = userEvent.setup({ delay: null });

beforeEach(() => {
  onClose.mockReset();
  channels = [channel('general'), channel('tonight'), channel('fair', EVENTS)];
  categories = [EVENTS];
  mock(listChannels, () => channels);
  mock(listCategories, () => categories);
});

async function open() {
  renderWithQueries(<ChannelOrderDialog serverId="s" onClose={onClose} />);
  await screen.findByRole('list', { name: 'Channels and categories' });
}
const shown = () =>
  within(screen.getByRole('list', { name: 'Channels and categories' }))
    .getAllByRole('listitem')
    .map((row) => row.dataset['orderId']);
const button = (name: RegExp | string) => screen.getByRole('button', { name });
const save = () => user.click(button('Save order'));

describe('the dialog of the order', () => {
  it('TLK-207 moves by keyboard, says where to, and stores the whole order at once', async () => {
    const sent = mock(orderChannels, () => channels);
    await open();
    expect(shown()).toEqual(['c-general', 'c-tonight', 'cat-events', 'c-fair']);
    act(() => button(/^Move .?#tonight.?$/u).focus());
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
    expect(shown()).toEqual(['c-general', 'cat-events', 'c-tonight', 'c-fair']);
    expect(screen.getByRole('status')).toHaveTextContent(/^.?#tonight.? is 1 of 2 in .{0,2}Events/u);
    expect(button(/^Move .?#tonight.?$/u)).toHaveFocus();
    await user.click(button(/^Move .?#fair.? up$/u));
    expect(sent).toEqual([]);
    await save();
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(sent).toMatchObject([
      {
        id: 's',
        body: {
          before: ['c-general', 'c-tonight', 'cat-events', 'c-fair'],
          after: ['c-general', 'cat-events', 'c-fair', 'c-tonight'],
        },
      },
    ]);
  });

  it('TLK-207 moves what is dragged by its handle', async () => {
    await open();
    const handle = button(/^Move .?#general.?$/u);
    handle.setPointerCapture = jest.fn();
    const rowOf = (id: string) => document.querySelector(`[data-order-id="${id}"]`);
    let under = rowOf('c-general');
    document.elementFromPoint = () => under;
    fireEvent.pointerDown(handle);
    under = rowOf('c-fair');
    fireEvent.pointerMove(handle);
    expect(shown()).toEqual(['c-tonight', 'cat-events', 'c-fair', 'c-general']);
    fireEvent.pointerUp(handle);
    under = rowOf('c-tonight');
    fireEvent.pointerMove(handle);
    expect(shown()).toEqual(['c-tonight', 'cat-events', 'c-fair', 'c-general']);
    expect(screen.getByRole('status')).toHaveTextContent(/2 of 2 in/u);
  });

  it('TLK-207 shows the newest order after a conflict, and stores the next change from it', async () => {
    const sent = mock(orderChannels, () => problem('precondition_failed'));
    await open();
    await user.click(button(/^Move .?#tonight.? up$/u));
    channels = [channel('fair'), channel('general'), channel('tonight')];
    await save();
    expect(await screen.findByText(/^Someone else changed the channels/u)).toBeInTheDocument();
    expect(shown()).toEqual(['c-fair', 'c-general', 'c-tonight', 'cat-events']);
    expect(onClose).not.toHaveBeenCalled();
    await user.click(button(/^Move .?#tonight.? up$/u));
    expect(screen.queryByText(/^Someone else changed the channels/u)).toBeNull();
    await save();
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[1]).toMatchObject({
      body: {
        before: ['c-fair', 'c-general', 'c-tonight', 'cat-events'],
        after: ['c-fair', 'c-tonight', 'c-general', 'cat-events'],
      },
    });
  });

  it('TLK-206 creates and deletes categories, but not while a new order is unsaved', async () => {
    const created = mock(createCategory, ({ body }) => {
      const category = { id: 'cat-new', name: body?.name ?? '' };
      categories = [...categories, category];
      return category;
    });
    mock(deleteCategory, ({ id }) => {
      categories = categories.filter((category) => category.id !== id);
      return { ok: true };
    });
    await open();
    await user.click(button('New category'));
    const dialog = within(await screen.findByRole('dialog', { name: 'New category' }));
    await user.click(dialog.getByRole('button', { name: 'Create category' }));
    expect(dialog.getByText('Please enter a name.')).toBeInTheDocument();
    await user.type(dialog.getByLabelText('name'), 'Archive{Enter}');
    await waitFor(() =>
      expect(shown()).toEqual(['c-general', 'c-tonight', 'cat-events', 'c-fair', 'cat-new']),
    );
    expect([created.length, onClose.mock.calls.length]).toEqual([1, 0]);
    await user.click(button(/^Delete .?Archive.?$/u));
    const question = within(await screen.findByRole('alertdialog'));
    await user.click(question.getByRole('button', { name: 'Delete category' }));
    await waitFor(() => expect(shown()).not.toContain('cat-new'));
    await user.click(button(/^Move .?#tonight.? up$/u));
    expect(button('New category')).toBeDisabled();
    expect(button(/^Delete .?Events.?$/u)).toBeDisabled();
  });
});
