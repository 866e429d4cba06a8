import { beforeEach, describe, expect, it } from '@jest/globals';
import {
  type FoundMessage,
  getConstellation,
  getServer,
  listChannels,
  listGroups,
  listMembers,
  listSearchPlaces,
  listServers,
  search,
  type SearchView,
  type ServerView,
} from '@oniverse/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { problem } from '../../../testing/call-handler.js';
import { installLayout } from '../../../testing/layout.js';
import { signIn } from '../../../testing/members.js';
import { mock } from '../../../testing/mock.js';
import { renderApp } from '../../../testing/render.js';

const author = { username: 'wren_x', displayName: null, profileImageUrl: null };
const message = (n: number): FoundMessage => ({
  id: `m${n}`,
  excerpt: `Tide ${n}`,
  author,
  place: {
    serverId: 's1',
    serverName: 'Observatory',
    isPublic: true,
    channelId: 'c1',
    channelName: 'tonight',
    seq: n,
  },
  conversation: null,
  createdAt: '2026-11-01T00:00:00.000Z',
});
const server: ServerView = {
  id: 's1',
  ownerId: 'system',
  name: 'Observatory',
  description: null,
  isPublic: true,
  memberCount: 3,
  unreadCount: 0,
  mentionCount: 0,
  isBanned: false,
  timeOut: null,
  questions: [],
  hasLinkPreviews: true,
  archivedAt: null,
  messageDays: 0,
  formerMessageDays: null,
  formerMessageDaysUntil: null,
  application: null,
  membership: { role: 'member' },
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
};

let asked: Record<string, string | undefined>[] = [];
function answer(found: Partial<SearchView> = {}): void {
  mock(search, ({ query }) => {
    asked.push(query);
    return { messages: { items: [message(2), message(1)], nextCursor: null }, ...found, isComplete: true };
  });
}

const field = () => screen.findByRole('combobox');
const filters = () =>
  screen.queryAllByRole('button', { name: /^Remove the filter/u }).map(({ ariaLabel }) => ariaLabel);
const options = () => screen.queryAllByRole('option').map((option) => option.getAttribute('aria-label'));

beforeEach(installLayout);
beforeEach(() => {
  asked = [];
  const { id } = signIn();
  answer();
  mock(getServer, server);
  mock(listServers, [server]);
  mock(getConstellation, {
    users: [
      { id, username: 'vesper', displayName: null, isCurrentUser: true },
      { id: 'u-otto', username: 'otto_n', displayName: 'Otto Voss', isCurrentUser: false },
    ],
    connections: [],
  });
});

