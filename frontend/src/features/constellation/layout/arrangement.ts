import { CONSTELLATION, CONSTELLATION_VIEW } from '@oniverse/contracts';
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
import { type Fit, fitOf, fitted, NO_FIT, unfitted } from './fit.js';
import type { LayoutOrder } from './layout-protocol.js';

interface Body extends SimulationNodeDatum {
  x: number;
  y: number;
}

interface Pull extends SimulationLinkDatum<Body> {
  strength: number;
}

const MIDDLE = { x: CONSTELLATION_VIEW.width / 2, y: CONSTELLATION_VIEW.height / 2 };
/** The drawing space is wider than high, and so is the chart. */
const FLATNESS = CONSTELLATION_VIEW.width / CONSTELLATION_VIEW.height;
/** The golden angle in radians: bodies placed by it on a spiral keep clear of each other. */
const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));
const MANY = 2_000;
/** How hard one without links pushes others away, beside one with some: else a crowd of them fills the chart. */
const LONE_PUSH = 0.3;
/** No two nodes come nearer than twice this, where there is room: their rings keep clear of each other. */
const MOST_ELBOW = 22;

/** How far apart nodes like to be: a chart of up to 500 fills the drawing space, larger ones go beyond. */
const spacingOf = (nodes: number): number =>
  Math.max(20, Math.min(78, Math.sqrt((0.62 * MIDDLE.x * MIDDLE.y * 4) / Math.max(1, nodes))));

/** From as many nodes on, a chart fills the drawing space by itself. */
const FEW = 100;

/** How much more the nodes of a small chart repel each other, so that many lines do not draw it into a knot. */
function roominess(nodes: number, links: number): number {
  const isFew = Math.max(0, Math.min(1, (FEW - nodes) / (FEW / 2)));
  return 1 + 0.9 * isFew * Math.max(0, links / Math.max(1, nodes) - 1);
}

const read = (list: ArrayLike<number>, place: number): number => list[place] ?? Number.NaN;

/** Bodies at the places they had, drawn with `fit`; new ones beside the first that they are linked to, or on a spiral. */
function bodiesOf({ positions, ends }: LayoutOrder, fit: Fit, spacing: number): Body[] {
  const placeOf = (node: number): Body =>
    unfitted({ x: read(positions, node * 2), y: read(positions, node * 2 + 1) }, fit);
  const known = (node: number) => !Number.isNaN(read(positions, node * 2));
  const anchors = new Map<number, number>();
  for (let link = 0; link < ends.length; link += 2) {
    const [from = 0, to = 0] = [ends[link], ends[link + 1]];
    if (known(from) && !known(to) && !anchors.has(to)) anchors.set(to, from);
    if (known(to) && !known(from) && !anchors.has(from)) anchors.set(from, to);
  }
  return Array.from({ length: positions.length / 2 }, (_, node): Body => {
    if (known(node)) return placeOf(node);
    const angle = node * GOLDEN_ANGLE;
    const anchor = anchors.get(node);
    const away = anchor === undefined ? spacing * 0.62 * Math.sqrt(0.5 + node) : spacing;
    const from = anchor === undefined ? MIDDLE : placeOf(anchor);
    return { x: from.x + Math.cos(angle) * away * FLATNESS, y: from.y + Math.sin(angle) * away };
  });
}

/** A chart that is being laid out: nodes repel each other, links pull, the stronger the more. */
export class Arrangement {
  readonly order: number;
  readonly #bodies: Body[];
  readonly #simulation: Simulation<Body, Pull>;
  #fit: Fit;

  /** @param fit how the places that nodes have already were brought into the drawing space */
  constructor(given: LayoutOrder, fit: Fit = NO_FIT) {
    const { order, ends, strengths, heat } = given;
    const count = given.positions.length / 2;
    const spacing = spacingOf(count);
    this.order = order;
    this.#bodies = bodiesOf(given, fit, spacing);
    this.#fit = fit;
    const links = Array.from(strengths, (strength, link): Pull => ({
      source: ends[link * 2] ?? 0,
      target: ends[link * 2 + 1] ?? 0,
      strength,
    }));
    const degrees = new Uint32Array(count);
    for (const end of ends) degrees[end] = read(degrees, end) + 1;
    const push = -spacing * 1.9 * roominess(count, links.length);
    const elbow = Math.min(MOST_ELBOW, spacing / 2);
    const pull = Math.min(0.09, 0.5 / Math.sqrt(Math.max(1, count)));
    this.#simulation = forceSimulation(this.#bodies)
      .stop()
      .alpha(heat)
      .force('x', forceX<Body>(MIDDLE.x).strength(pull / FLATNESS))
      .force('y', forceY<Body>(MIDDLE.y).strength(pull * FLATNESS))
      .force(
        'charge',
        forceManyBody<Body>()
          .strength((_, node) => (read(degrees, node) === 0 ? push * LONE_PUSH : push))
          .theta(count > MANY ? 1.3 : 0.9)
          .distanceMax(spacing * 14),
      )
      .force('apart', count > CONSTELLATION.nodes ? null : forceCollide<Body>(elbow).strength(0.6))
      .force(
        'links',
        forceLink<Body, Pull>(links)
          .distance(({ strength }) => spacing * (1.55 - Math.min(4, strength) * 0.12))
          .strength(
            ({ strength, index = 0 }) =>
              Math.min(1, 0.7 + strength * 0.08) /
              Math.min(read(degrees, read(ends, index * 2)), read(degrees, read(ends, index * 2 + 1))) /
              2,
          ),
      );
  }

  /** How much still moves: from 1 to nothing. */
  get heat(): number {
    return this.#simulation.alpha();
  }

  /** Whether nothing moves any more. */
  get settled(): boolean {
    return this.#simulation.alpha() < this.#simulation.alphaMin();
  }

  /** Moves everything on by one step. */
  tick(): void {
    this.#simulation.tick();
  }

  /** How the places last told were brought into the drawing space. */
  get fit(): Fit {
    return this.#fit;
  }

  /** x and y of each node in the drawing space. */
  positions(): Float32Array {
    this.#fit = fitOf(this.#bodies);
    const list = new Float32Array(this.#bodies.length * 2);
    for (const [node, body] of this.#bodies.entries()) {
      const { x, y } = fitted(body, this.#fit);
      list[node * 2] = x;
      list[node * 2 + 1] = y;
    }
    return list;
  }
}
