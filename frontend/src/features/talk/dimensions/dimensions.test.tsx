import { beforeEach, describe, expect, it } from '@jest/globals';
import {
  acceptInvite,
  createChannel,
  createInvite,
  createServer,
  endTimeOut,
  getServer,
  joinServer,
  leaveServer,
  liftBan,
  listBans,
  listChannels,
  listGroups,
  listInvites,
  listMembers,
  listPublicServers,
  listServers,
  listTimeOuts,
  type MemberView,
  previewInvite,
  revokeInvite,
  search,
  type ServerView,
  setTimeOut,
  type TimedOutMember,
  updateChannel,
  updateServer,
} from '@oniverse/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { OPEN_CHANNEL } from '../../../testing/channels.js';
import { problem } from '../../../testing/call-handler.js';
import { installLayout } from '../../../testing/layout.js';
import { signIn } from '../../../testing/members.js';
import { mock } from '../../../testing/mock.js';
import { renderApp } from '../../../testing/render.js';
import { readSelection } from './selection.js';

const at = '2026-01-01T00:00:00.000Z';
const dimension = (given: Partial<ServerView>): ServerView => ({
  id: 's-obs',
  ownerId: 'system',
  name: 'Observatory',
  description: 'Night sky reports.',
  isPublic: true,
  memberCount: 42,
  unreadCount: 0,
  mentionCount: 0,
  isBanned: false,
  archivedAt: null,
  timeOut: null,
  questions: [],
  hasLinkPreviews: true,
  messageDays: 0,
  formerMessageDays: null,
  formerMessageDaysUntil: null,
  application: null,
  membership: null,
  createdAt: at,
  updatedAt: at,
  ...given,
});
const games = dimension({ id: 's-games', name: 'Terminal Games', description: null, memberCount: 264 });
const own = dimension({
  id: 's-own',
  name: 'Back room',
  isPublic: false,
  memberCount: 2,
  membership: { role: 'owner' },
});

const MEMBERS = ['vesper', 'juno_9', 'otto_n'].map((username, place): MemberView => ({
  userId: place === 0 ? '0193a000-0000-7000-8000-000000000001' : `u-${username}`,
  username,
  displayName: null,
  profileImageUrl: null,
  role: username === 'otto_n' ? 'moderator' : 'member',
  online: false,
  joinedAt: at,
}));

function serve(...servers: ServerView[]) {
  const stored = new Map(servers.map((each) => [each.id, each]));
  const change = (id: string, by: number, membership: ServerView['membership']) => {
    const before = stored.get(id) ?? dimension({ id });
    const after = { ...before, memberCount: before.memberCount + by, membership };
    stored.set(id, after);
    return after;
  };
  mock(listServers, () => [...stored.values()]);
  mock(listPublicServers, ({ query: { q = '' } }) =>
    [...stored.values()].filter(({ isPublic, name }) => isPublic && name.includes(q)),
  );
  mock(getServer, ({ id }) => stored.get(id) ?? problem('not_found'));
  mock(listChannels, ({ id }) =>
    ['archive', 'general', 'tonight'].map((name) => ({
      id: `${id}-${name}`,
      serverId: id,
      name,
      description: name === 'tonight' ? 'what is overhead' : null,
      isDefault: name === 'general',
      ...OPEN_CHANNEL,
      lastSeq: 0,
      readSeq: 0,
      unreadCount: 0,
      mentionCount: 0,
      createdAt: at,
      updatedAt: at,
    })),
  );
  mock(joinServer, ({ id }) => change(id, 1, { role: 'member' }));
  mock(listMembers, MEMBERS);
  mock(leaveServer, ({ id }) => {
    change(id, -1, null);
    return { ok: true };
  });
  mock(listInvites, []);
  mock(listTimeOuts, []);
  mock(listGroups, []);
}

beforeEach(installLayout);
beforeEach(() => {
  signIn();
});

describe('the hub', () => {
  it('DIM-001 DIM-002 DIM-003 DIM-004 DIM-005 shows two cards with their counts', async () => {
    serve(dimension({}), games, own);
    renderApp('/dimensions');
    const open = await screen.findByRole('link', { name: /PUBLIC 2 dimensions/ });
    expect(open).toHaveTextContent('Platform-created and verified community servers.');
    expect(open).toHaveAttribute('href', '/dimensions/public');
    const closed = screen.getByRole('link', { name: /PRIVATE 1 dimension/ });
    expect(closed).toHaveTextContent('Invite-only');
    expect(closed).toHaveAttribute('href', '/dimensions/private');
  });
});

