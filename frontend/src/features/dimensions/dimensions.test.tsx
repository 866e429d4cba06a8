import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ServerView } from '@oniverse/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { installLayout } from '../../testing/layout.js';
import { signIn } from '../../testing/members.js';
import { renderApp } from '../../testing/render.js';
import { server as api } from '../../testing/server.js';
import { useToast } from '../../ui/toast-store.js';
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

const MEMBERS = ['vesper', 'juno_9', 'otto_n'].map((username, place) => ({
  userId: place === 0 ? '0193a000-0000-7000-8000-000000000001' : `u-${username}`,
  username,
  displayName: null,
  profileImageUrl: null,
  role: username === 'otto_n' ? 'moderator' : 'member',
  online: false,
  joinedAt: at,
}));

/** The servers as the API has them; joining and leaving change them. */
function serve(...servers: ServerView[]) {
  const held = new Map(servers.map((each) => [each.id, each]));
  const change = (id: string, by: number, membership: ServerView['membership']) => {
    const before = held.get(id) ?? dimension({ id });
    const after = { ...before, memberCount: before.memberCount + by, membership };
    held.set(id, after);
    return after;
  };
  api.use(
    http.get('/api/servers', () => HttpResponse.json([...held.values()])),
    http.get('/api/servers/:id/channels', ({ params }) =>
      HttpResponse.json(
        ['archive', 'general', 'tonight'].map((name) => ({
          id: `${String(params['id'])}-${name}`,
          serverId: params['id'],
          name,
          description: name === 'tonight' ? 'what is overhead' : null,
          isDefault: name === 'general',
          lastSeq: 0,
          readSeq: 0,
          unreadCount: 0,
          mentionCount: 0,
          createdAt: at,
          updatedAt: at,
        })),
      ),
    ),
    http.post('/api/servers/:id/join', ({ params }) =>
      HttpResponse.json(change(String(params['id']), 1, { role: 'member' })),
    ),
    http.get('/api/servers/:id/members', () => HttpResponse.json(MEMBERS)),
    http.post('/api/servers/:id/leave', ({ params }) => {
      change(String(params['id']), -1, null);
      return HttpResponse.json({ ok: true });
    }),
  );
}

beforeAll(installLayout);
beforeEach(() => {
  signIn();
  useToast.setState({ toast: null });
});

describe('the hub', () => {
  it('DIM-001 DIM-002 DIM-003 DIM-004 DIM-005 shows two cards with their counts', async () => {
    serve(dimension({}), games, own);
    renderApp('/dimensions');
    const open = await screen.findByRole('link', { name: /PUBLIC 2 servers/ });
    expect(open).toHaveTextContent('Platform-created and verified community servers.');
    expect(open).toHaveAttribute('href', '/dimensions/public');
    const closed = screen.getByRole('link', { name: /PRIVATE 1 servers/ });
    expect(closed).toHaveTextContent('Invite-only');
    expect(closed).toHaveAttribute('href', '/dimensions/private');
  });
});

describe('the hub without an answer', () => {
  it('says why there are no counts, and tries again', async () => {
    api.use(
      http.get('/api/servers', () => HttpResponse.json({ message: 'A part is down.' }, { status: 503 })),
    );
    const { user } = renderApp('/dimensions');
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('A part is down.');
    // Before the cards: on a phone what is behind them is out of sight.
    const card = screen.getByRole('link', { name: /PUBLIC — servers/ });
    expect(alert.compareDocumentPosition(card)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    serve(dimension({}));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: /PUBLIC 1 servers/ })).toBeInTheDocument();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('the catalogue', () => {
  it('begins with its title and the way to the other one before its servers are there', async () => {
    api.use(http.get('/api/servers', () => new Promise<never>(() => undefined)));
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

  it('DIM-006 DIM-007 toggles to the private servers and back', async () => {
    serve(dimension({}), own);
    const { user, address } = renderApp('/dimensions/public');
    const toggle = within(await screen.findByRole('navigation', { name: 'Server type' }));
    expect(await toggle.findByRole('link', { name: 'PUBLIC 1' })).toHaveAttribute('aria-current', 'page');
    await user.click(toggle.getByRole('link', { name: 'PRIVATE 1' }));
    expect(await screen.findByRole('link', { name: /Back room/ })).toBeInTheDocument();
    expect(address()).toBe('/dimensions/private');
    expect(screen.queryByRole('link', { name: /Observatory/ })).toBeNull();
  });

  it('DIM-012 DIM-013 says so when there is none, and consoles only on the public page', async () => {
    serve();
    const { go } = renderApp('/dimensions/public');
    expect(await screen.findByText('No public servers available yet.')).toBeInTheDocument();
    expect(screen.getByText('Check back soon for new community spaces!')).toBeInTheDocument();
    go('/dimensions/private');
    expect(await screen.findByText('No private servers available yet.')).toBeInTheDocument();
    expect(screen.queryByText('Check back soon for new community spaces!')).toBeNull();
  });

  it('says when the servers could not be loaded, and tries again', async () => {
    api.use(
      http.get('/api/servers', () => HttpResponse.json({ message: 'A part is down.' }, { status: 503 })),
    );
    const { user, go } = renderApp('/dimensions/public');
    expect(await screen.findByText('A part is down.')).toBeInTheDocument();
    const failed = 'The dimensions could not be loaded.';
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Public dimensions');
    expect(screen.getByRole('heading', { level: 2 })).toHaveTextContent(failed);
    expect(screen.getByRole('link', { name: 'PRIVATE —' })).toBeInTheDocument();
    go('/dimensions/public?server=1');
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(failed));
    go('/dimensions/public');
    serve(games);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: /Terminal Games/ })).toBeInTheDocument();
  });
});