describe('the field of a search', () => {
  it('TLK-476 shows the operators of the address as filters, named for screen readers', async () => {
    const { query } = renderApp('/search?kind=messages&q=low+from%3Aisolde+in%3A%22Rooftop+watch%22');
    expect(await field()).toHaveValue('low ');
    expect(filters()).toEqual(['Remove the filter from isolde', 'Remove the filter in Rooftop watch']);
    expect(within(screen.getByRole('group', { name: 'Filters' })).getAllByRole('button')).toHaveLength(2);
    expect(screen.getByText('Filters: from isolde, in Rooftop watch')).toBeInTheDocument();
    expect(query()).toMatchObject({ q: 'low from:isolde in:"Rooftop watch"' });
  });

  it('TLK-476 takes an operator as a filter once it is finished, and keeps the text form in the address', async () => {
    const { user, query } = renderApp('/search?kind=messages');
    await user.type(await field(), 'tide has:teeth on:2026-01-31 ');
    expect(await field()).toHaveValue('tide has:teeth ');
    expect(filters()).toEqual(['Remove the filter on 2026-01-31']);
    await waitFor(() => expect(query()).toMatchObject({ q: 'on:2026-01-31 tide has:teeth' }));
    await waitFor(() => expect(asked.at(-1)?.['q']).toBe('on:2026-01-31 tide has:teeth'));
    await user.type(await field(), 'is:pinned{Enter}');
    expect(filters()).toHaveLength(2);
  });

  it('TLK-476 removes a filter by its button, and the last one by Backspace at the beginning', async () => {
    const { user, query } = renderApp('/search?kind=messages&q=from%3Aisolde+has%3Alink+is%3Apinned+low');
    await user.click(await screen.findByRole('button', { name: 'Remove the filter has link' }));
    expect(filters()).toEqual(['Remove the filter from isolde', 'Remove the filter is pinned']);
    expect(await field()).toHaveFocus();
    await user.keyboard('{Home}{Backspace}');
    expect(filters()).toEqual(['Remove the filter from isolde']);
    await user.keyboard('{End}{Backspace}');
    expect(await field()).toHaveValue('lo');
    await waitFor(() => expect(query()).toMatchObject({ q: 'from:isolde lo' }));
    await user.keyboard('{Escape}');
    expect(filters()).toEqual([]);
  });

  it('TLK-476 completes linked members, then all, by keyboard', async () => {
    const { user } = renderApp('/search?kind=messages');
    await user.type(await field(), 'tide from:');
    await waitFor(() => expect(options()).toEqual(['otto_n, Otto Voss']));
    const list = screen.getByRole('listbox', { name: 'Members' });
    expect(await field()).toHaveAttribute('aria-expanded', 'true');
    expect(await field()).toHaveAttribute('aria-controls', list.id);
    expect(await field()).toHaveAttribute('aria-activedescendant', screen.getByRole('option').id);
    answer({
      members: {
        items: [
          {
            id: 'u-otti',
            username: 'otti',
            displayName: null,
            profileImageUrl: null,
            bio: null,
            excerpt: null,
          },
        ],
        nextCursor: null,
      },
    });
    await user.type(await field(), 'ott');
    await waitFor(() => expect(options()).toEqual(['otto_n, Otto Voss', 'otti']));
    await user.keyboard('{ArrowDown}{Enter}');
    expect(filters()).toEqual(['Remove the filter from otti']);
    expect(await field()).toHaveValue('tide ');
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
  });

  it('TLK-476 TLK-479 completes channels and conversations, and Escape closes the list alone', async () => {
    const places = mock(listSearchPlaces, {
      items: [
        { name: 'Rooftop watch', serverName: null, count: 1 },
        { name: 'roof', serverName: 'Observatory', count: 1 },
        { name: '@rooster', serverName: null, count: 1 },
        { name: 'roofs', serverName: null, count: 2 },
      ],
    });
    const { user } = renderApp('/search?kind=messages');
    await user.type(await field(), 'in:roo');
    await waitFor(() =>
      expect(options()).toEqual([
        'Rooftop watch, group',
        'roof, Observatory',
        '@rooster, conversation',
        'roofs, 2 places',
      ]),
    );
    await waitFor(() => expect(places.at(-1)?.query).toEqual({ q: 'roo' }));
    await user.keyboard('{Escape}');
    expect(options()).toEqual([]);
    expect(await field()).toHaveValue('in:roo');
    await user.clear(await field());
    await user.type(await field(), 'in:roof');
    await waitFor(() => expect(options()).toHaveLength(3));
    await user.keyboard('{Tab}');
    expect(filters()).toEqual(['Remove the filter in Rooftop watch']);
  });

  it('TLK-476 completes what a message has and is, and days', async () => {
    const { user } = renderApp('/search?kind=messages');
    await user.type(await field(), 'has:');
    expect(options()).toEqual(['link', 'file', 'picture', 'reaction']);
    await user.type(await field(), 'p');
    expect(options()).toEqual(['picture']);
    await user.keyboard('{Enter}is:th{Enter}on:ye');
    expect(options()).toEqual([expect.stringMatching(/^Yesterday, on:\d{4}-\d\d-\d\d$/u)]);
    await user.keyboard('{Enter}before:2026-01-31');
    expect(options()).toEqual(['31 January 2026']);
    await user.keyboard('{Enter}');
    expect(filters()).toEqual([
      'Remove the filter has picture',
      'Remove the filter is thread',
      expect.stringMatching(/^Remove the filter on \d{4}/u),
      'Remove the filter before 2026-01-31',
    ]);
  });

  it('TLK-481 completes games and players', async () => {
    const { user } = renderApp('/search?kind=messages');
    await user.type(await field(), 'game:');
    await waitFor(() =>
      expect(options()).toEqual(['chess', 'go', 'words', 'adventure', 'otto_n, Otto Voss']),
    );
    await user.type(await field(), 'ot');
    await waitFor(() => expect(options()).toEqual(['otto_n, Otto Voss']));
    await user.keyboard('{Enter}');
    expect(filters()).toEqual(['Remove the filter game @otto_n']);
  });

  it('TLK-476 works in the finder too, where Escape closes the list before the finder', async () => {
    const { user } = renderApp('/purpose');
    await user.click(await screen.findByRole('button', { name: 'Search, Ctrl K' }));
    await user.type(await field(), 'tide has:li');
    expect(await screen.findByRole('option', { name: 'link' })).toBeInTheDocument();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('option', { name: 'link' })).not.toBeInTheDocument();
    await user.keyboard('nk ');
    expect(await field()).toHaveValue('tide ');
    await waitFor(() => expect(asked.at(-1)?.['q']).toBe('has:link tide'));
    await user.keyboard('{Home}{Backspace}');
    expect(filters()).toEqual([]);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('combobox')).not.toBeInTheDocument());
  });
});

