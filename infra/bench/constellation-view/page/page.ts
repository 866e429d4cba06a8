import '../../../../frontend/src/styles/tokens.css';
import { type Constellation, CONSTELLATION, maxLinksBetween } from '@oniverse/contracts';
import ForceGraph from 'force-graph';
import {
  ConstellationRenderer,
  graphOf,
} from '../../../../frontend/src/features/people/constellation/index.js';

/** The page's interface for the benchmark. */
export interface Measured {
  /** Starts the view of a graph with `nodes` nodes and as many links as the server sends; a large one is expanded. */
  start: (system: 'ours' | 'force-graph', nodes: number) => void;
  frames: () => number;
  /** Returns whether the layout has settled. */
  isSettled: () => boolean;
  /** Moves the view to a node; only in our view. */
  flyTo: (node: number) => void;
  /** Shows the nodes of the usual view, then those of the expanded view again; only in our view. */
  shrink: () => void;
  expand: () => void;
}

declare global {
  interface Window {
    measured: Measured;
  }
}

const idOf = (index: number) => `n${String(index).padStart(6, '0')}`;

const TAGS = ['night_walks', 'dreams', 'maps', 'tide_tables', 'bread', 'noticing', 'moths', 'clocks'];
/** Share of links within a cluster. */
const WITHIN_CLUSTER = 0.9;
/** Enough for as many links as the server sends, although some are the same. */
const LINKS_PER_NODE = 6;

/** The size of the chart in CSS pixels, in a window of 1440 by 900. */
const sizeOf = (nodes: number) =>
  nodes > CONSTELLATION.nodes ? { width: 1_100, height: 732 } : { width: 800, height: 600 };

/** Generates a graph by preferential attachment in clusters, as in social networks. Reproducible. */
function generateGraph(nodes: number): Constellation {
  let seed = 7;
  const random = () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return seed / 2 ** 32;
  };
  const clusterOf = (node: number) => node % TAGS.length;
  /** The ends of links so far, by cluster. */
  const ends = TAGS.map((_, cluster) => [cluster]);
  const connections: Constellation['connections'] = [];
  for (let node = TAGS.length; node < nodes; node += 1) {
    const own = ends[clusterOf(node)] ?? [];
    const anyone = () => Math.floor(random() * node);
    const pick = () => (random() < WITHIN_CLUSTER ? own[Math.floor(random() * own.length)] : anyone()) ?? 0;
    for (const other of new Set(Array.from({ length: LINKS_PER_NODE }, pick))) {
      const strength = 1 + Math.floor(random() ** 2 * 5);
      const first = clusterOf(other);
      const sharedTags = Array.from(
        { length: strength },
        (_, tag) => TAGS[(first + tag) % TAGS.length] ?? '',
      );
      connections.push({ fromUserId: idOf(other), toUserId: idOf(node), strength, sharedTags });
      own.push(other, node);
    }
  }
  const users = Array.from({ length: nodes }, (_, index) => ({
    id: idOf(index),
    username: idOf(index),
    displayName: null,
    isCurrentUser: index === 0,
  }));
  connections.sort((a, b) => b.strength - a.strength);
  return { users, connections: connections.slice(0, maxLinksBetween(nodes)) };
}

let frames = 0;
const countFrame = () => {
  frames += 1;
  requestAnimationFrame(countFrame);
};
requestAnimationFrame(countFrame);
let isLayoutSettled = false;
const ours: Pick<Measured, 'flyTo' | 'shrink' | 'expand'> = {
  flyTo: () => undefined,
  shrink: () => undefined,
  expand: () => undefined,
};

const container = document.querySelector<HTMLElement>('#container');
if (!container) throw new Error('The page has no #container');

function startOurs(parent: HTMLElement, data: Constellation): void {
  const canvas = document.createElement('canvas');
  parent.append(canvas);
  canvas.style.touchAction = 'none';
  const renderer = new ConstellationRenderer(canvas, {
    onReady: () => undefined,
    onFail: () => undefined,
    you: 'you',
  });
  const size = sizeOf(data.users.length);
  canvas.style.width = `${size.width}px`;
  canvas.style.height = `${size.height}px`;
  renderer.resize(size, window.devicePixelRatio);
  renderer.setGraph(graphOf(data), false);
  ours.flyTo = (node) => renderer.flyTo(node, false);
  ours.shrink = () =>
    renderer.setGraph(graphOf({ ...data, users: data.users.slice(0, CONSTELLATION.nodes) }), true);
  ours.expand = () => renderer.setGraph(graphOf(data), false);
  canvas.addEventListener('wheel', (event) => {
    event.preventDefault();
    renderer.camera.zoom(1.2 ** (-event.deltaY / 100), { x: event.offsetX, y: event.offsetY });
  });
  let last: { x: number; y: number } | undefined;
  canvas.addEventListener('pointerdown', ({ offsetX: x, offsetY: y }) => {
    last = { x, y };
  });
  canvas.addEventListener('pointerup', () => {
    last = undefined;
  });
  canvas.addEventListener('pointermove', ({ offsetX: x, offsetY: y }) => {
    if (last) renderer.camera.pan(x - last.x, y - last.y);
    else renderer.hoverAt({ x, y });
    if (last) last = { x, y };
  });
  setInterval(() => {
    isLayoutSettled = renderer.isIdle;
  }, 100);
}

function startForceGraph(parent: HTMLElement, { users, connections }: Constellation): void {
  const { width, height } = sizeOf(users.length);
  new ForceGraph(parent)
    .width(width)
    .height(height)
    .backgroundColor('#06090c')
    .nodeColor(() => '#e6edea')
    .linkColor(() => 'rgba(176,214,206,.32)')
    .linkWidth((link) => 0.6 + 0.28 * Number('strength' in link ? link.strength : 1))
    .onEngineStop(() => {
      isLayoutSettled = true;
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
  start: (system, nodes) =>
    (system === 'ours' ? startOurs : startForceGraph)(container, generateGraph(nodes)),
  frames: () => frames,
  isSettled: () => isLayoutSettled,
  flyTo: (node) => ours.flyTo(node),
  shrink: () => ours.shrink(),
  expand: () => ours.expand(),
};
