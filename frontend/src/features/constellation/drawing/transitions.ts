import { at, type Graph, pairOf } from '../graph.js';
import { cutLine, type Line, starOf } from './marks.js';

/** Milliseconds: a line is drawn, a ring opens, what is gone fades. */
const LASTS = { line: 900, ripple: 2_800, leaving: 240 } as const;
/** More than this at once is no event to watch, but another chart. */
const MOST = 60;

/** The opacity of a line that is being drawn. */
const BRIGHT = 0.9;

interface Leaving {
  since: number;
  lines: Line[];
  stars: { x: number; y: number; radius: number }[];
}

const easeOut = (share: number) => 1 - (1 - share) ** 3;

/** What of a chart is coming or going just now. All times are those of `performance.now`. */
export class Transitions {
  #lines = new Map<string, number>();
  #ripples = new Map<string, number>();
  #leaving: Leaving[] = [];
  #until = 0;

  /** Notes what is other in `after` than it was in `before`, from `now` on; `positions` are those of `before`. */
  note(before: Graph, after: Graph, positions: Float32Array, now: number): void {
    const had = new Set(before.links.map(pairOf));
    const has = new Set(after.links.map(pairOf));
    const fresh = after.links.filter((link) => !had.has(pairOf(link)));
    const gone = before.links.flatMap((link, place) => (has.has(pairOf(link)) ? [] : [place]));
    const arrived = after.nodes.filter(({ id }) => !before.placeOf.has(id));
    const left = before.nodes.flatMap(({ id }, place) => (after.placeOf.has(id) ? [] : [place]));
    const changes = fresh.length + gone.length + arrived.length + left.length;
    if (changes === 0 || changes > MOST) return;
    for (const link of fresh) {
      this.#lines.set(pairOf(link), now);
      this.#ripples.set(link.toUserId, now);
    }
    for (const { id } of arrived) this.#ripples.set(id, now);
    this.#leaving.push({
      since: now,
      lines: gone.flatMap((link) => cutLine(before, positions, link) ?? []),
      stars: left.map((node) => ({
        x: at(positions, node * 2),
        y: at(positions, node * 2 + 1),
        radius: starOf(before, node),
      })),
    });
    this.#until = Math.max(this.#until, now + LASTS.ripple);
  }

  /** Whether something is still coming or going. */
  isActive(now: number): boolean {
    if (now < this.#until) return true;
    this.#lines.clear();
    this.#ripples.clear();
    this.#leaving = [];
    return false;
  }

  /** Lines that are new: how much of each is drawn, and how bright it is while it pales to a line like others. */
  lines(graph: Graph, now: number): { link: number; share: number; opacity: number }[] {
    return this.#fresh(graph).flatMap(({ link, since }) => {
      const passed = now - since;
      if (passed >= LASTS.ripple) return [];
      const pale = Math.max(0, (passed - LASTS.line) / (LASTS.ripple - LASTS.line));
      return [{ link, share: easeOut(Math.min(1, passed / LASTS.line)), opacity: BRIGHT * (1 - pale) }];
    });
  }

  /** The lines that are not there yet in full length. */
  drawing(graph: Graph, now: number): number[] {
    return this.#fresh(graph).flatMap(({ link, since }) => (now - since < LASTS.line ? [link] : []));
  }

  #fresh(graph: Graph): { link: number; since: number }[] {
    if (this.#lines.size === 0) return [];
    return graph.links.flatMap((each, link) => {
      const since = this.#lines.get(pairOf(each));
      return since === undefined ? [] : [{ link, since }];
    });
  }

  /** Rings that open once around what is new. */
  ripples(graph: Graph, now: number): { node: number; share: number }[] {
    return [...this.#ripples].flatMap(([id, since]) => {
      const node = graph.placeOf.get(id);
      const share = (now - since) / LASTS.ripple;
      return node === undefined || share >= 1 ? [] : [{ node, share: easeOut(share) }];
    });
  }

  leavingLines(now: number): (Line & { share: number })[] {
    return this.#leaving.flatMap(({ since, lines }) =>
      lines.map((line) => ({ ...line, share: Math.min(1, (now - since) / LASTS.leaving) })),
    );
  }

  leavingStars(now: number): { x: number; y: number; radius: number; share: number }[] {
    return this.#leaving.flatMap(({ since, stars }) =>
      stars.map((star) => ({ ...star, share: Math.min(1, (now - since) / LASTS.leaving) })),
    );
  }
}
