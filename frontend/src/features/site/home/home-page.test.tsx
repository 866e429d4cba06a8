import { describe, expect, it } from '@jest/globals';
import { getConstellation, getWaitlistStats, listServers, type ServerView } from '@oniverse/contracts';
import { screen, within } from '@testing-library/react';
import { expectConsoleError } from '../../../testing/console-errors.js';
import { signIn } from '../../../testing/members.js';
import { mock } from '../../../testing/mock.js';
import { renderApp } from '../../../testing/render.js';
import { HOME_TEXTS } from './home.texts.js';
import { neighboursOf, skylineOf } from './skyline.js';

const dimension = (given: Partial<ServerView>): ServerView => ({
  id: '0193a000-0000-7000-8000-0000000000a1',
  ownerId: '0193a000-0000-7000-8000-000000000001',
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
  membership: { role: 'member' },
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  ...given,
});

function openHome(servers: unknown, status = 200) {
  signIn();
  mock(listServers, () => Response.json(servers, { status }));
  mock(getWaitlistStats, { ok: true, count: 1_284 });
  return renderApp('/homepage');
}

const findDimensions = async () => within(await screen.findByRole('region', { name: 'Your dimensions' }));

describe('HomePage', () => {
  it('GAP-004 lists only the dimensions that the member has joined', async () => {
    openHome([dimension({}), dimension({ id: 'b', name: 'Terminal Games', membership: null })]);
    const list = await findDimensions();
    expect(await list.findByRole('link', { name: 'Observatory' })).toHaveAttribute(
      'href',
      '/dimensions/public?server=0193a000-0000-7000-8000-0000000000a1',
    );
    expect(list.getByText('42 members')).toBeInTheDocument();
    expect(screen.queryByText('Terminal Games')).not.toBeInTheDocument();
  });

  it('shows the number of unread messages of a dimension', async () => {
    openHome([dimension({ unreadCount: 4 }), dimension({ id: 'b', name: 'Tidal Library' })]);
    const list = await findDimensions();
    expect(await list.findByText('4 unread')).toBeInTheDocument();
    expect(list.getAllByText(/unread/)).toHaveLength(1);
  });

  it('GAP-004 shows the number of nodes and links to the other pages', async () => {
    openHome([]);
    // The landing page, shown first, also shows the number.
    const links = within(await screen.findByRole('navigation', { name: 'Your places' }));
    expect(await screen.findByText('1,284 nodes formed')).toBeInTheDocument();
    expect(links.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/profile',
      '/archive',
      '/album',
      '/constellation',
      '/t',
      '/dimensions',
    ]);
  });

  it('links to the public dimensions if none is joined', async () => {
    openHome([]);
    const list = await findDimensions();
    expect(await list.findByText('No dimension joined yet')).toBeInTheDocument();
    expect(list.getByRole('link', { name: 'Browse public dimensions' })).toHaveAttribute(
      'href',
      '/dimensions/public',
    );
  });

  it.each([
    ['the request fails', { message: 'down' }, 503],
    ['the response is invalid', [{ id: 1 }], 200],
  ])('ERR-010 stays usable when %s', async (failure, response, status) => {
    if (failure === 'the response is invalid') expectConsoleError(/unexpected form/u);
    const { user } = openHome(response, status);
    const list = await findDimensions();
    expect(await list.findByText(HOME_TEXTS.failed)).toBeInTheDocument();
    mock(listServers, [dimension({})]);
    await user.click(list.getByRole('button', { name: 'Try again' }));
    expect(await list.findByRole('link', { name: 'Observatory' })).toBeInTheDocument();
  });
});

describe('the greeting', () => {
  it.each([
    [3, 'Still awake, Vesper.'],
    [5, 'Good morning, Vesper.'],
    [12, 'Good afternoon, Vesper.'],
    [23, 'Good evening, Vesper.'],
  ])('at %d:00 is %s', (hour, text) => expect(HOME_TEXTS.greeting(hour, 'Vesper')).toBe(text));
});

