import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type FilterSet, getFilters, setFilters } from '@oniverse/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { problem } from '../../../testing/call-handler.js';
import { installLayout } from '../../../testing/layout.js';
import { signIn } from '../../../testing/members.js';
import { mock } from '../../../testing/mock.js';
import { renderWithQueries } from '../../../testing/render.js';
import FiltersDialog from './filters-dialog.js';

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
