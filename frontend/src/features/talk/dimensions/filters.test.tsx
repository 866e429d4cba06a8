import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  declineHeldMessage,
  type FilterSet,
  getFilters,
  type HeldMessageView,
  listHeldMessages,
  listServerCases,
  releaseHeldMessage,
  setFilters,
} from '@oniverse/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { problem } from '../../../testing/call-handler.js';
import { installLayout } from '../../../testing/layout.js';
import { signIn } from '../../../testing/members.js';
import { mock } from '../../../testing/mock.js';
import { renderWithLinks, renderWithQueries } from '../../../testing/render.js';
import FiltersDialog from './filters-dialog.js';
import ModerationDialog from './moderation-dialog.js';

const SET: FilterSet = {
  revision: 3,
  maxMentions: 5,
  filters: [
    { kind: 'word', text: 'free nitro', action: 'hold' },
    { kind: 'pattern', text: 'disc.rd', action: 'refuse' },
  ],
};
const close = jest.fn();

beforeEach(installLayout);
beforeEach(() => {
  signIn();
  close.mockReset();
});

describe('the filters of a dimension', () => {
  const show = async () => {
    const view = renderWithQueries(<FiltersDialog serverId="s-own" onClose={close} />);
    await screen.findByRole('textbox', { name: /^mentions/u });
    return view;
  };
  const field = (name: RegExp) => screen.getByRole('textbox', { name });
  const press = (name: string) => screen.getByRole('button', { name });

  it('TLK-279 are added, changed, removed and saved as a set, by keyboard too', async () => {
    mock(getFilters, SET);
    const saved = mock(setFilters, ({ body }) => ({
      ...SET,
      ...body,
      maxMentions: body?.maxMentions ?? null,
    }));
    const { user } = await show();
    const list = within(screen.getByRole('list', { name: 'Filters' }));
    expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('free nitro'),
      expect.stringContaining('disc.rd'),
    ]);
    await user.type(field(/^word or phrase/u), 'spoiler{Enter}');
    expect(list.getByText('spoiler')).toBeInTheDocument();
    expect(field(/^word or phrase/u)).toHaveFocus();
    expect(saved).toEqual([]);
    await user.click(press('Remove “disc.rd”'));
    expect(field(/^word or phrase/u)).toHaveFocus();
    await user.click(screen.getByRole('combobox', { name: 'What happens with “free nitro”' }));
    await user.click(await screen.findByRole('option', { name: 'Refuse' }));
    await user.clear(field(/^mentions/u));
    await user.type(field(/^word or phrase/u), 'not added yet');
    await user.click(press('Save'));
    await waitFor(() => expect(close).toHaveBeenCalled());
    expect(saved).toMatchObject([
      {
        body: {
          revision: 3,
          filters: [
            { kind: 'word', text: 'free nitro', action: 'refuse' },
            { kind: 'word', text: 'spoiler', action: 'warn' },
            { kind: 'word', text: 'not added yet', action: 'warn' },
          ],
        },
      },
    ]);
    expect(saved[0]?.body).not.toHaveProperty('maxMentions');
  });

  it('TLK-279 say what is wrong at its field', async () => {
    mock(getFilters, SET);
    const saved = mock(setFilters, SET);
    const { user } = await show();
    await user.click(press('Add'));
    expect(screen.getByText('Please enter a word or a pattern.')).toBeInTheDocument();
    await user.type(field(/^word or phrase/u), 'free nitro');
    await user.click(press('Add'));
    expect(screen.getByText('This filter is in the list already.')).toBeInTheDocument();
    await user.clear(field(/^word or phrase/u));
    await user.type(field(/^mentions/u), '0');
    await user.click(press('Save'));
    await user.clear(field(/^mentions/u));
    await user.type(field(/^mentions/u), 'many');
    await user.click(press('Save'));
    expect(field(/^mentions/u)).toHaveAccessibleDescription(/The limit is a whole number from 0 to 50/u);
    expect(saved).toHaveLength(1);
  });

  it('TLK-279 name a pattern that the server refuses, and keep what was written', async () => {
    mock(getFilters, SET);
    const message = '“(” is not a valid pattern.';
    mock(setFilters, () =>
      HttpResponse.json(
        { statusCode: 400, code: 'validation_failed', message, fields: { filters: message } },
        { status: 400 },
      ),
    );
    const { user } = await show();
    await user.type(field(/^word or phrase/u), '(');
    await user.click(press('Save'));
    expect(await screen.findByRole('alert')).toHaveTextContent(message);
    expect(screen.getByText('(')).toBeInTheDocument();
    expect(close).not.toHaveBeenCalled();
  });

  it('TLK-279 can be loaded again after someone else changed them', async () => {
    let current = SET;
    mock(getFilters, () => current);
    mock(setFilters, () => problem('precondition_failed', 'This has changed.'));
    const { user } = await show();
    await user.type(field(/^word or phrase/u), 'mine');
    await user.click(press('Save'));
    expect(await screen.findByText('This has changed.')).toBeInTheDocument();
    current = { ...SET, revision: 4, filters: [{ kind: 'word', text: 'theirs', action: 'warn' }] };
    await user.click(press('Load the current filters'));
    expect(await screen.findByText('theirs')).toBeInTheDocument();
    expect(screen.queryByText('mine')).toBeNull();
  });
});

