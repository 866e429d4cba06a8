import { at, type Graph, linkKey } from '../graph.js';
import { trimmedLine, type Line, dotRadius } from './marks.js';

const DURATION_MS = { line: 900, ripple: 2_800, fade: 240 } as const;
/** Larger changes are not animated. */
const MAX_CHANGES = 60;

const HIGHLIGHT_OPACITY = 0.9;

interface Fade {
  since: number;
  lines: Line[];
  nodes: { x: number; y: number; radius: number }[];
}

const easeOut = (share: number) => 1 - (1 - share) ** 3;

/** Animates new and removed nodes and links. Removed ones stay where they were in the drawing space. All times are those of `performance.now`. */
export class Transitions {
  #linkStarts = new Map<string, number>();
  #rippleStarts = new Map<string, number>();
  #fades: Fade[] = [];
  #endsAt = 0;

  /** @param positions those of `before` */
  recordChanges(before: Graph, after: Graph, positions: Float32Array, now: number): void {
    const existing = new Set(before.links.map(linkKey));
    const remaining = new Set(after.links.map(linkKey));
    const newLinks = after.links.filter((link) => !existing.has(linkKey(link)));
    const removed = before.links.flatMap((link, index) => (remaining.has(linkKey(link)) ? [] : [index]));
    const arrived = after.nodes.filter(({ id }) => !before.indexById.has(id));
    const departed = before.nodes.flatMap(({ id }, index) => (after.indexById.has(id) ? [] : [index]));
    const changes = newLinks.length + removed.length + arrived.length + departed.length;
    if (changes === 0 || changes > MAX_CHANGES) return;
    for (const link of newLinks) {
      this.#linkStarts.set(linkKey(link), now);
      this.#rippleStarts.set(link.toUserId, now);
    }
    for (const { id } of arrived) this.#rippleStarts.set(id, now);
    this.#fades.push({
      since: now,
      lines: removed.flatMap((link) => trimmedLine(before, positions, link) ?? []),
      nodes: departed.map((node) => ({
        x: at(positions, node * 2),
        y: at(positions, node * 2 + 1),
        radius: dotRadius(before, node),
      })),
    });
    this.#endsAt = Math.max(this.#endsAt, now + DURATION_MS.ripple);
  }

  /** Also drops finished animations. */
  isActive(now: number): boolean {
    if (now < this.#endsAt) return true;
    this.#linkStarts.clear();
    this.#rippleStarts.clear();
    this.#fades = [];
    return false;
  }

  /** Returns the drawn share of the length, and the opacity of the highlight. */
  newLinks(graph: Graph, now: number): { link: number; share: number; opacity: number }[] {
    return this.#startedLinks(graph).flatMap(({ link, since }) => {
      const passed = now - since;
      if (passed >= DURATION_MS.ripple) return [];
      const pale = Math.max(0, (passed - DURATION_MS.line) / (DURATION_MS.ripple - DURATION_MS.line));
      return [
        {
          link,
          share: easeOut(Math.min(1, passed / DURATION_MS.line)),
          opacity: HIGHLIGHT_OPACITY * (1 - pale),
        },
      ];
    });
  }

  growingLinks(graph: Graph, now: number): number[] {
    return this.#startedLinks(graph).flatMap(({ link, since }) =>
      now - since < DURATION_MS.line ? [link] : [],
    );
  }

  #startedLinks(graph: Graph): { link: number; since: number }[] {
    if (this.#linkStarts.size === 0) return [];
    return graph.links.flatMap((each, link) => {
      const since = this.#linkStarts.get(linkKey(each));
      return since === undefined ? [] : [{ link, since }];
    });
  }

  ripples(graph: Graph, now: number): { node: number; share: number }[] {
    return [...this.#rippleStarts].flatMap(([id, since]) => {
      const node = graph.indexById.get(id);
      const share = (now - since) / DURATION_MS.ripple;
      return node === undefined || share >= 1 ? [] : [{ node, share: easeOut(share) }];
    });
  }

  fadingLines(now: number): (Line & { share: number })[] {
    return this.#fades.flatMap(({ since, lines }) =>
      lines.map((line) => ({ ...line, share: Math.min(1, (now - since) / DURATION_MS.fade) })),
    );
  }

  fadingNodes(now: number): { x: number; y: number; radius: number; share: number }[] {
    return this.#fades.flatMap(({ since, nodes }) =>
      nodes.map((node) => ({ ...node, share: Math.min(1, (now - since) / DURATION_MS.fade) })),
    );
  }
}
