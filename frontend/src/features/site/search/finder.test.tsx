import { beforeEach, describe, expect, it } from '@jest/globals';
import {
  addBookmark,
  getConstellation,
  getConversation,
  getLinkDetails,
  getTagPage,
  listConversations,
  listSearchPlaces,
  type LinkDetailsView,
  search,
  type SearchView,
} from '@oniverse/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { scrollAllIntoView } from '../../../testing/browser.js';
import { problem } from '../../../testing/call-handler.js';
import { installCanvas } from '../../../testing/canvas.js';
import { servePictures } from '../../../testing/pictures.js';
import { signIn } from '../../../testing/members.js';
import { mock } from '../../../testing/mock.js';
import { renderApp } from '../../../testing/render.js';

const ISOLDE = '0193a000-0000-7000-8000-000000000011';
const author = { username: 'wren_x', displayName: null, profileImageUrl: null };

const FOUND: SearchView = {
  members: {
    items: [
      {
        id: ISOLDE,
        username: 'isolde',
        displayName: 'Isolde Marr',
        profileImageUrl: null,
        bio: 'Tide tables.',
        excerpt: null,
      },
    ],
    nextCursor: null,
  },
  tags: { items: [{ name: 'tide_tables', memberCount: 8 }], nextCursor: null },
  posts: {
    items: [
      { id: 'p1', title: 'A tide gauge', excerpt: null, author, createdAt: '2026-11-01T00:00:00.000Z' },
    ],
    nextCursor: 'next',
  },
  isComplete: true,
};

const sent = { author, createdAt: '2026-11-01T00:00:00.000Z' };
const place = { serverId: 's1', serverName: 'Observatory', isPublic: true, channelName: 'tonight', seq: 12 };
const FOUND_MESSAGES: SearchView = {
  messages: {
    items: [
      {
        ...sent,
        id: 'm3',
        excerpt: 'The tide turned.',
        place: null,
        conversation: { id: 'd1', name: null, members: ['vesper', 'otto_f'], seq: 7 },
      },
      {
        ...sent,
        id: 'm2',
        excerpt: 'Low tide at six.',
        place: { ...place, channelId: 't1', parentId: 'c1' },
        conversation: null,
      },
      {
        ...sent,
        author: null,
        id: 'm1',
        excerpt: 'High tide.',
        place: { ...place, channelId: 'c1' },
        conversation: null,
      },
    ],
    nextCursor: null,
  },
  isComplete: true,
};

let asked: { q?: string; kinds?: string; cursor?: string }[] = [];
function answer(reply: () => SearchView | Response): void {
  mock(search, ({ query }) => {
    asked.push(query);
    return reply();
  });
  mock(getConstellation, { users: [], connections: [] });
  mock(getLinkDetails, LINK_TO_ISOLDE);
  mock(listSearchPlaces, { items: [] });
}

const LINK_TO_ISOLDE: LinkDetailsView = {
  strength: 2,
  since: '2026-11-01T00:00:00.000Z',
  tags: [],
  nextTags: [],
  dimensions: [{ id: 'd-1', name: 'Tidal Library', isPublic: true }],
};

const openFinder = async () => {
  const app = renderApp('/purpose');
  await app.user.click(await screen.findByRole('button', { name: 'Search, Ctrl K' }));
  const input = await screen.findByRole('combobox');
  return { ...app, input };
};
const activeOption = () => screen.getByRole('option', { selected: true });

beforeEach(() => {
  asked = [];
  signIn();
  answer(() => FOUND);
});

