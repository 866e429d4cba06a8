import { beforeEach, describe, expect, it } from '@jest/globals';
import {
  type Constellation,
  CONSTELLATION as LIMITS,
  findPath,
  getConstellation,
  getConstellationHistory,
} from '@oniverse/contracts';
import { act, screen, waitFor } from '@testing-library/react';
import { useConnection } from '../../../live/connection.store.js';
import { setMedia } from '../../../testing/browser.js';
import { problem } from '../../../testing/call-handler.js';
import { installCanvas } from '../../../testing/canvas.js';
import {
  clickCanvas,
  CONSTELLATION,
  getButton,
  openConstellation,
  ringPosition,
  serveConstellation,
} from '../../../testing/constellation.js';
import { link, node } from '../../../testing/network.js';
import { LiveServer } from '../../../testing/live-server.js';
import { mock } from '../../../testing/mock.js';
import { applyChange } from './apply-change.js';

const FURTHER: Constellation = {
  users: [...CONSTELLATION.users, node('e', 'halcyon')],
  connections: [...CONSTELLATION.connections, link('c', 'e', 'coast')],
};
const crowd = (count: number) => Array.from({ length: count }, (_, index) => node(`m${index}`, `m_${index}`));

const requested: object[] = [];
/** @param answer of the expanded view */
function serveExpanded(answer: () => Constellation | Response | Promise<Constellation>): void {
  mock(getConstellation, ({ query }) => {
    requested.push(query);
    return query.limit === '2000' ? answer() : CONSTELLATION;
  });
}

const shown = (nodes: number, links: number) =>
  screen.findByRole('application', { name: `Network graph, ${nodes} nodes and ${links} links` });

describe('the expanded constellation', () => {
  beforeEach(() => {
    requested.length = 0;
    installCanvas();
    setMedia('(prefers-reduced-motion: reduce)');
    serveConstellation();
  });
  it('NXT-190 keeps what is drawn until up to 2,000 members arrive, and shrinks to the usual part', async () => {
    let arrive: (found: Constellation) => void = () => undefined;
    serveExpanded(() => new Promise<Constellation>((resolve) => (arrive = resolve)));
    const { user } = await openConstellation('/constellation?around=b');
    await user.click(getButton('Expand the constellation'));
    await waitFor(() => expect(requested).toEqual([{ around: 'b' }, { around: 'b', limit: '2000' }]));
    await shown(4, 2);
    arrive(FURTHER);
    await shown(5, 3);
    await user.click(getButton('Shrink the constellation'));
    await shown(4, 2);
    expect(requested).toHaveLength(2);
  });

  it('NXT-190 keeps the usual part if the rest cannot be loaded', async () => {
    serveExpanded(() => problem('unavailable', 'Temporarily unavailable.'));
    const { user } = await openConstellation();
    await user.click(getButton('Expand the constellation'));
    await waitFor(() => expect(requested).toEqual([{}, { limit: '2000' }]));
    await shown(4, 2);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('NXT-190 asks for the past of the same members', async () => {
    serveExpanded(() => FURTHER);
    const past = mock(getConstellationHistory, {
      from: '2026-01-05',
      weeks: 1,
      users: [],
      links: [],
      own: [],
    });
    const { user } = await openConstellation();
    await user.click(getButton('Expand the constellation'));
    await waitFor(() => expect(past.map(({ query }) => query)).toEqual([{}, { limit: '2000' }]));
  });

  it('NXT-190 adds new members live beyond the usual limit', async () => {
    const members = [...CONSTELLATION.users, ...crowd(LIMITS.nodes)];
    serveExpanded(() => ({ ...CONSTELLATION, users: members }));
    const live = new LiveServer();
    live.start();
    live.io.on('connection', (socket) =>
      socket.on('constellation:watch', (_: object, answer: (ack: object) => void) => answer({ ok: true })),
    );
    const { user } = await openConstellation();
    act(() => useConnection.setState({ status: 'idle' }, true));
    await waitFor(() => expect(live.countRequests('constellation:watch')).toBe(1));
    await user.click(getButton('Expand the constellation'));
    await shown(members.length, 2);
    live.io.emit('constellation:changed', {
      users: [node('z', 'isolde')],
      connections: [],
      removed: { userIds: [], pairs: [] },
    });
    await shown(members.length + 1, 2);
  });

  it('NXT-193 opens a panel with the path on demand, and with the path that a node leads to', async () => {
    mock(findPath, { users: [], connections: [] });
    const { user } = await openConstellation();
    expect(screen.queryByRole('button', { name: 'Details' })).toBeNull();
    await user.click(getButton('Expand the constellation'));
    expect(screen.queryByRole('button', { name: 'Save PNG' })).toBeNull();
    expect(screen.getByRole('combobox', { name: 'Tag' })).toBeInTheDocument();
    const details = getButton('Details');
    expect(details).toHaveAttribute('aria-expanded', 'false');
    await user.click(details);
    expect(details).toHaveAttribute('aria-expanded', 'true');
    await user.click(details);
    await user.click(getButton(/^@juno_9/));
    await user.click(getButton('Path to this node'));
    expect(details).toHaveAttribute('aria-expanded', 'true');
  });

  it('NXT-193 shows a chosen node in a sheet while there is no panel beside the constellation', async () => {
    const before = window.innerWidth;
    window.innerWidth = 820;
    try {
      const { canvas, user } = await openConstellation();
      await clickCanvas(canvas, ringPosition(8));
      expect(screen.queryByRole('dialog')).toBeNull();
      await user.click(getButton('Expand the constellation'));
      await clickCanvas(canvas, ringPosition(8));
      expect(await screen.findByRole('dialog', { name: 'Node details' })).toBeInTheDocument();
    } finally {
      window.innerWidth = before;
    }
  });
});

describe('applyChange', () => {
  const addOne = (limit: number, count: number) =>
    applyChange(
      { users: crowd(count), connections: [] },
      { users: [node('z', 'isolde')], connections: [], removed: { userIds: [], pairs: [] } },
      limit,
    ).users.length;

  it('NXT-190 adds members up to the limit of the query', () => {
    expect([addOne(LIMITS.nodes, 499), addOne(LIMITS.nodes, 500)]).toEqual([500, 500]);
    expect([addOne(LIMITS.maxNodes, 500), addOne(LIMITS.maxNodes, 2_000)]).toEqual([501, 2_000]);
  });
});