describe('the hub when its request fails', () => {
  it('says why it has no counts, and retries', async () => {
    mock(listServers, () => problem('unavailable', 'A part is down.'));
    const { user } = renderApp('/dimensions');
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('A part is down.');
    // Above the cards: on a phone, anything below them is out of view.
    const card = screen.getByRole('link', { name: /PUBLIC — dimensions/ });
    expect(alert.compareDocumentPosition(card)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    serve(dimension({}));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: /PUBLIC 1 dimension/ })).toBeInTheDocument();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('the catalogue', () => {
  it('shows its title and switch while the servers load', async () => {
    mock(listServers, async () => new Promise<never>(() => undefined));
    renderApp('/dimensions/public');
    expect(await screen.findByRole('heading', { name: 'Public dimensions' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'PRIVATE —' })).toHaveAttribute('href', '/dimensions/private');
    expect(screen.getByText('Loading dimensions')).toBeInTheDocument();
  });

  it('DIM-007 DIM-008 DIM-009 DIM-010 DIM-011 lists the public servers', async () => {
    serve(dimension({ membership: { role: 'member' } }), games, own);
    renderApp('/dimensions/public');
    const joined = await screen.findByRole('link', { name: /Observatory/ });
    expect(joined).toHaveTextContent('Night sky reports.');
    expect(joined).toHaveTextContent('42 members');
    expect(joined).toHaveTextContent('Joined');
    const other = screen.getByRole('link', { name: /Terminal Games/ });
    expect(other).toHaveTextContent('No description available');
    expect(other).toHaveTextContent('264 members');
    expect(other).toHaveTextContent('Click to join');
    expect(screen.queryByRole('link', { name: /Back room/ })).toBeNull();
  });

  it('DIM-006 DIM-007 switches to the private servers and back', async () => {
    serve(dimension({}), own);
    const { user, address } = renderApp('/dimensions/public');
    const toggle = within(await screen.findByRole('navigation', { name: 'Kind of dimension' }));
    expect(await toggle.findByRole('link', { name: 'PUBLIC 1' })).toHaveAttribute('aria-current', 'page');
    await user.click(toggle.getByRole('link', { name: 'PRIVATE 1' }));
    expect(await screen.findByRole('link', { name: /Back room/ })).toBeInTheDocument();
    expect(address()).toBe('/dimensions/private');
    expect(screen.queryByRole('link', { name: /Observatory/ })).toBeNull();
  });

  it('DIM-012 DIM-013 says when it is empty, with a hint on the public page only', async () => {
    serve();
    const { navigate } = renderApp('/dimensions/public');
    expect(await screen.findByText('No public servers available yet.')).toBeInTheDocument();
    expect(screen.getByText('Check back soon for new community spaces!')).toBeInTheDocument();
    navigate('/dimensions/private');
    expect(await screen.findByText('No private servers available yet.')).toBeInTheDocument();
    expect(screen.queryByText('Check back soon for new community spaces!')).toBeNull();
  });

  it('reports that the servers could not be loaded, and retries', async () => {
    mock(listServers, () => problem('unavailable', 'A part is down.'));
    const { user, navigate } = renderApp('/dimensions/public');
    expect(await screen.findByText('A part is down.')).toBeInTheDocument();
    const failed = 'The dimensions could not be loaded.';
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Public dimensions');
    expect(screen.getByRole('heading', { level: 2 })).toHaveTextContent(failed);
    expect(screen.getByRole('link', { name: 'PRIVATE —' })).toBeInTheDocument();
    navigate('/dimensions/public?server=1');
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(failed));
    navigate('/dimensions/public');
    serve(games);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: /Terminal Games/ })).toBeInTheDocument();
  });
});

