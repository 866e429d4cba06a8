import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type Constellation, CLIENT_PACE } from '@oniverse/contracts';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { useConnection } from '../../live/connection.store.js';
import { setMedia } from '../../testing/browser.js';
import { drawn, installCanvas } from '../../testing/canvas.js';
import { LiveServer } from '../../testing/live-server.js';
import { signIn } from '../../testing/members.js';
import { renderApp } from '../../testing/render.js';
import { server } from '../../testing/server.js';

const node = (id: string, username: string, isCurrentUser = false) => ({
  id,
  username,
  displayName: null,
  isCurrentUser,
});
const link = (fromUserId: string, toUserId: string, ...sharedTags: string[]) => ({
  fromUserId,
  toUserId,
  strength: sharedTags.length,
  sharedTags,
});
const SKY: Constellation = {
  users: [node('a', 'vesper', true), node('b', 'otto_n'), node('c', 'juno_9'), node('d', 'sable')],
  connections: [link('a', 'b', 'maps', 'night_walks'), link('b', 'c', 'maps')],
};

let fetches = 0;
function serve(sky: Constellation = SKY): void {
  fetches = 0;
  server.use(
    http.get('/api/constellation', () => {
      fetches += 1;
      return HttpResponse.json(sky);
    }),
  );
}

const canvasOf = () => screen.findByRole('application', { name: /^Network graph/ });
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const detailsOf = () => screen.getByRole('region', { name: 'Node details' });

/** Where the circle of a radius was last drawn, in the drawing space. */
function placeOfRing(radius: number): { x: number; y: number } {
  const [x, y] = drawn.findLast(({ what, args }) => what === 'arc' && args[2] === radius)?.args ?? [];
  if (typeof x !== 'number' || typeof y !== 'number') throw new Error(`No ring of ${radius} was drawn.`);
  return { x, y };
}

/** A press at a point of the canvas, as a mouse makes it. */
function click(canvas: HTMLElement, { x, y }: { x: number; y: number }): void {
  const at = { clientX: x, clientY: y, button: 0, bubbles: true };
  for (const name of ['pointerdown', 'pointerup']) fireEvent(canvas, new MouseEvent(name, at));
}

async function open(path = '/constellation') {
  signIn({ id: 'a' });
  const view = renderApp(path);
  const canvas = await canvasOf();
  await waitFor(() => expect(drawn.some(({ what }) => what === 'arc')).toBe(true));
  return { ...view, canvas };
}

beforeEach(() => {
  installCanvas();
  // Settled at once, unless a test wants to see things move.
  setMedia('(prefers-reduced-motion: reduce)');
  serve();
});

