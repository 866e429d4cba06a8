import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useConnection } from '../../../live/connection.store.js';
import { setMedia } from '../../../testing/browser.js';
import { drawCalls, installCanvas } from '../../../testing/canvas.js';
import {
  getButton,
  clickCanvas,
  getDetails,
  fetchCount,
  openConstellation,
  ringPosition,
  serveConstellation,
  CONSTELLATION,
} from '../../../testing/constellation.js';
import { link, node } from '../../../testing/network.js';
import { LiveServer } from '../../../testing/live-server.js';
import { REFETCH_MS } from './constellation.queries.js';

beforeEach(() => {
  installCanvas();
  // The layout settles immediately, except in tests of motion.
  setMedia('(prefers-reduced-motion: reduce)');
  serveConstellation();
});

/** Until the next `installCanvas`. */
function setClientSize(clientWidth: number, clientHeight: number): void {
  for (const [side, length] of Object.entries({ clientWidth, clientHeight })) {
    Object.defineProperty(HTMLElement.prototype, side, { configurable: true, get: () => length });
  }
}

describe('ConstellationPage', () => {
  it('ROU-007 CON-001 draws the network on an 800 by 600 canvas', async () => {
    const { canvas } = await openConstellation();
    expect(screen.getByRole('heading', { name: 'The Constellation' })).toBeInTheDocument();
    expect(canvas).toHaveAttribute('width', '800');
    expect(canvas).toHaveAttribute('height', '600');
    expect(canvas).toHaveAccessibleName('Network graph, 4 nodes and 2 links');
  });

  it('CON-002 CON-003 CON-005 zooms by a factor of 1.2 per step', async () => {
    const { user } = await openConstellation();
    expect(screen.getByText('x1.00')).toBeInTheDocument();
    await user.click(getButton('Zoom in'));
    expect(screen.getByText('x1.20')).toBeInTheDocument();
    await user.click(getButton('Zoom in'));
    expect(screen.getByText('x1.44')).toBeInTheDocument();
    await user.click(getButton('Zoom out'));
    expect(screen.getByText('x1.20')).toBeInTheDocument();
  });

  it('CON-006 limits the zoom to 0.3 to 3', async () => {
    const { user } = await openConstellation();
    for (let step = 0; step < 8; step += 1) await user.click(getButton('Zoom in'));
    expect(screen.getByText('x3.00')).toBeInTheDocument();
    for (let step = 0; step < 15; step += 1) await user.click(getButton('Zoom out'));
    expect(screen.getByText('x0.30')).toBeInTheDocument();
  });

  it('CON-004 resets the view to zoom 1, centred', async () => {
    const { user, canvas } = await openConstellation();
    const position = ringPosition(8);
    await user.click(getButton('Zoom in'));
    canvas.focus();
    await user.keyboard('{ArrowLeft}{ArrowUp}');
    await user.click(getButton('Reset view'));
    expect(screen.getByText('x1.00')).toBeInTheDocument();
    await clickCanvas(canvas, position);
    expect(within(getDetails()).getByText('Your Node')).toBeInTheDocument();
  });

  it('CON-008 CON-009 CON-010 shows name, connections and shared tags of a clicked node', async () => {
    const { canvas } = await openConstellation();
    await clickCanvas(canvas, ringPosition(8));
    const details = getDetails();
    expect(within(details).getByText('@vesper')).toBeInTheDocument();
    expect(within(details).getByText('connections').nextSibling).toHaveTextContent('1');
    await act(async () =>
      within(details)
        .getByRole('button', { name: /otto_n/ })
        .click(),
    );
    expect(within(details).getByText('Node ID').nextSibling).toHaveTextContent('otto_n');
    expect(within(details).getByText('connections').nextSibling).toHaveTextContent('2');
    expect(within(details).getByText('shared with you').nextSibling).toHaveTextContent(
      '#maps and #night_walks',
    );
    expect(within(details).getByRole('link', { name: 'Profile' })).toHaveAttribute('href', '/u/otto_n');
  });

  it('CON-011 shows the badge `Your Node` only for the own node', async () => {
    const { user } = await openConstellation();
    const details = getDetails();
    await user.click(getButton(/^@vesper/));
    expect(within(details).getByText('Your Node')).toBeInTheDocument();
    await user.click(getButton(/^@sable/));
    expect(within(details).queryByText('Your Node')).not.toBeInTheDocument();
  });

  it('CON-012 shows a hint while nothing is selected', async () => {
    const { user } = await openConstellation();
    expect(screen.getByText('Click on a node to explore connections')).toBeInTheDocument();
    await user.click(getButton(/^@sable/));
    expect(screen.queryByText('Click on a node to explore connections')).not.toBeInTheDocument();
    await user.click(getButton('Clear selection'));
    expect(screen.getByText('Click on a node to explore connections')).toBeInTheDocument();
  });

  it('CON-013 CON-014 CON-015 GAP-118 GAP-119 shows the number of nodes, the number of links and the density', async () => {
    await openConstellation();
    const stats = screen.getByRole('region', { name: 'Network Stats' });
    expect(within(stats).getByText('total nodes').nextSibling).toHaveTextContent('4');
    expect(within(stats).getByText('active links').nextSibling).toHaveTextContent('2');
    expect(within(stats).getByText('density').nextSibling).toHaveTextContent('33.3%');
  });

  it('CON-013 CON-014 counts the whole network, and says how many nodes are shown if fewer', async () => {
    serveConstellation({ ...CONSTELLATION, totals: { nodes: 12_345, links: 2 } });
    await openConstellation();
    const stats = screen.getByRole('region', { name: 'Network Stats' });
    expect(within(stats).getByText('total nodes').nextSibling).toHaveTextContent('12,345');
    expect(within(stats).getByText('public profiles, showing 4')).toBeInTheDocument();
    expect(within(stats).getByText('active links').nextSibling).toHaveTextContent('2');
    expect(within(stats).getAllByText(/showing/)).toHaveLength(1);
  });

  it('CON-016 draws the own node with a radius of 8 and the others with 6', async () => {
    await openConstellation();
    const rings = drawCalls.filter(({ method }) => method === 'arc').map(({ args }) => args[2]);
    expect(rings.filter((radius) => radius === 8).length).toBeGreaterThan(0);
    // The two other linked nodes; an unlinked node has no ring.
    expect(rings.filter((radius) => radius === 6).length).toBe(
      2 * rings.filter((radius) => radius === 8).length,
    );
  });

  it('CON-017 CON-018 hits a node within its radius plus 5, also after zoom and pan', async () => {
    const { canvas, user } = await openConstellation();
    const isOwn = () => within(getDetails()).queryByText('Your Node') !== null;
    const { x, y } = ringPosition(8);
    await clickCanvas(canvas, { x: x - 14, y });
    expect(isOwn()).toBe(false);
    await clickCanvas(canvas, { x: x - 12.9, y });
    expect(isOwn()).toBe(true);
    await user.click(getButton('Clear selection'));
    await user.click(getButton('Zoom in'));
    canvas.focus();
    await user.keyboard('{ArrowLeft}');
    // The distance between nodes grows, their size does not.
    const seen = { x: (x - 400) * 1.2 + 440, y: (y - 300) * 1.2 + 300 };
    await clickCanvas(canvas, { x: seen.x - 14, y: seen.y });
    expect(isOwn()).toBe(false);
    await clickCanvas(canvas, { x: seen.x - 12.9, y: seen.y });
    expect(isOwn()).toBe(true);
  });

  it('GAP-120 pans without selecting on a drag, and labels the neighbours of the selection', async () => {
    const { canvas } = await openConstellation();
    const { x, y } = ringPosition(8);
    const at = (toX: number, toY: number) => ({ clientX: toX, clientY: toY, button: 0, bubbles: true });
    fireEvent(canvas, new MouseEvent('pointerdown', at(x, y)));
    fireEvent(canvas, new MouseEvent('pointermove', at(x + 60, y + 30)));
    fireEvent(canvas, new MouseEvent('pointerup', at(x + 60, y + 30)));
    expect(within(getDetails()).queryByText('Your Node')).toBeNull();
    await clickCanvas(canvas, { x, y });
    expect(within(getDetails()).queryByText('Your Node')).toBeNull();
    drawCalls.length = 0;
    await clickCanvas(canvas, { x: x + 60, y: y + 30 });
    expect(within(getDetails()).getByText('Your Node')).toBeInTheDocument();
    const labels = () => drawCalls.filter(({ method }) => method === 'fillText').map(({ args }) => args[0]);
    await waitFor(() => expect(labels()).toContain('@otto_n'));
  });

  it('GAP-121 scales the drawing space and the hit test on a narrow screen', async () => {
    setClientSize(400, 300);
    const { canvas } = await openConstellation();
    const clickBeside = async (distance: number) => {
      const { x, y } = ringPosition(8);
      await clickCanvas(canvas, { x: x - distance, y });
      return within(getDetails()).queryByText('Your Node') !== null;
    };
    // The view may still move.
    await waitFor(async () => expect(await clickBeside(12.9)).toBe(true));
    expect(await clickBeside(14)).toBe(false);
  });

  it('NXT-192 shows a small network whole on a phone, and a large one at the own node', async () => {
    setClientSize(330, 354);
    const crowd = Array.from({ length: 130 }, (_, index) => node(`m${index}`, `m_${index}`));
    serveConstellation({
      users: [...CONSTELLATION.users, ...crowd],
      connections: [
        ...CONSTELLATION.connections,
        ...crowd.slice(1).map(({ id }, index) => link(`m${index}`, id, 'maps')),
      ],
    });
    await openConstellation();
    await waitFor(() => expect(ringPosition(8)).toEqual({ x: 165, y: 177 }));
    cleanup();
    serveConstellation({ users: CONSTELLATION.users.slice(0, 2), connections: [link('a', 'b', 'maps')] });
    await openConstellation();
    await screen.findByText(/^x(?!1\.00)/u);
    await waitFor(() => {
      const [own, other] = [ringPosition(8), ringPosition(6)];
      expect(Math.abs(own.x - other.x) + Math.abs(own.y - other.y)).toBeGreaterThan(150);
      for (const { x, y } of [own, other]) {
        expect([x > 20, x < 310, y > 20, y < 334]).toEqual([true, true, true, true]);
      }
    });
  });

  it('CON-019 draws on the page’s background colour', async () => {
    document.documentElement.style.setProperty('--bg', '#d7d8d9');
    await openConstellation();
    expect(drawCalls.find(({ method }) => method === 'fillRect')).toMatchObject({ fill: '#d7d8d9' });
    document.documentElement.style.removeProperty('--bg');
  });

  it('CON-001 expands to the whole window, and Escape restores the earlier view', async () => {
    const { canvas, user } = await openConstellation();
    const { x, y } = ringPosition(8);
    await user.click(getButton('Zoom in'));
    await user.click(getButton('Expand the constellation'));
    await user.click(getButton('Zoom in'));
    expect(screen.getByText('x1.44')).toBeInTheDocument();
    await clickCanvas(canvas, { x: 400 + (x - 400) * 1.44, y: 300 + (y - 300) * 1.44 });
    expect(getButton('Shrink the constellation')).toHaveAttribute('aria-expanded', 'true');
    canvas.focus();
    await user.keyboard('{Escape}');
    expect(getButton('Expand the constellation')).toHaveAttribute('aria-expanded', 'false');
    expect(screen.getByText('x1.20')).toBeInTheDocument();
    // Escape only shrank the constellation; the selection stays.
    expect(within(getDetails()).getByText('Your Node')).toBeInTheDocument();
  });

  it('CON-007 moves nodes while the layout runs', async () => {
    setMedia();
    await openConstellation();
    const first = ringPosition(8);
    await waitFor(() => expect(ringPosition(8)).not.toEqual(first));
  });
});