describe('the catalogue of many servers', () => {
  const many = Array.from({ length: 130 }, (_, n) =>
    dimension({ id: `s-${n}`, name: `Place ${n}`, memberCount: 200 - n }),
  );
  const searches: unknown[] = [];
  const serveMany = () => {
    serve(...many.slice(0, 100), own);
    mock(listPublicServers, ({ query }) => {
      searches.push(query);
      const found = many.filter(({ name }) => name.includes(query.q ?? ''));
      const after = found.findIndex(({ id }) => id === query.cursor) + 1;
      const page = found.slice(after, after + 50);
      const more = after + 50 < found.length;
      return Response.json(page, more ? { headers: { 'x-next-cursor': page.at(-1)?.id ?? '' } } : {});
    });
    mock(getServer, ({ id }) => many.find((each) => each.id === id) ?? problem('not_found'));
  };
  beforeEach(() => {
    searches.splice(0);
  });

  it('DIM-004 DIM-007 lists all servers page by page and shows 100+ as their count', async () => {
    serveMany();
    const { user } = renderApp('/dimensions');
    await user.click(await screen.findByRole('link', { name: /PUBLIC 100\+ dimensions/ }));
    expect(await screen.findByRole('link', { name: /Place 49\b/ })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'PUBLIC 100+' })).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: /Place 50\b/ })).toBeNull();
    for (const next of ['Place 99', 'Place 129']) {
      await user.click(screen.getByRole('button', { name: 'More dimensions' }));
      expect(await screen.findByRole('link', { name: new RegExp(next) })).toBeInTheDocument();
    }
    expect(screen.queryByRole('button', { name: 'More dimensions' })).toBeNull();
    expect(screen.getAllByRole('link', { name: /^Place \d+/ })).toHaveLength(130);
  });

  it('DIM-007 searches by part of a name after a pause in typing', async () => {
    serveMany();
    const { user } = renderApp('/dimensions/public');
    const field = await screen.findByRole('searchbox', { name: 'Search dimensions' });
    await screen.findByRole('link', { name: /Place 49\b/ });
    await user.type(field, 'ce 121');
    await waitFor(() => expect(screen.getAllByRole('link', { name: /^Place \d+/ })).toHaveLength(1));
    expect(screen.getByRole('link', { name: /Place 121/ })).toBeInTheDocument();
    expect(searches).toEqual([{}, { q: 'ce 121' }]);
    await user.type(field, ' nowhere');
    expect(await screen.findByText('No dimension matches “ce 121 nowhere”')).toBeInTheDocument();
    await user.clear(field);
    expect(await screen.findByRole('link', { name: /Place 49\b/ })).toBeInTheDocument();
  });

  it('DIM-024 opens and joins a server outside the member’s list', async () => {
    serveMany();
    const { user } = renderApp('/dimensions/public?server=s-120');
    expect(await screen.findByText('80 members')).toBeInTheDocument();
    mock(joinServer, ({ id }) =>
      dimension({ ...many[120], id, memberCount: 81, membership: { role: 'member' } }),
    );
    await user.click(await screen.findByRole('button', { name: 'Join' }));
    expect(await screen.findByRole('button', { name: 'SEND' })).toBeInTheDocument();
    expect(screen.getByText('81 members')).toBeInTheDocument();
  });

  it('reports a failed list or server, and retries', async () => {
    serveMany();
    const down = () => problem('unavailable', 'A part is down.');
    mock(listPublicServers, down);
    mock(getServer, down);
    const { user, navigate } = renderApp('/dimensions/public');
    expect(await screen.findByText('A part is down.')).toBeInTheDocument();
    serveMany();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: /Place 49\b/ })).toBeInTheDocument();
    mock(getServer, down);
    navigate('/dimensions/public?server=s-120');
    expect(await screen.findByText('The dimensions could not be loaded.')).toBeInTheDocument();
    serveMany();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('80 members')).toBeInTheDocument();
  });
});