describe('the constellation', () => {
  it('ROU-007 CON-001 draws the network on a canvas of 800 by 600', async () => {
    const { canvas } = await open();
    expect(screen.getByRole('heading', { name: 'The Constellation' })).toBeInTheDocument();
    expect(canvas).toHaveAttribute('width', '800');
    expect(canvas).toHaveAttribute('height', '600');
    expect(canvas).toHaveAccessibleName('Network graph, 4 nodes and 2 links');
  });

  it('CON-002 CON-003 CON-005 zooms in and out by 1.2 a step', async () => {
    const { user } = await open();
    expect(screen.getByText('x1.00')).toBeInTheDocument();
    await user.click(button('Zoom in'));
    expect(screen.getByText('x1.20')).toBeInTheDocument();
    await user.click(button('Zoom in'));
    expect(screen.getByText('x1.44')).toBeInTheDocument();
    await user.click(button('Zoom out'));
    expect(screen.getByText('x1.20')).toBeInTheDocument();
  });

  it('CON-006 zooms from 0.3 to 3 and no further', async () => {
    const { user } = await open();
    for (let step = 0; step < 8; step += 1) await user.click(button('Zoom in'));
    expect(screen.getByText('x3.00')).toBeInTheDocument();
    for (let step = 0; step < 15; step += 1) await user.click(button('Zoom out'));
    expect(screen.getByText('x0.30')).toBeInTheDocument();
  });

  it('CON-004 resets to zoom 1 with the view centred', async () => {
    const { user, canvas } = await open();
    await user.click(button('Zoom in'));
    canvas.focus();
    await user.keyboard('{ArrowLeft}{ArrowUp}');
    await user.click(button('Reset view'));
    expect(screen.getByText('x1.00')).toBeInTheDocument();
    // In the middle and at its size, the drawing space is the frame.
    click(canvas, placeOfRing(8));
    expect(within(detailsOf()).getByText('Your Node')).toBeInTheDocument();
  });

  it('CON-008 CON-009 CON-010 a click on a node shows its name, its connections and what is shared', async () => {
    const { canvas } = await open();
    click(canvas, placeOfRing(8));
    const details = detailsOf();
    expect(within(details).getByText('vesper')).toBeInTheDocument();
    expect(within(details).getByText('connections').nextSibling).toHaveTextContent('1');
    await act(async () =>
      within(details)
        .getByRole('button', { name: /otto_n/ })
        .click(),
    );
    expect(within(details).getByText('Node ID').nextSibling).toHaveTextContent('otto_n');
    expect(within(details).getByText('connections').nextSibling).toHaveTextContent('2');
    expect(within(details).getByText('shared with you').nextSibling).toHaveTextContent('#maps #night_walks');
    expect(within(details).getByRole('link', { name: 'Profile' })).toHaveAttribute('href', '/u/otto_n');
  });

  it('CON-011 the badge `Your Node` is for one’s own node only', async () => {
    const { user } = await open();
    const details = detailsOf();
    await user.click(button(/^vesper/));
    expect(within(details).getByText('Your Node')).toBeInTheDocument();
    await user.click(button(/^sable/));
    expect(within(details).queryByText('Your Node')).not.toBeInTheDocument();
  });

  it('CON-012 says what to do while nothing is selected', async () => {
    const { user } = await open();
    expect(screen.getByText('Click on a node to explore connections')).toBeInTheDocument();
    await user.click(button(/^sable/));
    expect(screen.queryByText('Click on a node to explore connections')).not.toBeInTheDocument();
    await user.click(button('Clear selection'));
    expect(screen.getByText('Click on a node to explore connections')).toBeInTheDocument();
  });

  it('CON-013 CON-014 CON-015 GAP-118 GAP-119 counts nodes, links and density', async () => {
    await open();
    const stats = screen.getByRole('region', { name: 'Network Stats' });
    expect(within(stats).getByText('total nodes').nextSibling).toHaveTextContent('4');
    expect(within(stats).getByText('active links').nextSibling).toHaveTextContent('2');
    expect(within(stats).getByText('density').nextSibling).toHaveTextContent('33.3%');
  });

  it('CON-016 draws one’s own node with a radius of 8, the others with 6', async () => {
    await open();
    const rings = drawn.filter(({ what }) => what === 'arc').map(({ args }) => args[2]);
    expect(rings.filter((radius) => radius === 8).length).toBeGreaterThan(0);
    expect(rings.filter((radius) => radius === 6).length % 3).toBe(0);
  });

  it('CON-017 CON-018 hits a node within its radius and 5 more, zoomed and panned too', async () => {
    const { canvas, user } = await open();
    const isOwn = () => within(detailsOf()).queryByText('Your Node') !== null;
    const { x, y } = placeOfRing(8);
    click(canvas, { x: x - 14, y });
    expect(isOwn()).toBe(false);
    click(canvas, { x: x - 12.9, y });
    expect(isOwn()).toBe(true);
    await user.click(button('Clear selection'));
    await user.click(button('Zoom in'));
    canvas.focus();
    await user.keyboard('{ArrowLeft}');
    const seen = { x: (x - 400) * 1.2 + 440, y: (y - 300) * 1.2 + 300 };
    click(canvas, { x: seen.x - 14 * 1.2, y: seen.y });
    expect(isOwn()).toBe(false);
    click(canvas, { x: seen.x - 12.9 * 1.2, y: seen.y });
    expect(isOwn()).toBe(true);
  });

  it('GAP-120 a drag moves the view and selects nothing; who is linked with the selection bears a username', async () => {
    const { canvas } = await open();
    const { x, y } = placeOfRing(8);
    const at = (toX: number, toY: number) => ({ clientX: toX, clientY: toY, button: 0, bubbles: true });
    fireEvent(canvas, new MouseEvent('pointerdown', at(x, y)));
    fireEvent(canvas, new MouseEvent('pointermove', at(x + 60, y + 30)));
    fireEvent(canvas, new MouseEvent('pointerup', at(x + 60, y + 30)));
    expect(within(detailsOf()).queryByText('Your Node')).toBeNull();
    click(canvas, { x, y });
    expect(within(detailsOf()).queryByText('Your Node')).toBeNull();
    drawn.length = 0;
    click(canvas, { x: x + 60, y: y + 30 });
    expect(within(detailsOf()).getByText('Your Node')).toBeInTheDocument();
    const words = () => drawn.filter(({ what }) => what === 'fillText').map(({ args }) => args[0]);
    await waitFor(() => expect(words()).toContain('otto_n'));
  });

  it('GAP-121 on a narrow screen the drawing space is scaled, and what is hit with it', async () => {
    for (const [side, length] of [
      ['clientWidth', 400],
      ['clientHeight', 300],
    ] as const) {
      Object.defineProperty(HTMLElement.prototype, side, { configurable: true, get: () => length });
    }
    const { canvas } = await open();
    // One's own node stands in the middle there, at 0.95 pixels to a unit.
    click(canvas, { x: 200 - 14 * 0.95, y: 150 });
    expect(within(detailsOf()).queryByText('Your Node')).toBeNull();
    click(canvas, { x: 200 - 12.9 * 0.95, y: 150 });
    expect(within(detailsOf()).getByText('Your Node')).toBeInTheDocument();
  });

  it('CON-019 draws on the page’s own ground', async () => {
    document.documentElement.style.setProperty('--bg', '#d7d8d9');
    await open();
    expect(drawn.find(({ what }) => what === 'fillRect')).toMatchObject({ fill: '#d7d8d9' });
    document.documentElement.style.removeProperty('--bg');
  });

  it('CON-007 nodes move while the layout goes on', async () => {
    setMedia();
    await open();
    const first = placeOfRing(8);
    await waitFor(() => expect(placeOfRing(8)).not.toEqual(first));
  });

  it('the table filters by name, and Enter selects who is found', async () => {
    const { user } = await open();
    await user.type(screen.getByRole('searchbox', { name: 'Find a node' }), 'juno{Enter}');
    const details = detailsOf();
    expect(within(details).getByText('Node ID').nextSibling).toHaveTextContent('juno_9');
    await waitFor(() => expect(screen.queryByRole('button', { name: /^sable/ })).not.toBeInTheDocument());
  });

  it('the arrow keys go from node to node in the table', async () => {
    const { user } = await open();
    button(/^vesper/).focus();
    await user.keyboard('{ArrowDown}');
    expect(button(/^otto_n/)).toHaveFocus();
    expect(button(/^otto_n$/)).toHaveAttribute('aria-pressed', 'true');
  });

  it('shows only lines of a tag or a strength, and the nodes that they join', async () => {
    const { user } = await open();
    await user.click(screen.getByRole('combobox', { name: 'Tag' }));
    await user.click(screen.getByRole('option', { name: '#night_walks' }));
    const table = screen.getByRole('table');
    expect(within(table).queryByRole('button', { name: /^juno_9/ })).not.toBeInTheDocument();
    expect(within(table).getByRole('button', { name: /^otto_n/ })).toBeInTheDocument();
    await user.click(button('Show all lines'));
    expect(within(table).getByRole('button', { name: /^juno_9/ })).toBeInTheDocument();
  });

  it('tells of a failure, and tries again when asked', async () => {
    signIn({ id: 'a' });
    server.use(
      http.get('/api/constellation', () =>
        HttpResponse.json({ message: 'Away for a moment.' }, { status: 503 }),
      ),
    );
    const { user } = renderApp('/constellation');
    expect(await screen.findByText('Away for a moment.')).toBeInTheDocument();
    serve();
    await user.click(button('Try again'));
    expect(await canvasOf()).toBeInTheDocument();
  });

  it('looks around another member, named in the address', async () => {
    const asked: (string | null)[] = [];
    server.use(
      http.get('/api/constellation', ({ request }) => {
        asked.push(new URL(request.url).searchParams.get('around'));
        return HttpResponse.json(SKY);
      }),
    );
    await open('/constellation?around=b');
    expect(asked).toEqual(['b']);
    expect(screen.getByText('Around otto_n')).toBeInTheDocument();
  });
});

