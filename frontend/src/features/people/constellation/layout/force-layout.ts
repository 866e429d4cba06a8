import {
  forceCollide,
  forceLink,
  forceManyBody,
  forceSimulation,
  forceX,
  forceY,
  type Simulation,
  type SimulationLinkDatum,
  type SimulationNodeDatum,
} from 'd3-force';
import { DRAWING } from '../drawing-space.js';
import { type Fit, fitOf, applyFit, IDENTITY_FIT, MAX_NODES, type Position, invertFit } from './fit.js';
import type { ArrangeRequest } from './layout-protocol.js';
import { type Band, bandOf, placeInBand } from './unlinked-band.js';

interface Body extends SimulationNodeDatum {
  x: number;
  y: number;
}

interface LayoutLink extends SimulationLinkDatum<Body> {
  strength: number;
}

const MIDDLE = { x: DRAWING.width / 2, y: DRAWING.height / 2 };
const ASPECT_RATIO = DRAWING.width / DRAWING.height;
/** Radians; keeps bodies on a spiral apart. */
const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));
/** Keeps nodes apart by twice this radius where possible, so that links remain visible. */
const MAX_COLLISION_RADIUS = 22;
const COLLISION_RATIO = 0.5;
const UNKNOWN_POSITION: Position = { x: Number.NaN, y: Number.NaN };

/** Up to 744 nodes fill the drawing space; `fitOf` shrinks a layout of more. */
const spacingOf = (nodes: number): number =>
  Math.max(20, Math.min(78, Math.sqrt((0.62 * MIDDLE.x * MIDDLE.y * 4) / Math.max(1, nodes))));

/** From this many nodes on, a layout fills the drawing space without extra repulsion. */
const FULL_SIZE = 100;

/** Strengthens repulsion in a small, dense network, which would collapse into a knot. */
function repulsionFactor(nodes: number, links: number): number {
  const smallness = Math.max(0, Math.min(1, (FULL_SIZE - nodes) / (FULL_SIZE / 2)));
  return 1 + 0.9 * smallness * Math.max(0, links / Math.max(1, nodes) - 1);
}

const read = (list: ArrayLike<number>, index: number): number => list[index] ?? Number.NaN;

const COHESION = 0.16;

/** Pulls the members of a cluster towards its middle. @param clusters the cluster of each body, or -1 */
function forceCluster(bodies: readonly Body[], clusters: readonly number[]): (alpha: number) => void {
  const count = Math.max(-1, ...clusters) + 1;
  return (alpha) => {
    const middles = Array.from({ length: count }, () => ({ x: 0, y: 0, members: 0 }));
    for (const [index, { x, y }] of bodies.entries()) {
      const middle = middles[clusters[index] ?? -1];
      if (!middle) continue;
      middle.x += x;
      middle.y += y;
      middle.members += 1;
    }
    for (const [index, body] of bodies.entries()) {
      const middle = middles[clusters[index] ?? -1];
      if (!middle) continue;
      body.vx = (body.vx ?? 0) + (middle.x / middle.members - body.x) * COHESION * alpha;
      body.vy = (body.vy ?? 0) + (middle.y / middle.members - body.y) * COHESION * alpha;
    }
  };
}

/** New bodies start next to their first neighbour, or on a spiral. */
function bodiesOf(positions: readonly Position[], ends: Uint32Array, fit: Fit, spacing: number): Body[] {
  const bodyAt = (body: number): Body => invertFit(positions[body] ?? UNKNOWN_POSITION, fit);
  const known = (body: number) => !Number.isNaN(positions[body]?.x ?? Number.NaN);
  const anchors = new Map<number, number>();
  for (let link = 0; link < ends.length; link += 2) {
    const [from = 0, to = 0] = [ends[link], ends[link + 1]];
    if (known(from) && !known(to) && !anchors.has(to)) anchors.set(to, from);
    if (known(to) && !known(from) && !anchors.has(from)) anchors.set(from, to);
  }
  return positions.map((_, body): Body => {
    if (known(body)) return bodyAt(body);
    const angle = body * GOLDEN_ANGLE;
    const anchor = anchors.get(body);
    const distance = anchor === undefined ? spacing * 0.62 * Math.sqrt(0.5 + body) : spacing;
    const from = anchor === undefined ? MIDDLE : bodyAt(anchor);
    return { x: from.x + Math.cos(angle) * distance * ASPECT_RATIO, y: from.y + Math.sin(angle) * distance };
  });
}

/** The ticks from the highest alpha to a settled layout, as `d3-force` counts them by default. */
const TICKS = 300;

