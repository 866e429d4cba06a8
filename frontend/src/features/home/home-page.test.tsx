import { describe, expect, it } from '@jest/globals';
import type { ServerView } from '@oniverse/contracts';
import { screen, within } from '@testing-library/react';
import { http, HttpResponse, type JsonBodyType } from 'msw';
import { signIn } from '../../testing/members.js';
import { renderApp } from '../../testing/render.js';
import { server } from '../../testing/server.js';
import { HOME_TEXTS } from './home.texts.js';
import { skylineOf } from './skyline.js';

const dimension = (given: Partial<ServerView>): ServerView => ({
  id: '0193a000-0000-7000-8000-0000000000a1',
  ownerId: '0193a000-0000-7000-8000-000000000001',
  name: 'Observatory',
  description: 'Night sky reports.',
  isPublic: true,
  memberCount: 42,
  unreadCount: 0,
  mentionCount: 0,
  membership: { role: 'member' },
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  ...given,
});

function arrive(servers: JsonBodyType | ServerView[], status = 200) {
  signIn();
  server.use(
    http.get('/api/servers', () => HttpResponse.json(servers, { status })),
    http.get('/api/waitlist/stats', () => HttpResponse.json({ ok: true, count: 1_284 })),
  );
  return renderApp('/homepage');
}

const dimensions = async () => within(await screen.findByRole('region', { name: 'Your dimensions' }));

describe('the homepage', () => {
  it('GAP-004 lists the dimensions that the member has joined, and only those', async () => {
    arrive([dimension({}), dimension({ id: 'b', name: 'Terminal Games', membership: null })]);
    const list = await dimensions();
    expect(await list.findByRole('link', { name: 'Observatory' })).toHaveAttribute(
      'href',
      '/dimensions/public?server=0193a000-0000-7000-8000-0000000000a1',
    );
    expect(list.getByText('42 members')).toBeInTheDocument();
    expect(screen.getByText('1 dimension is joined to your node.')).toBeInTheDocument();
    expect(screen.queryByText('Terminal Games')).not.toBeInTheDocument();
  });

  it('GAP-004 shows the count of nodes and leads to the places', async () => {
    arrive([]);
    expect(await screen.findByText('1,284 nodes formed')).toBeInTheDocument();
    const ways = within(screen.getByRole('navigation', { name: 'Your places' }));
    expect(ways.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/profile',
      '/archive',
      '/album',
      '/constellation',
      '/dimensions',
    ]);
  });

  it('shows the way to the public dimensions where none is joined', async () => {
    arrive([]);
    const list = await dimensions();
    expect(await list.findByText('No dimension joined yet')).toBeInTheDocument();
    expect(list.getByRole('link', { name: 'Browse public dimensions' })).toHaveAttribute(
      'href',
      '/dimensions/public',
    );
  });

  it.each([
    ['the call fails', { message: 'down' }, 503],
    ['the answer has another form', [{ id: 1 }], 200],
  ])('ERR-010 stays a page when %s', async (_case, answer, status) => {
    arrive(answer, status);
    expect(await screen.findByText(HOME_TEXTS.failed)).toBeInTheDocument();
  });
});

describe('the greeting', () => {
  it.each([
    [3, 'Still awake, Vesper.'],
    [5, 'Good morning, Vesper.'],
    [12, 'Good afternoon, Vesper.'],
    [23, 'Good evening, Vesper.'],
  ])('at %d it is %s', (hour, text) => expect(HOME_TEXTS.greeting(hour, 'Vesper')).toBe(text));
});

describe('the sky of the homepage', () => {
  it('joins each dimension to the member, in the same place every time, eight at most', () => {
    const many = Array.from({ length: 12 }, (_, index) => dimension({ id: `id-${index}` }));
    const sky = skylineOf(many);
    expect(sky.named).toHaveLength(8);
    expect(sky.lines).toHaveLength(8);
    expect(skylineOf(many.toReversed())).toEqual(sky);
  });

  it('is only the member where nothing is joined', () => {
    expect(skylineOf([])).toMatchObject({ lines: [], named: [], stars: [skylineOf([]).you] });
  });
});