describe('the server page', () => {
  it('DIM-016 DIM-024 DIM-025 joins a selected server and opens its default channel', async () => {
    serve(dimension({}), games);
    const { user } = renderApp('/dimensions/public');
    await user.click(await screen.findByRole('link', { name: /Terminal Games/ }));
    const channels = within(await screen.findByRole('complementary', { name: 'Channels' }));
    expect(await channels.findByText('265 members')).toBeInTheDocument();
    expect(channels.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      'Search in this dimension',
      '#archive',
      '#general',
      '#tonight',
      'Public dimensions',
    ]);
    expect(channels.getByRole('link', { name: 'general' })).toHaveAttribute('aria-current', 'true');
    expect(await screen.findByLabelText('Message #general')).toBeInTheDocument();
  });

  it('DIM-019 keeps the selected channel in the address', async () => {
    serve(dimension({ membership: { role: 'member' } }));
    const { user } = renderApp('/dimensions/public?server=s-obs&channel=s-obs-tonight');
    expect(await screen.findByRole('heading', { name: /tonight/ })).toBeInTheDocument();
    expect(screen.getByText('what is overhead')).toBeInTheDocument();
    await user.click(screen.getByRole('link', { name: 'archive' }));
    expect(await screen.findByLabelText('Message #archive')).toBeInTheDocument();
  });

  it('GAP-136 can be read before joining, and asks to join before writing', async () => {
    serve(dimension({}));
    const { user } = renderApp('/dimensions/public?server=s-obs');
    await user.click(await screen.findByRole('button', { name: 'Join' }));
    expect(await screen.findByRole('button', { name: 'SEND' })).toBeInTheDocument();
    expect(screen.getByText('43 members')).toBeInTheDocument();
  });

  it('DIM-024 GAP-136 lets a banned member read, but neither join nor write', async () => {
    serve(dimension({ isBanned: true }));
    const joins = mock(joinServer, () => problem('forbidden', 'No.'));
    const { user } = renderApp('/dimensions/public');
    const row = await screen.findByRole('link', { name: /Observatory/ });
    expect(row).toHaveTextContent('Read only');
    await user.click(row);
    expect(await screen.findByText(/^You were removed from this dimension/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Join' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'SEND' })).toBeNull();
    expect(joins).toEqual([]);
  });

  it('STF-051 says that a dimension is archived, and offers neither to join nor to write', async () => {
    serve(dimension({ archivedAt: '2026-11-20T20:00:00.000Z' }));
    const { user } = renderApp('/dimensions/public');
    const row = await screen.findByRole('link', { name: /Observatory/ });
    expect(row).toHaveTextContent('Archived');
    await user.click(row);
    expect(
      await screen.findByText(/^This dimension was archived on 20 November 2026\. You can read it/),
    ).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Join' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'SEND' })).toBeNull();
  });

  it('reports why joining failed', async () => {
    serve(dimension({}));
    mock(joinServer, () => problem('unavailable', 'Not now.'));
    const { user } = renderApp('/dimensions/public?server=s-obs');
    await user.click(await screen.findByRole('button', { name: 'Join' }));
    expect(await screen.findByText('Join failed')).toBeInTheDocument();
    expect(screen.getByText('Not now.')).toBeInTheDocument();
  });

  it('GAP-124 returns to the catalogue after leaving', async () => {
    serve(dimension({ membership: { role: 'member' } }));
    const { user, address } = renderApp('/dimensions/public?server=s-obs');
    await user.click(await screen.findByRole('button', { name: 'Leave' }));
    const row = await screen.findByRole('link', { name: /Observatory/ });
    expect(address()).toBe('/dimensions/public');
    expect(await within(row).findByText('Click to join')).toBeInTheDocument();
    expect(row).toHaveTextContent('41 members');
  });

  it('GAP-124 does not let its owner leave', async () => {
    serve(own);
    renderApp('/dimensions/private?server=s-own');
    expect(await screen.findByRole('button', { name: 'SEND' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Leave' })).toBeNull();
  });

  it('reports a server that cannot be found', async () => {
    serve(games);
    renderApp('/dimensions/public?server=gone');
    expect(await screen.findByText('This dimension cannot be found.')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Public dimensions' })).toHaveAttribute(
      'href',
      '/dimensions/public',
    );
  });

  it('TLK-084 says that the channel of a link does not exist, and opens the default one', async () => {
    serve(dimension({ membership: { role: 'member' } }));
    const { user } = renderApp('/dimensions/public?server=s-obs&channel=s-obs-gone&message=7');
    const note = /^The channel of this link was deleted, or you do not have access\. This is #general\.$/u;
    expect(await screen.findByText(note)).toBeInTheDocument();
    await user.click(screen.getByRole('link', { name: 'tonight' }));
    expect(await screen.findByLabelText('Message #tonight')).toBeInTheDocument();
    expect(screen.queryByText(note)).toBeNull();
  });

  it('TLK-083 opens its channels and members from one menu on a phone', async () => {
    serve(dimension({ membership: { role: 'member' } }));
    const { user } = renderApp('/dimensions/public?server=s-obs');
    await screen.findByLabelText('Message #general');
    await user.click(screen.getByRole('button', { name: 'Channels and members' }));
    const drawer = within(screen.getByRole('dialog', { name: 'Channels and members' }));
    expect(drawer.getByRole('heading', { name: 'Users Online' })).toBeInTheDocument();
    await user.click(drawer.getByRole('link', { name: 'tonight' }));
    expect(await screen.findByLabelText('Message #tonight')).toBeInTheDocument();
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('private servers', () => {
  it('DIM-014 creates one with a name and a description, opens it and offers an invite', async () => {
    serve();
    const made = dimension({ id: 's-new', name: 'Roof', isPublic: false, membership: { role: 'owner' } });
    const requests = mock(createServer, made);
    const { user, navigate } = renderApp('/dimensions/private');
    await user.click(await screen.findByRole('button', { name: '+ Create New Private Server' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Create a private dimension' }));
    await user.click(dialog.getByRole('button', { name: 'Create' }));
    expect(await dialog.findByText('Please enter a name.')).toBeInTheDocument();
    await user.type(dialog.getByLabelText('name'), ' Roof ');
    await user.type(dialog.getByLabelText('description'), 'Up here.');
    await user.click(dialog.getByRole('button', { name: 'Create' }));
    expect(await screen.findByLabelText('Message #general')).toBeInTheDocument();
    expect(requests[0]?.body).toEqual({ name: 'Roof', description: 'Up here.' });
    const invite = within(await screen.findByRole('dialog', { name: 'Invite to Roof' }));
    await user.click(invite.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    navigate('/dimensions/private');
    await user.click(await screen.findByRole('link', { name: /Roof/ }));
    expect(await screen.findByLabelText('Message #general')).toBeInTheDocument();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('DIM-014 keeps the entered text when creating fails', async () => {
    serve();
    mock(createServer, () => problem('unavailable', 'Not now.'));
    const { user } = renderApp('/dimensions/private');
    await user.click(await screen.findByRole('button', { name: '+ Create New Private Server' }));
    await user.type(screen.getByLabelText('name'), 'Roof');
    await user.click(screen.getByRole('button', { name: 'Create' }));
    expect(await screen.findByText('Not now.')).toBeInTheDocument();
    expect(screen.getByLabelText('name')).toHaveValue('Roof');
  });

  it('GAP-126 opens an invite from a link or a code and rejects other text', async () => {
    serve();
    const { user, address } = renderApp('/dimensions/private');
    const field = await screen.findByLabelText('Invite code or link');
    await user.type(field, 'nonsense{Enter}');
    expect(screen.getByText('This is not an invite. A code has 22 characters.')).toBeInTheDocument();
    await user.clear(field);
    mock(previewInvite, () => problem('not_found', 'None.'));
    await user.type(field, `https://oni.example/dimensions/invite/${'a'.repeat(22)}{Enter}`);
    expect(await screen.findByText('This invite no longer works.')).toBeInTheDocument();
    expect(address()).toBe(`/dimensions/invite/${'a'.repeat(22)}`);
  });

  it('GAP-126 previews and accepts an invite', async () => {
    const roof = dimension({ id: 's-roof', name: 'Roof', isPublic: false });
    serve(roof);
    const { id, name, description, memberCount } = roof;
    mock(previewInvite, { code: 'abc', server: { id, name, description, memberCount }, expiresAt: at });
    mock(acceptInvite, () => {
      const joined = { ...roof, membership: { role: 'member' as const } };
      serve(joined);
      return joined;
    });
    const { user, address } = renderApp('/dimensions/invite/abc');
    expect(await screen.findByRole('heading', { name: 'Roof' })).toBeInTheDocument();
    expect(screen.getByText('42 members')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Accept invitation' }));
    expect(await screen.findByLabelText('Message #general')).toBeInTheDocument();
    expect(address()).toBe('/dimensions/private');
  });
});

describe('the dialogs of a server', () => {
  it('GAP-126 create an invite and focus the copy button', async () => {
    serve(own);
    const invite = {
      code: 'c'.repeat(22),
      url: `https://oni.example/dimensions/invite/${'c'.repeat(22)}`,
      id: 'i-1',
      expiresAt: at,
      maxUses: 2,
      uses: 0,
    };
    const requests = mock(createInvite, invite);
    const { user } = renderApp('/dimensions/private?server=s-own');
    await user.click(await screen.findByRole('button', { name: 'Manage Back room' }));
    await user.click(screen.getByRole('menuitem', { name: 'Invite people' }));
    await user.type(await screen.findByLabelText('number of uses'), '0{Enter}');
    expect(
      screen.getByText('Enter a whole number from 1 to 1,000, or leave this empty.'),
    ).toBeInTheDocument();
    await user.type(screen.getByLabelText('number of uses'), '{Backspace}2{Enter}');
    expect(await screen.findByLabelText('invite link')).toHaveValue(invite.url);
    expect(requests.map(({ body }) => body)).toEqual([{ expiresInHours: 168, maxUses: 2 }]);
    expect(screen.getByRole('button', { name: 'Copy link' })).toHaveFocus();
  });

  it('open a new channel, also from the drawer of a narrow screen', async () => {
    serve(own);
    const channel = (name: string, isDefault: boolean) => ({
      id: `s-own-${name}`,
      serverId: 's-own',
      name,
      description: null,
      isDefault,
      ...OPEN_CHANNEL,
      lastSeq: 0,
      readSeq: 0,
      unreadCount: 0,
      mentionCount: 0,
      createdAt: at,
      updatedAt: at,
    });
    const channels = [channel('general', true)];
    mock(listChannels, () => channels);
    mock(createChannel, () => {
      const drafts = channel('drafts', false);
      channels.push(drafts);
      return drafts;
    });
    const { user } = renderApp('/dimensions/private?server=s-own');
    await screen.findByLabelText('Message #general');
    await user.click(screen.getByRole('button', { name: 'Channels and members' }));
    const drawer = within(screen.getByRole('dialog', { name: 'Channels and members' }));
    await user.click(drawer.getByRole('button', { name: 'Manage Back room' }));
    await user.click(screen.getByRole('menuitem', { name: 'New channel' }));
    await user.type(await screen.findByLabelText('name'), 'drafts{Enter}');
    expect(await screen.findByLabelText('Message #drafts')).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('GAP-126 list the active invites and revoke one without its code', async () => {
    serve(own);
    const author = { displayName: null, profileImageUrl: null };
    const listed = [
      {
        id: 'i-2',
        expiresAt: at,
        maxUses: 5,
        uses: 2,
        createdBy: { username: 'juno_9', ...author },
        createdAt: at,
      },
      { id: 'i-1', expiresAt: at, maxUses: null, uses: 0, createdBy: null, createdAt: at },
    ];
    let isDown = true;
    mock(listInvites, () => (isDown ? problem('unavailable', 'A part is down.') : listed));
    const revoked = mock(revokeInvite, { ok: true });
    const { user } = renderApp('/dimensions/private?server=s-own');
    await user.click(await screen.findByRole('button', { name: 'Manage Back room' }));
    await user.click(screen.getByRole('menuitem', { name: 'Invite people' }));
    expect(await screen.findByText('A part is down.')).toBeInTheDocument();
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    const list = within(await screen.findByRole('list', { name: 'Active invites' }));
    expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^@juno_92 of 5 used, until 1 Jan 2026/),
      expect.stringMatching(/^former member0 used, until/),
    ]);
    await user.click(list.getByRole('button', { name: /^Revoke the invite by juno_9/ }));
    await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(1));
    expect(revoked.map(({ inviteId }) => inviteId)).toEqual(['i-2']);
    await user.click(list.getByRole('button', { name: /^Revoke the invite by former member/ }));
    expect(await screen.findByText('No active invites.')).toBeInTheDocument();
  });

  it('GAP-135 list the banned members for staff, page by page, and lift a ban', async () => {
    serve(own);
    const ban = (username: string) => ({
      userId: `u-${username}`,
      username,
      displayName: null,
      profileImageUrl: null,
      isBan: false,
      bannedAt: at,
    });
    mock(listBans, ({ query: { cursor } }) =>
      cursor === undefined
        ? Response.json([ban('juno_9')], { headers: { 'x-next-cursor': 'b-1' } })
        : [ban('otto_n')],
    );
    mock(liftBan, ({ userId }) =>
      userId === 'u-juno_9' ? { ok: true } : problem('unavailable', 'Not now.'),
    );
    const { user } = renderApp('/dimensions/private?server=s-own');
    await user.click(await screen.findByRole('button', { name: 'Manage Back room' }));
    await user.click(screen.getByRole('menuitem', { name: 'Bans and time-outs' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Bans and time-outs' }));
    await user.click(await dialog.findByRole('button', { name: 'Show more' }));
    await user.click(await dialog.findByRole('button', { name: 'Lift the ban of @otto_n' }));
    expect(await screen.findByText('Lifting the ban failed')).toBeInTheDocument();
    expect(screen.getByText('Not now.')).toBeInTheDocument();
    await user.click(await dialog.findByRole('button', { name: 'Lift the ban of @juno_9' }));
    expect(await screen.findByText('@juno_9 can join again')).toBeInTheDocument();
    expect(dialog.queryByText('@juno_9')).toBeNull();
  });

  it('TLK-180 time a member out for a reason, change it and end it, from the card of the member', async () => {
    serve(own);
    let running: TimedOutMember[] = [];
    const until = new Date(Date.now() + 10 * 60_000).toISOString();
    mock(listTimeOuts, ({ query: { member } }) => running.filter(({ userId }) => userId === member));
    const sent = mock(setTimeOut, ({ userId, body }) => {
      const [, member] = MEMBERS;
      const reason = body?.reason ?? '';
      running = [{ ...member!, userId, until, reason, createdAt: at }];
      return { until, reason };
    });
    const ended = mock(endTimeOut, { ok: true });
    const { user } = renderApp('/dimensions/private?server=s-own');
    const openCard = async (name: string) => {
      await user.click(await screen.findByRole('button', { name: 'Manage Back room' }));
      await user.click(screen.getByRole('menuitem', { name: 'All members' }));
      const list = within(await screen.findByRole('dialog', { name: 'Members' }));
      await user.click(await list.findByRole('button', { name: new RegExp(name, 'u') }));
      return within(await screen.findByRole('dialog', { name: `@${name}` }));
    };
    const staff = await openCard('otto_n');
    expect(staff.getByRole('button', { name: 'Remove from dimension' })).toBeInTheDocument();
    expect(staff.queryByRole('button', { name: 'Time out…' })).toBeNull();
    await user.keyboard('{Escape}');
    const card = await openCard('juno_9');
    await user.click(card.getByRole('button', { name: 'Time out…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Time out @juno_9' }));
    await user.click(dialog.getByRole('button', { name: 'Time out' }));
    expect(dialog.getByText('Please enter a reason.')).toBeInTheDocument();
    await user.type(dialog.getByRole('textbox', { name: /reason/u }), 'Spoilers.');
    await user.click(dialog.getByRole('button', { name: 'Time out' }));
    expect(await screen.findByText(/^@juno_9 is timed out until/u)).toBeInTheDocument();
    expect(sent).toMatchObject([{ userId: 'u-juno_9', body: { minutes: 60, reason: 'Spoilers.' } }]);
    const again = await openCard('juno_9');
    expect(await again.findByText(/^Timed out until/u)).toHaveTextContent('Spoilers.');
    expect(again.getByRole('button', { name: 'Change time-out…' })).toBeInTheDocument();
    await user.click(again.getByRole('button', { name: 'End time-out' }));
    expect(await again.findByRole('button', { name: 'Time out…' })).toBeInTheDocument();
    expect(ended).toMatchObject([{ userId: 'u-juno_9' }]);
  });

  it('TLK-180 list the running time-outs beside the bans, and end one', async () => {
    serve(own);
    mock(listBans, []);
    const until = new Date(Date.now() + 60 * 60_000).toISOString();
    mock(listTimeOuts, [{ ...MEMBERS[1]!, until, reason: 'Spoilers.', createdAt: at }]);
    mock(endTimeOut, { ok: true });
    const { user } = renderApp('/dimensions/private?server=s-own');
    await user.click(await screen.findByRole('button', { name: 'Manage Back room' }));
    await user.click(screen.getByRole('menuitem', { name: 'Bans and time-outs' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Bans and time-outs' }));
    await user.click(dialog.getByRole('tab', { name: 'Time-outs' }));
    expect(await dialog.findByText('Spoilers.')).toBeInTheDocument();
    expect(dialog.getByText(/^until /u)).toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'End the time-out of @juno_9' }));
    expect(await dialog.findByText('Nobody is timed out.')).toBeInTheDocument();
    expect(await screen.findByText('@juno_9 can write again')).toBeInTheDocument();
  });

  it('TLK-200 lock a channel and set its slow mode, also one that the list does not offer', async () => {
    serve(own);
    const channel = {
      ...OPEN_CHANNEL,
      id: 'c',
      serverId: 's-own',
      name: 'general',
      description: null,
      isDefault: true,
      lastSeq: 0,
      readSeq: 0,
      unreadCount: 0,
      mentionCount: 0,
      createdAt: at,
      updatedAt: at,
    };
    mock(listChannels, [{ ...channel, slowModeSeconds: 42 }]);
    const saved = mock(updateChannel, channel);
    const { user } = renderApp('/dimensions/private?server=s-own');
    await user.click(await screen.findByRole('button', { name: 'Manage #general' }));
    await user.click(screen.getByRole('menuitem', { name: 'Lock and slow mode' }));
    const title = 'Lock and slow mode of #general';
    const dialog = within(await screen.findByRole('dialog', { name: title }));
    const slowMode = dialog.getByRole('combobox', { name: /slow mode/u });
    expect(slowMode).toHaveTextContent('42 seconds');
    await user.click(dialog.getByRole('combobox', { name: /who writes/u }));
    await user.click(await screen.findByRole('option', { name: 'Only the owner and moderators' }));
    await user.click(slowMode);
    await user.click(await screen.findByRole('option', { name: '1 minute' }));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: title })).toBeNull());
    expect(saved).toMatchObject([{ id: 'c', body: { isLocked: true, slowModeSeconds: 60 } }]);
  });

  it('TLK-319 switch previews of links off, and ask before discarding that', async () => {
    serve(own);
    const saved = mock(updateServer, { ...own, hasLinkPreviews: false });
    const { user } = renderApp('/dimensions/private?server=s-own');
    const openDialog = async () => {
      await user.click(await screen.findByRole('button', { name: 'Manage Back room' }));
      await user.click(screen.getByRole('menuitem', { name: 'Edit dimension' }));
      return within(await screen.findByRole('dialog', { name: 'Edit dimension' }));
    };
    const dialog = await openDialog();
    const previews = dialog.getByRole('combobox', { name: /link previews/u });
    expect(previews).toHaveTextContent('Shown below messages');
    await user.click(previews);
    await user.click(await screen.findByRole('option', { name: 'Off' }));
    await user.keyboard('{Escape}');
    const question = within(await screen.findByRole('alertdialog', { name: 'Discard your changes' }));
    await user.click(question.getByRole('button', { name: 'Cancel' }));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Edit dimension' })).toBeNull());
    expect(saved).toMatchObject([{ id: 's-own', body: { name: own.name, hasLinkPreviews: false } }]);
    expect((await openDialog()).getByRole('combobox', { name: /link previews/u })).toHaveTextContent('Off');
  });

  it('are not offered to members without a role', async () => {
    serve(dimension({ membership: { role: 'member' } }));
    const { user } = renderApp('/dimensions/public?server=s-obs');
    await user.click(await screen.findByRole('button', { name: 'Manage Observatory' }));
    expect(screen.getByRole('menuitem', { name: 'All members' })).toBeInTheDocument();
    expect(screen.queryByRole('menuitem', { name: 'Bans and time-outs' })).toBeNull();
    expect(screen.queryByRole('menuitem', { name: 'Filters' })).toBeNull();
    expect(screen.queryByRole('menuitem', { name: 'Invite people' })).toBeNull();
  });

  it('focus the name of a new channel and confirm before discarding text', async () => {
    serve(own);
    const { user } = renderApp('/dimensions/private?server=s-own');
    await user.click(await screen.findByRole('button', { name: 'Manage Back room' }));
    await user.click(screen.getByRole('menuitem', { name: 'New channel' }));
    await waitFor(() => expect(screen.getByLabelText('name')).toHaveFocus());
    await user.keyboard('drafts{Escape}');
    const question = within(await screen.findByRole('alertdialog', { name: 'Discard your changes' }));
    await user.click(question.getByRole('button', { name: 'Cancel' }));
    expect(screen.getByLabelText('name')).toHaveValue('drafts');
  });
});

describe('the keyboard shortcuts of a server', () => {
  it('cycle through the channels with Alt+arrows and show the list with ?, except while typing', async () => {
    serve(dimension({ membership: { role: 'member' } }));
    const { user } = renderApp('/dimensions/public?server=s-obs');
    const field = await screen.findByLabelText('Message #general');
    await user.type(field, '?');
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
    expect(await screen.findByLabelText('Message #tonight')).toBeInTheDocument();
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
    expect(await screen.findByLabelText('Message #archive')).toBeInTheDocument();
    act(() => screen.getByLabelText('Message #archive').blur());
    await user.keyboard('?');
    expect(screen.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeInTheDocument();
  });
});

describe('the search of a dimension', () => {
  it('TLK-477 opens from the list of channels, from the head of a channel, and by Ctrl F', async () => {
    serve(dimension({ membership: { role: 'member' } }));
    mock(search, { isComplete: true });
    const { user, query, address, goBack } = renderApp(
      '/dimensions/public?server=s-obs&channel=s-obs-tonight',
    );
    const link = await screen.findByRole('link', { name: 'Search in this dimension' });
    expect(link).toHaveAttribute('href', '/search?server=s-obs');
    const inChannel = await screen.findByRole('link', { name: 'Search in #tonight' });
    await user.click(inChannel);
    await waitFor(() => expect(query()).toEqual({ server: 's-obs', q: 'in:tonight' }));
    goBack();
    await screen.findByLabelText('Message #tonight');
    await user.keyboard('{Control>}f{/Control}');
    await waitFor(() => expect([address(), query()]).toEqual(['/search', { server: 's-obs' }]));
  });

  it('TLK-477 is not offered to those who have not joined, who keep the key of the browser', async () => {
    serve(dimension({}));
    const { user, address } = renderApp('/dimensions/public?server=s-obs');
    await screen.findByRole('button', { name: 'Join' });
    expect(screen.queryByRole('link', { name: /^Search in/u })).not.toBeInTheDocument();
    await user.keyboard('{Control>}f{/Control}');
    expect(address()).toBe('/dimensions/public');
  });
});

describe('readSelection', () => {
  it('reads a server, a channel, a thread and a message, and ignores invalid values', () => {
    expect(readSelection({ server: 'a', channel: 'b', more: 1 })).toEqual({ server: 'a', channel: 'b' });
    expect(readSelection({ server: 'a', channel: 'b', message: 3 })).toEqual({
      server: 'a',
      channel: 'b',
      message: 3,
    });
    expect(readSelection({ server: 'a', channel: 'b', message: -1 })).toEqual({ server: 'a', channel: 'b' });
    const thread = { server: 'a', channel: 'b', thread: 'c', message: 3 };
    expect(readSelection(thread)).toEqual(thread);
    expect(readSelection({ server: 'a', channel: 'b', start: 9 })).toEqual({
      server: 'a',
      channel: 'b',
      start: 9,
    });
    expect(readSelection({ server: 'a', thread: 'c' })).toEqual({ server: 'a' });
    expect(readSelection({ channel: 'b' })).toEqual({});
    expect(readSelection({ server: 7 })).toEqual({});
    expect(readSelection({})).toEqual({});
  });
});
