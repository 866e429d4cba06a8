import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { CLIENT_PACE } from '@oniverse/contracts';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useConnection } from '../../live/connection.store.js';
import { setMedia } from '../../testing/browser.js';
import { drawn, installCanvas } from '../../testing/canvas.js';
import {
  button,
  click,
  detailsOf,
  fetches,
  link,
  node,
  open,
  placeOfRing,
  serve,
} from '../../testing/constellation.js';
import { LiveServer } from '../../testing/live-server.js';

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
    await click(canvas, placeOfRing(8));
    expect(within(detailsOf()).getByText('Your Node')).toBeInTheDocument();
  });

  it('CON-008 CON-009 CON-010 a click on a node shows its name, its connections and what is shared', async () => {
    const { canvas } = await open();
    await click(canvas, placeOfRing(8));
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
    await click(canvas, { x: x - 14, y });
    expect(isOwn()).toBe(false);
    await click(canvas, { x: x - 12.9, y });
    expect(isOwn()).toBe(true);
    await user.click(button('Clear selection'));
    await user.click(button('Zoom in'));
    canvas.focus();
    await user.keyboard('{ArrowLeft}');
    const seen = { x: (x - 400) * 1.2 + 440, y: (y - 300) * 1.2 + 300 };
    await click(canvas, { x: seen.x - 14 * 1.2, y: seen.y });
    expect(isOwn()).toBe(false);
    await click(canvas, { x: seen.x - 12.9 * 1.2, y: seen.y });
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
    await click(canvas, { x, y });
    expect(within(detailsOf()).queryByText('Your Node')).toBeNull();
    drawn.length = 0;
    await click(canvas, { x: x + 60, y: y + 30 });
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
    await click(canvas, { x: 200 - 14 * 0.95, y: 150 });
    expect(within(detailsOf()).queryByText('Your Node')).toBeNull();
    await click(canvas, { x: 200 - 12.9 * 0.95, y: 150 });
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

  it('the selection of one who leaves the chart ends with a word', async () => {
    live = new LiveServer();
    live.start();
    live.io.on('connection', (socket) =>
      socket.on('constellation:watch', (_: object, answer: (ack: object) => void) => answer({ ok: true })),
    );
    const { user } = await open();
    act(() => useConnection.setState({ status: 'idle' }, true));
    await waitFor(() => expect(fetches).toBe(2));
    await user.click(button(/^juno_9/));
    live.io.emit('constellation:changed', {
      users: [],
      connections: [],
      removed: { userIds: ['c'], pairs: [] },
    });
    const details = detailsOf();
    expect(await within(details).findByText('juno_9 has left the chart.')).toBeInTheDocument();
    expect(within(details).queryByText('Node ID')).toBeNull();
    await user.click(button(/^sable/));
    expect(within(details).queryByText('juno_9 has left the chart.')).toBeNull();
  });
});
