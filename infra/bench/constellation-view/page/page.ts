import '../../../../frontend/src/styles/tokens.css';
import ForceGraph from 'force-graph';
import { Chart } from '../../../../frontend/src/features/constellation/drawing/chart.js';
import { graphOf } from '../../../../frontend/src/features/constellation/graph.js';
import type { Constellation } from '@oniverse/contracts';

/** What the measuring process may ask of the page. */
export interface Measured {
  /** Makes the view of a network of `nodes`, two links a node, and lets it start. */
  start: (system: 'ours' | 'force-graph', nodes: number) => void;
  /** Frames that the browser has made since the page opened. */
  frames: () => number;
  /** Whether the layout has come to rest. */
  isSettled: () => boolean;
}

declare global {
  interface Window {
    measured: Measured;
  }
}

const idOf = (place: number) => `n${String(place).padStart(6, '0')}`;

/** A network that grows by preference for the well connected, as networks of people do; the same for each system. */
function network(nodes: number): Constellation {
  let seed = 7;
  const random = () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return seed / 2 ** 32;
  };
  const ends: number[] = [0];
  const connections: Constellation['connections'] = [];
  for (let node = 1; node < nodes; node += 1) {
    const others = new Set([ends[Math.floor(random() * ends.length)] ?? 0, Math.floor(random() * node)]);
    for (const other of others) {
      const strength = 1 + Math.floor(random() ** 2 * 5);
      connections.push({ fromUserId: idOf(other), toUserId: idOf(node), strength, sharedTags: ['maps'] });
      ends.push(other, node);
    }
  }
  const users = Array.from({ length: nodes }, (_, place) => ({
    id: idOf(place),
    username: idOf(place),
    displayName: null,
    isCurrentUser: place === 0,
  }));
  return { users, connections };
}

let frames = 0;
const count = () => {
  frames += 1;
  requestAnimationFrame(count);
};
requestAnimationFrame(count);
let settled = false;

const stage = document.querySelector<HTMLElement>('#stage');
if (!stage) throw new Error('The page has no stage.');

function startOurs(into: HTMLElement, data: Constellation): void {
  const canvas = document.createElement('canvas');
  into.append(canvas);
  canvas.style.touchAction = 'none';
  const chart = new Chart(canvas, {
    onView: () => undefined,
    onReady: () => undefined,
    onFail: () => undefined,
    you: 'you',
  });
  chart.resize({ width: 800, height: 600 }, window.devicePixelRatio);
  chart.show(graphOf(data), false);
  let last: { x: number; y: number } | undefined;
  canvas.addEventListener('pointerdown', ({ offsetX: x, offsetY: y }) => {
    last = { x, y };
  });
  canvas.addEventListener('pointerup', () => {
    last = undefined;
  });
  canvas.addEventListener('pointermove', ({ offsetX: x, offsetY: y }) => {
    if (last) chart.pan(x - last.x, y - last.y);
    else chart.hover({ x, y });
    if (last) last = { x, y };
  });
  setInterval(() => {
    settled = chart.isAtRest;
  }, 100);
}

function startForceGraph(into: HTMLElement, { users, connections }: Constellation): void {
  new ForceGraph(into)
    .width(800)
    .height(600)
    .backgroundColor('#06090c')
    .nodeColor(() => '#e6edea')
    .linkColor(() => 'rgba(176,214,206,.32)')
    .linkWidth((link) => 0.6 + 0.28 * Number('strength' in link ? link.strength : 1))
    .onEngineStop(() => {
      settled = true;
    })
    .graphData({
      nodes: users.map(({ id, username }) => ({ id, name: username })),
      links: connections.map(({ fromUserId, toUserId, strength }) => ({
        source: fromUserId,
        target: toUserId,
        strength,
      })),
    });
}

window.measured = {
  start: (system, nodes) => (system === 'ours' ? startOurs : startForceGraph)(stage, network(nodes)),
  frames: () => frames,
  isSettled: () => settled,
};