describe('the finder', () => {
  it('NXT-075 opens and closes by Ctrl K, and returns the focus', async () => {
    const { user } = renderApp('/purpose');
    const button = await screen.findByRole('button', { name: 'Search, Ctrl K' });
    button.focus();
    await user.keyboard('{Control>}k{/Control}');
    expect(await screen.findByRole('combobox')).toHaveFocus();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(button).toHaveFocus());
    expect(screen.queryByRole('combobox')).not.toBeInTheDocument();
  });

  it('NXT-075 is for members only', async () => {
    localStorage.clear();
    const { user } = renderApp('/purpose');
    await screen.findByRole('link', { name: 'MY ONI' });
    await user.keyboard('{Control>}k{/Control}');
    expect(screen.queryByRole('button', { name: 'Search, Ctrl K' })).not.toBeInTheDocument();
    expect(screen.queryByRole('combobox')).not.toBeInTheDocument();
  });

  it('NXT-076 keeps the active result when an answer adds others before it', async () => {
    let respond = (): void => undefined;
    const asking = new Promise<void>((resolve) => {
      respond = resolve;
    });
    mock(search, async () => {
      await asking;
      return FOUND;
    });
    const { user, input } = await openFinder();
    await user.type(input, '#tide_tables');
    await screen.findByRole('option');
    await user.keyboard('{ArrowDown}');
    respond();
    await screen.findByRole('group', { name: 'Tags' });
    expect(activeOption()).toHaveTextContent('Write a post with #tide_tables');
  });

  it('NXT-076 groups the results, announces their number and moves through them with the arrow keys', async () => {
    const { user, input } = await openFinder();
    await user.type(input, 'tide');
    const group = await screen.findByRole('group', { name: 'Members' });
    expect(within(group).getByRole('option')).toHaveTextContent('isolde');
    await waitFor(() => expect(screen.getByText('3 results')).toBeInTheDocument());
    expect(asked.at(-1)?.q).toBe('tide');
    expect(input).toHaveAttribute('aria-activedescendant', activeOption().id);
    await user.keyboard('{ArrowDown}');
    expect(activeOption()).toHaveTextContent('tide_tables8 members');
    expect(activeOption().querySelector('mark')).toHaveTextContent('tide');
    await user.keyboard('{ArrowUp}{ArrowUp}');
    expect(activeOption()).toHaveTextContent('All results for “tide”');
    expect(input).toHaveFocus();
  });

  it('NXT-076 opens the active result on Enter, and shows a member in the constellation on Ctrl Enter', async () => {
    installCanvas();
    mock(getTagPage, () => problem('not_found'));
    const { user, input, address } = await openFinder();
    await user.type(input, 'tide');
    await screen.findByRole('group', { name: 'Members' });
    await user.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() => expect(address()).toBe('/constellation'));
    expect(screen.queryByRole('dialog', { name: 'Search' })).not.toBeInTheDocument();
    await user.keyboard('{Control>}k{/Control}');
    const dialog = within(await screen.findByRole('dialog', { name: 'Search' }));
    await user.type(dialog.getByRole('combobox'), 'tide');
    await screen.findByRole('group', { name: 'Tags' });
    await user.keyboard('{ArrowDown}{Enter}');
    await waitFor(() => expect(address()).toBe('/t/tide_tables'));
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await screen.findByRole('combobox'), 'tide');
    await screen.findByRole('group', { name: 'Tags' });
    await user.keyboard('{ArrowDown}{Control>}{Enter}{/Control}');
    await waitFor(() => expect(address()).toBe('/constellation'));
  });

  it.each([
    ['@tide', 'members'],
    ['#tide', 'tags'],
  ])('NXT-076 searches only one kind for %s', async (typed, kinds) => {
    const { user, input } = await openFinder();
    await user.type(input, typed);
    await waitFor(() => expect(asked.at(-1)?.q).toBe('tide'));
    expect(asked.at(-1)?.kinds).toBe(kinds);
  });

  it('NXT-076 runs commands without a search', async () => {
    const { user, input } = await openFinder();
    await user.type(input, '>light');
    expect(activeOption()).toHaveTextContent('Switch to the light theme');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(document.documentElement.dataset['mode']).toBe('light'));
    expect(asked).toEqual([]);
  });

  it('NXT-213 shows the line to a member and dimensions in common, and keeps the member by keyboard', async () => {
    const { id: fromUserId } = signIn();
    const link = { fromUserId, toUserId: ISOLDE, strength: 2, sharedTags: ['tide_tables'] };
    mock(getConstellation, { users: [], connections: [link] });
    const kept = mock(addBookmark, { ok: true });
    const { user, input } = await openFinder();
    await user.type(input, 'tide');
    const preview = within(await screen.findByRole('complementary', { name: 'Preview' }));
    expect(await preview.findByText('Tidal Library')).toBeInTheDocument();
    expect(preview.getByText('#tide_tables')).toBeInTheDocument();
    expect(preview.getByText('strength 2 of 5')).toBeInTheDocument();
    const keep = await preview.findByRole('button', { name: 'Keep Isolde Marr' });
    await user.tab();
    await user.tab();
    expect(keep).toHaveFocus();
    await user.keyboard('{Enter}');
    await waitFor(() =>
      expect(kept.map(({ kind, subject }) => [kind, subject])).toEqual([['member', ISOLDE]]),
    );
  });

  it('NXT-330 previews the profile text that matches, and pictures', async () => {
    const picture = { tags: [], owner: author, createdAt: '2026-11-01T00:00:00.000Z' };
    const members = FOUND.members?.items ?? [];
    answer(() => ({
      members: {
        items: members.map((member) => ({ ...member, excerpt: '… keeps cormorants …' })),
        nextCursor: null,
      },
      pictures: {
        items: [{ ...picture, id: 'i1', title: 'Two cormorants', imageUrl: '/objects/i1' }],
        nextCursor: null,
      },
      isComplete: true,
    }));
    const { user, input } = await openFinder();
    await user.type(input, 'cormorant');
    const preview = within(await screen.findByRole('complementary', { name: 'Preview' }));
    expect(preview.getByText('… keeps cormorants …')).toBeInTheDocument();
    const seen = servePictures();
    await user.keyboard('{ArrowDown}');
    act(scrollAllIntoView);
    await waitFor(() => expect(seen.map(([address]) => address)).toEqual(['/objects/i1?w=640']));
  });

  it('TLK-475 lists messages with their place and the found words marked, and opens one there by keyboard', async () => {
    answer(() => FOUND_MESSAGES);
    mock(listConversations, []);
    mock(getConversation, () => problem('not_found'));
    const { user, input, address, query } = await openFinder();
    await user.type(input, 'tide');
    const group = within(await screen.findByRole('group', { name: 'Messages' }));
    const lines = group.getAllByRole('option').map(({ textContent }) => textContent);
    expect(lines).toEqual([
      expect.stringMatching(/^The tide turned\.wren_x in a conversation with vesper, otto_f/),
      expect.stringMatching(/^Low tide at six\.wren_x in a thread of #tonight, Observatory/),
      expect.stringMatching(/^High tide\.former member in #tonight, Observatory/),
    ]);
    expect(activeOption().querySelector('mark')).toHaveTextContent('tide');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(address()).toBe('/direct/d1'));
    expect(query()).toEqual({ message: 7 });
  });

  it('TLK-480 marks the words of a search of messages, not its operators', async () => {
    answer(() => FOUND_MESSAGES);
    const { user, input } = await openFinder();
    await user.type(input, 'tide in:turned');
    const group = within(await screen.findByRole('group', { name: 'Messages' }));
    const [first] = group.getAllByRole('option');
    const marks = [...(first?.querySelectorAll('mark') ?? [])].map(({ textContent }) => textContent);
    expect(marks).toEqual(['tide']);
  });

  it('TLK-475 asks for everything without naming kinds, which a server of another version may not know', async () => {
    const { user, input } = await openFinder();
    await user.type(input, 'tide');
    await waitFor(() => expect(asked.at(-1)?.q).toBe('tide'));
    expect(asked.at(-1)).not.toHaveProperty('kinds');
  });

  it.each([
    ['tide', 'tide_tables'],
    ['#Night_Walks', 'night_walks'],
  ])('NXT-212 writes a post with the tag for %s, from another page', async (typed, tag) => {
    const { user, input, address } = await openFinder();
    await user.type(input, typed);
    await waitFor(() => expect(screen.getByRole('listbox')).toHaveTextContent(`Write a post with #${tag}`));
    await waitFor(() => expect(screen.getByRole('listbox')).toHaveAttribute('aria-busy', 'false'));
    while (!activeOption().textContent?.startsWith('Write')) await user.keyboard('{ArrowDown}');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(address()).toBe('/homepage'));
    const form = within(await screen.findByRole('form', { name: 'New post' }));
    expect(await form.findByText(`#${tag}`)).toBeInTheDocument();
    await waitFor(() => expect(form.getByRole('textbox', { name: 'Title' })).toHaveFocus());
  });

  it.each(['@tide', '>tide', '# two words'])('NXT-212 offers no tag for %s', async (typed) => {
    const { user, input } = await openFinder();
    await user.type(input, typed);
    await waitFor(() => expect(screen.getByRole('listbox')).toHaveAttribute('aria-busy', 'false'));
    if (typed.startsWith('@')) await screen.findByRole('option', { name: /isolde/ });
    expect(screen.queryByRole('option', { name: /^Write/ })).not.toBeInTheDocument();
  });

  it('NXT-212 adds the tag to the open draft', async () => {
    const { user } = renderApp('/homepage');
    await user.type(await screen.findByRole('textbox', { name: 'Title' }), 'Low water');
    await user.type(screen.getByRole('textbox', { name: 'Add a tag' }), 'coast ');
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await screen.findByRole('combobox'), '#tide_tables');
    await user.keyboard('{ArrowUp}');
    expect(activeOption()).toHaveTextContent('Write a post with #tide_tables');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Title' })).toHaveFocus());
    expect(screen.getByRole('textbox', { name: 'Title' })).toHaveValue('Low water');
    const form = within(screen.getByRole('form', { name: 'New post' }));
    expect(form.getByText('#coast')).toBeInTheDocument();
    expect(form.getByText('#tide_tables')).toBeInTheDocument();
    await waitFor(() =>
      expect(Object.values(localStorage).join(' ')).toContain('"tags":["coast","tide_tables"]'),
    );
  });

  it('NXT-077 says that nothing was found, and that a search failed', async () => {
    answer(() => ({ isComplete: true }));
    const { user, input } = await openFinder();
    await user.type(input, 'xyz');
    expect(await screen.findByText(/that you can see matches “xyz”/)).toBeInTheDocument();
    answer(() => HttpResponse.error());
    await user.type(input, 'z');
    expect(await screen.findByRole('alert')).toHaveTextContent('The search did not answer.');
    answer(() => FOUND);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('group', { name: 'Members' })).toBeInTheDocument();
  });
});