describe('the order of found messages', () => {
  it('TLK-478 is a choice in the address', async () => {
    const { user, query } = renderApp('/search?kind=messages&q=tide');
    const best = await screen.findByRole('radio', { name: 'Best first' });
    expect(screen.getByRole('radio', { name: 'Newest first' })).toBeChecked();
    await waitFor(() => expect(asked).toHaveLength(1));
    expect(asked[0]).not.toHaveProperty('order');
    await user.click(best);
    await waitFor(() => expect(query()).toEqual({ kind: 'messages', q: 'tide', order: 'best' }));
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ kinds: 'messages', q: 'tide', order: 'best' }));
    expect(screen.getByText('The best of the newest 500 messages that match.')).toBeInTheDocument();
    await user.click(screen.getByRole('radio', { name: 'Newest first' }));
    await waitFor(() => expect(query()).toEqual({ kind: 'messages', q: 'tide' }));
  });
});

describe('the search of a dimension', () => {
  it('TLK-477 searches the messages of the dimension, from a field with the focus', async () => {
    const { user, query } = renderApp('/search?server=s1');
    expect(await screen.findByRole('heading', { name: 'Search in Observatory' })).toBeInTheDocument();
    expect(await field()).toHaveFocus();
    expect(document.title).toContain('Search in Observatory');
    expect(screen.getByRole('link', { name: 'Observatory' })).toHaveAttribute(
      'href',
      '/dimensions/public?server=s1',
    );
    await user.type(await field(), 'tide');
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ q: 'tide', kinds: 'messages', server: 's1' }));
    expect(await screen.findByRole('link', { name: /Tide 2/u })).toBeInTheDocument();
    await user.click(screen.getByRole('radio', { name: 'Best first' }));
    await waitFor(() => expect(query()).toEqual({ server: 's1', q: 'tide', order: 'best' }));
    expect(screen.queryByRole('tablist')).not.toBeInTheDocument();
  });

  it('TLK-477 completes its members and channels', async () => {
    const members = mock(listMembers, []);
    const places = mock(listSearchPlaces, { items: [] });
    const { user } = renderApp('/search?server=s1');
    await user.type(await field(), 'from:ot');
    await waitFor(() => expect(members.at(-1)).toMatchObject({ id: 's1', query: { q: 'ot' } }));
    await user.type(await field(), ' in:ge');
    await waitFor(() => expect(places.at(-1)?.query).toEqual({ q: 'ge', server: 's1' }));
  });

  it('TLK-477 returns to the opened result, with the focus there', async () => {
    mock(listChannels, []);
    mock(listMembers, []);
    mock(listGroups, []);
    const { user, goBack, address } = renderApp('/search?server=s1&q=tide');
    await user.click(await screen.findByRole('link', { name: /Tide 1/u }));
    await waitFor(() => expect(address()).toBe('/dimensions/public'));
    const requests = asked.length;
    goBack();
    await waitFor(() => expect(screen.getByRole('link', { name: /Tide 1/u })).toHaveFocus());
    expect(asked).toHaveLength(requests);
  });

  it('TLK-477 says that a dimension is not joined, or cannot be found', async () => {
    mock(getServer, { ...server, membership: null });
    const { unmount } = renderApp('/search?server=s1');
    expect(await screen.findByText('You can search a dimension that you have joined.')).toBeInTheDocument();
    unmount();
    mock(getServer, () => problem('not_found'));
    renderApp('/search?server=s2');
    expect(await screen.findByText(/no such dimension/u)).toBeInTheDocument();
  });
});