describe('a server', () => {
  it('DIM-016 DIM-024 DIM-025 joins when it is selected, and opens its default channel', async () => {
    serve(dimension({}), games);
    const { user } = renderApp('/dimensions/public');
    await user.click(await screen.findByRole('link', { name: /Terminal Games/ }));
    const channels = within(await screen.findByRole('complementary', { name: 'Channels' }));
    expect(await channels.findByText('265 members')).toBeInTheDocument();
    expect(channels.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
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

  it('GAP-136 can be read before joining, and is joined to write', async () => {
    serve(dimension({}));
    const { user } = renderApp('/dimensions/public?server=s-obs');
    await user.click(await screen.findByRole('button', { name: 'Join' }));
    expect(await screen.findByRole('button', { name: 'SEND' })).toBeInTheDocument();
    expect(screen.getByText('43 members')).toBeInTheDocument();
  });

  it('says why it could not be joined', async () => {
    serve(dimension({}));
    api.use(
      http.post('/api/servers/:id/join', () => HttpResponse.json({ message: 'Not now.' }, { status: 503 })),
    );
    const { user } = renderApp('/dimensions/public?server=s-obs');
    await user.click(await screen.findByRole('button', { name: 'Join' }));
    expect(await screen.findByText('Join failed')).toBeInTheDocument();
    expect(screen.getByText('Not now.')).toBeInTheDocument();
  });

  it('GAP-124 is left again, back to the catalogue', async () => {
    serve(dimension({ membership: { role: 'member' } }));
    const { user, address } = renderApp('/dimensions/public?server=s-obs');
    await user.click(await screen.findByRole('button', { name: 'Leave' }));
    const row = await screen.findByRole('link', { name: /Observatory/ });
    expect(address()).toBe('/dimensions/public');
    expect(await within(row).findByText('Click to join')).toBeInTheDocument();
    expect(row).toHaveTextContent('41 members');
  });

  it('GAP-124 cannot be left by its owner', async () => {
    serve(own);
    renderApp('/dimensions/private?server=s-own');
    expect(await screen.findByRole('button', { name: 'SEND' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Leave' })).toBeNull();
  });

  it('says so when it cannot be found', async () => {
    serve(games);
    renderApp('/dimensions/public?server=gone');
    expect(await screen.findByText('This dimension cannot be found.')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Public dimensions' })).toHaveAttribute(
      'href',
      '/dimensions/public',
    );
  });

  it('opens its channels as a drawer on a narrow screen', async () => {
    serve(dimension({ membership: { role: 'member' } }));
    const { user } = renderApp('/dimensions/public?server=s-obs');
    await screen.findByLabelText('Message #general');
    await user.click(screen.getByRole('button', { name: 'Channels' }));
    const drawer = within(screen.getByRole('dialog', { name: 'Channels' }));
    await user.click(drawer.getByRole('link', { name: 'tonight' }));
    expect(await screen.findByLabelText('Message #tonight')).toBeInTheDocument();
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('private servers', () => {
  it('DIM-014 makes one with a name and a description, and opens it', async () => {
    serve();
    const made = dimension({ id: 's-new', name: 'Roof', isPublic: false, membership: { role: 'owner' } });
    let body: unknown;
    api.use(
      http.post('/api/servers', async ({ request }) => {
        body = await request.json();
        return HttpResponse.json(made, { status: 201 });
      }),
    );
    const { user } = renderApp('/dimensions/private');
    await user.click(await screen.findByRole('button', { name: '+ Create New Private Server' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Create a private dimension' }));
    await user.click(dialog.getByRole('button', { name: 'Create' }));
    expect(await dialog.findByText('A name is needed.')).toBeInTheDocument();
    await user.type(dialog.getByLabelText('name'), ' Roof ');
    await user.type(dialog.getByLabelText('description'), 'Up here.');
    await user.click(dialog.getByRole('button', { name: 'Create' }));
    expect(await screen.findByLabelText('Message #general')).toBeInTheDocument();
    expect(body).toEqual({ name: 'Roof', description: 'Up here.' });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('DIM-014 keeps what was typed where the server would not have it', async () => {
    serve();
    api.use(http.post('/api/servers', () => HttpResponse.json({ message: 'Not now.' }, { status: 503 })));
    const { user } = renderApp('/dimensions/private');
    await user.click(await screen.findByRole('button', { name: '+ Create New Private Server' }));
    await user.type(screen.getByLabelText('name'), 'Roof');
    await user.click(screen.getByRole('button', { name: 'Create' }));
    expect(await screen.findByText('Not now.')).toBeInTheDocument();
    expect(screen.getByLabelText('name')).toHaveValue('Roof');
  });

  it('GAP-126 opens an invite by its link or its code, and refuses what is none', async () => {
    serve();
    const { user, address } = renderApp('/dimensions/private');
    const field = await screen.findByLabelText('Invite code or link');
    await user.type(field, 'nonsense{Enter}');
    expect(screen.getByText('That is no invite. A code has 22 characters.')).toBeInTheDocument();
    await user.clear(field);
    api.use(http.get('/api/invites/:code', () => HttpResponse.json({ message: 'None.' }, { status: 404 })));
    await user.type(field, `https://oni.example/dimensions/invite/${'a'.repeat(22)}{Enter}`);
    expect(await screen.findByText('This invite does not work.')).toBeInTheDocument();
    expect(address()).toBe(`/dimensions/invite/${'a'.repeat(22)}`);
  });

  it('GAP-126 previews an invite, and takes it up', async () => {
    const roof = dimension({ id: 's-roof', name: 'Roof', isPublic: false });
    serve(roof);
    const { id, name, description, memberCount } = roof;
    api.use(
      http.get('/api/invites/abc', () =>
        HttpResponse.json({ code: 'abc', server: { id, name, description, memberCount }, expiresAt: at }),
      ),
      http.post('/api/invites/abc/accept', () => {
        const joined = { ...roof, membership: { role: 'member' as const } };
        serve(joined);
        return HttpResponse.json(joined);
      }),
    );
    const { user, address } = renderApp('/dimensions/invite/abc');
    expect(await screen.findByRole('heading', { name: 'Roof' })).toBeInTheDocument();
    expect(screen.getByText('42 members')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Accept invitation' }));
    expect(await screen.findByLabelText('Message #general')).toBeInTheDocument();
    expect(address()).toBe('/dimensions/private');
  });
});

describe('a dialog of a dimension', () => {
  it('GAP-126 makes an invite and leads on to copying it', async () => {
    serve(own);
    const invite = {
      code: 'c'.repeat(22),
      url: `https://oni.example/dimensions/invite/${'c'.repeat(22)}`,
      expiresAt: at,
      maxUses: 2,
      uses: 0,
    };
    let body: unknown;
    api.use(
      http.post('/api/servers/s-own/invites', async ({ request }) => {
        body = await request.json();
        return HttpResponse.json(invite, { status: 201 });
      }),
    );
    const { user } = renderApp('/dimensions/private?server=s-own');
    await user.click(await screen.findByRole('button', { name: 'Manage Back room' }));
    await user.click(screen.getByRole('menuitem', { name: 'Invite people' }));
    await user.type(await screen.findByLabelText('number of uses'), '0{Enter}');
    expect(screen.getByText('A whole number from 1 to 1,000, or nothing.')).toBeInTheDocument();
    await user.type(screen.getByLabelText('number of uses'), '{Backspace}2{Enter}');
    expect(await screen.findByLabelText('invite link')).toHaveValue(invite.url);
    expect(body).toEqual({ expiresInHours: 168, maxUses: 2 });
    expect(screen.getByRole('button', { name: 'Copy link' })).toHaveFocus();
  });

  it('begins with the name of a channel, and asks before what was typed is lost', async () => {
    serve(own);
    const { user } = renderApp('/dimensions/private?server=s-own');
    await user.click(await screen.findByRole('button', { name: 'Manage Back room' }));
    await user.click(screen.getByRole('menuitem', { name: 'New channel' }));
    await waitFor(() => expect(screen.getByLabelText('name')).toHaveFocus());
    await user.keyboard('drafts{Escape}');
    const question = within(await screen.findByRole('alertdialog', { name: 'Discard what you typed' }));
    await user.click(question.getByRole('button', { name: 'Cancel' }));
    expect(screen.getByLabelText('name')).toHaveValue('drafts');
  });
});

describe('the keys of a room', () => {
  it('Alt with arrows goes round the channels, and ? shows the keys, but not from a text', async () => {
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

describe('what an address selects', () => {
  it('is a server, and a channel of it', () => {
    expect(readSelection({ server: 'a', channel: 'b', more: 1 })).toEqual({ server: 'a', channel: 'b' });
    expect(readSelection({ server: 'a', channel: 'b', message: 3 })).toEqual({
      server: 'a',
      channel: 'b',
      message: 3,
    });
    expect(readSelection({ server: 'a', channel: 'b', message: -1 })).toEqual({ server: 'a', channel: 'b' });
    expect(readSelection({ channel: 'b' })).toEqual({});
    expect(readSelection({ server: 7 })).toEqual({});
    expect(readSelection(null)).toEqual({});
  });
});