const node = (id: string, isCurrentUser = false) => ({
  id,
  username: `user_${id}`,
  displayName: null,
  isCurrentUser,
});
const link = (fromUserId: string, toUserId: string, strength = 1) => ({
  fromUserId,
  toUserId,
  strength,
  sharedTags: ['moon'],
});

describe('HomeSkyline', () => {
  const response = {
    users: [node('b', true), node('a'), node('c'), node('d')],
    connections: [link('a', 'b'), link('b', 'c', 3), link('c', 'd', 9)],
  };
  const many = Array.from({ length: 12 }, (_, index) => ({
    id: `${index}`,
    name: 'x',
    strength: 12 - index,
  }));

  it('contains the neighbours of the member, strongest link first', () => {
    expect(neighboursOf(response)).toEqual([
      { id: 'c', name: 'user_c', strength: 3 },
      { id: 'a', name: 'user_a', strength: 1 },
    ]);
  });

  it('links the eight strongest neighbours to the member, at deterministic positions', () => {
    const skyline = skylineOf(many);
    expect(skyline.nodes.map(({ id }) => id)).toEqual(['0', '1', '2', '3', '4', '5', '6', '7']);
    expect(skyline.lines).toHaveLength(8);
    expect(skylineOf(many.slice(0, 8).toReversed())).toEqual(skyline);
  });

  it('draws links between neighbours, which end before the nodes', () => {
    const { neighbourLines, nodes } = skylineOf(many, [link('0', '7'), link('0', '11')]);
    expect(neighbourLines).toHaveLength(1);
    const [line] = neighbourLines;
    const from = nodes[0];
    expect(line && from && Math.hypot(line.x1 - from.x, line.y1 - from.y) - from.r).toBeGreaterThan(7);
  });

  it.each(['x', 'mirelle_07', 'vespers3884priyas3884', 'a_very_long_name_of_a_member'])(
    'NXT-325 places no label over another one or outside of the page, with names like %s',
    (name) => {
      const { nodes } = skylineOf(many.map((one) => ({ ...one, name })));
      const labels = nodes.flatMap(({ name, label }) =>
        label ? [{ ...label, width: name.length * 10 }] : [],
      );
      expect(labels.length).toBeGreaterThan(3);
      expect(labels.some(({ reach }) => reach === 'inner')).toBe(true);
      for (const [index, { x, y, width }] of labels.entries()) {
        expect(Math.abs(x - 620) + width / 2).toBeLessThan(620);
        expect(y).toBeGreaterThan(30);
        for (const other of labels.slice(index + 1)) {
          const isApart = Math.abs(x - other.x) >= width || Math.abs(y - other.y) >= 20;
          expect(isApart).toBe(true);
        }
      }
    },
  );

  it('contains only the member’s node without neighbours', () => {
    expect(skylineOf([])).toMatchObject({
      lines: [],
      neighbourLines: [],
      nodes: [],
      stars: [skylineOf([]).ownNode],
    });
  });

  it('shows names, and their number below the greeting', async () => {
    mock(getConstellation, response);
    openHome([]);
    expect(await screen.findByText('2 nodes near you.')).toBeInTheDocument();
    expect(screen.getByText('user_c')).toBeInTheDocument();
    expect(screen.queryByText('user_d')).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Open the constellation' })).toHaveAttribute(
      'href',
      '/constellation',
    );
  });

  it.each([
    [{ isPublic: false }, 200, HOME_TEXTS.alone],
    [{}, 200, HOME_TEXTS.near(0, false)],
    [{}, 503, HOME_TEXTS.nearFailed],
  ])('shows for the member %j and status %d: %s', async (given, status, text) => {
    signIn(given);
    mock(getConstellation, () => Response.json({ users: [node('b', true)], connections: [] }, { status }));
    renderApp('/homepage');
    expect(await screen.findByText(text)).toBeInTheDocument();
  });
});