describe('the page of results', () => {
  it('NXT-078 shows the results of the address by kind, page by page, and NXT-200 with cards of members', async () => {
    const { user } = renderApp('/search?q=tide');
    // The second page is empty.
    answer(() => (asked.at(-1)?.cursor === undefined ? FOUND : { isComplete: true }));
    const isolde = await screen.findByRole('link', { name: /isolde/ });
    expect(isolde).toHaveAttribute('href', '/u/isolde');
    expect(isolde).toHaveAttribute('aria-haspopup', 'dialog');
    await user.click(screen.getByRole('button', { name: 'All posts' }));
    expect(await screen.findByRole('tab', { name: 'Posts', selected: true })).toBeInTheDocument();
    await user.click(await screen.findByRole('button', { name: 'More' }));
    await waitFor(() => expect(asked.at(-1)?.cursor).toBe('next'));
  });

  it('TLK-475 lists messages in a section of their own, and links each at its place', async () => {
    answer(() => FOUND_MESSAGES);
    renderApp('/search?q=tide');
    const section = within(await screen.findByRole('region', { name: 'Messages' }));
    expect(section.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/direct/d1?message=7',
      '/dimensions/public?server=s1&channel=c1&thread=t1&message=12',
      '/dimensions/public?server=s1&channel=c1&message=12',
    ]);
  });

  it('NXT-323 offers names like the query if nothing was found', async () => {
    const similarNames = { members: FOUND.members?.items ?? [], tags: FOUND.tags?.items ?? [] };
    answer(() => ({ similar: similarNames, isComplete: true }));
    const { user, input } = await openFinder();
    await user.type(input, 'izolde');
    const similar = within(await screen.findByRole('group', { name: 'Did you mean' }));
    expect(similar.getAllByRole('option')).toHaveLength(2);
    expect(similar.getByRole('option', { name: /isolde/ })).toBeInTheDocument();
  });

  it('NXT-324 leads back to the last pages, and to the pages of the member', async () => {
    const { user, navigate } = renderApp('/purpose');
    await waitFor(() => expect(document.title).toContain('Our Purpose'));
    await screen.findByRole('button', { name: 'Search, Ctrl K' });
    navigate('/instructions');
    await waitFor(() => expect(document.title).toContain('Instructions'));
    await user.click(await screen.findByRole('button', { name: 'Search, Ctrl K' }));
    const places = within(await screen.findByRole('group', { name: 'Last places' }));
    expect(places.getAllByRole('option')[0]).toHaveTextContent('Our Purpose');
    for (const name of ['Go to Night log', 'Go to Kept', 'Go to Tags', 'Write a post']) {
      expect(screen.getByRole('option', { name })).toBeInTheDocument();
    }
  });

  it('NXT-324 previews a result of any kind', async () => {
    const { user, input } = await openFinder();
    await user.type(input, 'tide');
    await screen.findByRole('option', { name: /isolde/ });
    await user.keyboard('{ArrowDown}');
    expect(activeOption()).toHaveTextContent('tide_tables');
    const preview = within(screen.getByRole('complementary', { name: 'Preview' }));
    expect(preview.getByText('#tide_tables')).toBeInTheDocument();
    expect(preview.getByText('8 members')).toBeInTheDocument();
  });
});