/** A force-directed layout. Nodes without a link are fixed in a band along the lower edge. */
export class ForceLayout {
  readonly requestId: number;
  readonly #count: number;
  readonly #nodes: readonly number[];
  readonly #bodies: Body[];
  readonly #simulation: Simulation<Body, LayoutLink>;
  readonly #band: Band | undefined;
  readonly #inBand: ReadonlyMap<number, Position>;
  #fit: Fit;

  /** @param fit the fit of the positions that nodes already have */
  constructor(request: ArrangeRequest, fit: Fit = IDENTITY_FIT) {
    const { requestId, strengths, alpha, positions } = request;
    this.requestId = requestId;
    this.#count = positions.length / 2;
    const degrees = new Uint32Array(this.#count);
    for (const end of request.ends) degrees[end] = read(degrees, end) + 1;
    const all = Array.from({ length: this.#count }, (_, node) => node);
    this.#nodes = all.filter((node) => read(degrees, node) > 0 || node === request.own);
    const unlinked = all.filter((node) => read(degrees, node) === 0 && node !== request.own);
    const bodyByNode = new Map(this.#nodes.map((node, body) => [node, body]));
    const ends = request.ends.map((node) => bodyByNode.get(node) ?? 0);
    const positionOf = (node: number): Position => ({
      x: read(positions, node * 2),
      y: read(positions, node * 2 + 1),
    });
    this.#band = bandOf(unlinked.length);
    this.#inBand = this.#band ? placeInBand(unlinked, this.#band, positionOf) : new Map();

    const count = this.#nodes.length;
    const spacing = spacingOf(count);
    this.#bodies = bodiesOf(this.#nodes.map(positionOf), ends, fit, spacing);
    this.#fit = fit;
    const links = Array.from(strengths, (strength, link): LayoutLink => ({
      source: ends[link * 2] ?? 0,
      target: ends[link * 2 + 1] ?? 0,
      strength,
    }));
    const degreeOf = (body: number) => read(degrees, this.#nodes[body] ?? 0);
    const charge = -spacing * 1.9 * repulsionFactor(count, links.length);
    const collisionRadius = Math.min(MAX_COLLISION_RADIUS, spacing * COLLISION_RATIO);
    const gravity = Math.min(0.09, 0.5 / Math.sqrt(Math.max(1, count)));
    this.#simulation = forceSimulation(this.#bodies)
      .stop()
      .alpha(alpha)
      .force('x', forceX<Body>(MIDDLE.x).strength(gravity / ASPECT_RATIO))
      .force('y', forceY<Body>(MIDDLE.y).strength(gravity * ASPECT_RATIO))
      .force(
        'clusters',
        forceCluster(
          this.#bodies,
          this.#nodes.map((node) => read(request.clusters, node)),
        ),
      )
      .force(
        'charge',
        forceManyBody<Body>()
          .strength(charge)
          .theta(count > MAX_NODES ? 1.3 : 0.9)
          .distanceMax(spacing * 14),
      )
      .force('apart', count > MAX_NODES ? null : forceCollide<Body>(collisionRadius).strength(0.6))
      .force(
        'links',
        forceLink<Body, LayoutLink>(links)
          .distance(({ strength }) => spacing * (1.55 - Math.min(4, strength) * 0.12))
          .strength(
            ({ strength, index = 0 }) =>
              Math.min(1, 0.7 + strength * 0.08) /
              Math.min(degreeOf(read(ends, index * 2)), degreeOf(read(ends, index * 2 + 1))) /
              2,
          ),
      );
  }

  /** The simulation's alpha: 1 at the start, falling to 0. */
  get alpha(): number {
    return this.#simulation.alpha();
  }

  get settled(): boolean {
    return this.#simulation.alpha() < this.#simulation.alphaMin();
  }

  tick(): void {
    this.#simulation.tick();
  }

  /**
   * Sets how much the next tick cools the layout.
   *
   * @param share of the way to a settled layout; the usual share of a tick, 1/300, is the least
   */
  coolBy(share: number): void {
    const minimum = this.#simulation.alphaMin();
    this.#simulation.alphaDecay(1 - minimum ** Math.max(share, 1 / TICKS));
  }

  /** Belongs to the last call of `positions`. */
  get fit(): Fit {
    return this.#fit;
  }

  /** Returns x and y of each node. */
  positions(): Float32Array {
    this.#fit = fitOf(this.#bodies, this.#band);
    const list = new Float32Array(this.#count * 2);
    const setPosition = (node: number, { x, y }: Position) => {
      list[node * 2] = x;
      list[node * 2 + 1] = y;
    };
    for (const [body, node] of this.#nodes.entries()) {
      setPosition(node, applyFit(this.#bodies[body] ?? UNKNOWN_POSITION, this.#fit));
    }
    for (const [node, position] of this.#inBand) setPosition(node, position);
    return list;
  }
}