describe('the constellation over time', () => {
  let live: LiveServer | undefined;
  afterEach(async () => {
    jest.useRealTimers();
    cleanup();
    await live?.stop();
    live = undefined;
  });

  it('CON-020 is fetched again every 30 s', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    await open();
    expect(fetches).toBe(1);
    await act(() => jest.advanceTimersByTimeAsync(CLIENT_PACE.constellationRefetchMs - 2_000));
    expect(fetches).toBe(1);
    await act(() => jest.advanceTimersByTimeAsync(4_000));
    expect(fetches).toBe(2);
    expect(CLIENT_PACE.constellationRefetchMs).toBe(30_000);
  });

  it('LIV-007 draws what the server tells: new members and lines, and those that are gone', async () => {
    live = new LiveServer();
    live.start();
    live.io.on('connection', (socket) =>
      socket.on('constellation:watch', (_: object, answer: (ack: object) => void) => answer({ ok: true })),
    );
    await open();
    act(() => useConnection.setState({ status: 'idle' }, true));
    await waitFor(() => expect(live?.timesAsked('constellation:watch')).toBe(1));
    await waitFor(() => expect(fetches).toBe(2));
    const told = { users: [node('e', 'isolde')], connections: [link('a', 'e', 'tides')] };
    live.io.emit('constellation:changed', { ...told, removed: { userIds: ['c'], pairs: [] } });
    expect(await screen.findByRole('button', { name: /^isolde/ })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /^juno_9/ })).not.toBeInTheDocument();
    const stats = screen.getByRole('region', { name: 'Network Stats' });
    expect(within(stats).getByText('active links').nextSibling).toHaveTextContent('2');
  });
});