describe('ConstellationPage updates', () => {
  it('CON-020 refetches every 30 s', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    await openConstellation();
    expect(fetchCount).toBe(1);
    await act(() => jest.advanceTimersByTimeAsync(REFETCH_MS - 2_000));
    expect(fetchCount).toBe(1);
    await act(() => jest.advanceTimersByTimeAsync(4_000));
    expect(fetchCount).toBe(2);
    expect(REFETCH_MS).toBe(30_000);
  });

  it('LIV-007 applies live changes: new and removed nodes and links', async () => {
    const live = new LiveServer();
    live.start();
    live.io.on('connection', (socket) =>
      socket.on('constellation:watch', (_: object, answer: (ack: object) => void) => answer({ ok: true })),
    );
    await openConstellation();
    act(() => useConnection.setState({ status: 'idle' }, true));
    await waitFor(() => expect(live.countRequests('constellation:watch')).toBe(1));
    await waitFor(() => expect(fetchCount).toBe(2));
    const added = { users: [node('e', 'isolde')], connections: [link('a', 'e', 'tides')] };
    live.io.emit('constellation:changed', { ...added, removed: { userIds: ['c'], pairs: [] } });
    expect(await screen.findByRole('button', { name: /^@isolde/ })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /^@juno_9/ })).not.toBeInTheDocument();
    const stats = screen.getByRole('region', { name: 'Network Stats' });
    expect(within(stats).getByText('active links').nextSibling).toHaveTextContent('2');
  });

  it('explains when the selected member leaves the constellation', async () => {
    const live = new LiveServer();
    live.start();
    live.io.on('connection', (socket) =>
      socket.on('constellation:watch', (_: object, answer: (ack: object) => void) => answer({ ok: true })),
    );
    const { user } = await openConstellation();
    act(() => useConnection.setState({ status: 'idle' }, true));
    await waitFor(() => expect(fetchCount).toBe(2));
    await user.click(getButton(/^@juno_9/));
    live.io.emit('constellation:changed', {
      users: [],
      connections: [],
      removed: { userIds: ['c'], pairs: [] },
    });
    const details = getDetails();
    expect(await within(details).findByText('juno_9 has left the constellation.')).toBeInTheDocument();
    expect(within(details).queryByText('Node ID')).toBeNull();
    await user.click(getButton(/^@sable/));
    expect(within(details).queryByText('juno_9 has left the constellation.')).toBeNull();
  });
});