describe('held messages for staff', () => {
  const held = (n: number): HeldMessageView => ({
    id: `h-${n}`,
    channelId: 'c-general',
    channelName: 'general',
    content: `Free nitro ${n}`,
    userId: `u-${n}`,
    username: `member_${n}`,
    displayName: null,
    profileImageUrl: null,
    createdAt: new Date().toISOString(),
  });

  it('TLK-280 are listed in Moderation, released, and declined with a word', async () => {
    let waiting = [held(2), held(1)];
    mock(listServerCases, []);
    mock(listHeldMessages, () => waiting);
    const released = mock(releaseHeldMessage, ({ heldId }) => {
      waiting = waiting.filter(({ id }) => id !== heldId);
      return { ok: true };
    });
    const declined = mock(declineHeldMessage, () => {
      waiting = [];
      return { ok: true };
    });
    const { user } = renderWithLinks(
      <ModerationDialog server={{ id: 's-own', isPublic: true }} onClose={close} />,
    );
    await user.click(await screen.findByRole('tab', { name: 'Held' }));
    expect(await screen.findByText('Free nitro 2')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Release the message by @member_2' }));
    await waitFor(() => expect(screen.queryByText('Free nitro 2')).toBeNull());
    expect(released).toMatchObject([{ id: 's-own', heldId: 'h-2' }]);
    await user.click(screen.getByRole('button', { name: 'Decline the message by @member_1' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Decline the message by @member_1' }));
    expect(dialog.getByText('Free nitro 1')).toBeInTheDocument();
    await user.type(dialog.getByRole('textbox'), 'No advertising.');
    await user.click(dialog.getByRole('button', { name: 'Decline' }));
    expect(await screen.findByText('No messages are held.')).toBeInTheDocument();
    expect(declined).toMatchObject([{ heldId: 'h-1', body: { word: 'No advertising.' } }]);
  });

  it('TLK-280 stay in the list if their author can no longer write', async () => {
    mock(listServerCases, []);
    mock(listHeldMessages, [held(1)]);
    mock(releaseHeldMessage, () => problem('forbidden', 'Its author can no longer write in this channel.'));
    const { user } = renderWithLinks(
      <ModerationDialog server={{ id: 's-own', isPublic: true }} onClose={close} />,
    );
    await user.click(await screen.findByRole('tab', { name: 'Held' }));
    await user.click(await screen.findByRole('button', { name: 'Release the message by @member_1' }));
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Release the message by @member_1' })).toBeEnabled(),
    );
    expect(screen.getByText('Free nitro 1')).toBeInTheDocument();
  });
});
