import { CONSTELLATION_VIEW } from '@oniverse/contracts';
import { type Quadtree, quadtree } from 'd3-quadtree';
import { NO_FILTER, type Shown, shownOf, withoutLinks } from '../filter.js';
import { at, type Graph, isSameShape } from '../graph.js';
import { LayoutClient } from '../layout/layout-client.js';
import type { LayoutAnswer } from '../layout/layout-protocol.js';
import { type Frame, HOME, panned, type Point, scaleOf, toSpace, type View, zoomed } from '../view.js';
import { ringOf } from './marks.js';
import type { Box } from './labels.js';
import { Motion } from './motion.js';
import { Names } from './names.js';
import { paintOverlay } from './overlay.js';
import { MOVING, paintChart, type Scene, STILL } from './paint.js';
import { type Palette, paletteOf } from './palette.js';
import type { Seen } from './picture.js';
import { SettledLayer } from './settled-layer.js';
import { Transitions } from './transitions.js';

/** A gesture is over when nothing came of it for this long, in milliseconds. */
const GESTURE_MS = 140;

interface ChartHooks {
  /** The view has changed: by a gesture, or because the chart first stood. */
  onView: (view: View) => void;
  /** The nodes have places for the first time. */
  onReady: () => void;
  /** The layout cannot be computed in this browser. */
  onFail: () => void;
  /** The name on one's own node. */
  you: string;
}

/**
 * The drawn constellation on one canvas. It paints when something has changed and is at rest otherwise: there are no
 * animation frames while nothing moves, and no layout while the page is hidden.
 */
export class Chart {
  readonly #context: CanvasRenderingContext2D;
  readonly #layer = new SettledLayer();
  readonly #transitions = new Transitions();
  readonly #names: Names;
  readonly #layout: LayoutClient;
  #palette: Palette;
  #graph: Graph | undefined;
  #shown: Shown | undefined;
  #motion = new Motion(new Float32Array());
  #scene: Scene | undefined;
  /** What is shown just now: without the lines that are not there yet in full length. */
  #visible: Shown | undefined;
  #view = HOME;
  #frame: Frame = { width: CONSTELLATION_VIEW.width, height: CONSTELLATION_VIEW.height };
  #density = 1;
  #selected = -1;
  #hovered = -1;
  #isReady = false;
  #isStill = false;
  /** Whether what changes is shown at once, for those who ask for less motion. */
  #atOnce = false;
  #drawing: readonly number[] = [];
  #gestureAt = -GESTURE_MS;
  #request: number | undefined;
  #sharpen: ReturnType<typeof setTimeout> | undefined;
  #tree: Quadtree<number> | undefined;

  /** @throws where the canvas cannot be drawn on */
  constructor(
    readonly canvas: HTMLCanvasElement,
    private readonly hooks: ChartHooks,
  ) {
    const context = canvas.getContext('2d', { alpha: false });
    if (!context) throw new Error('The canvas has no 2d context.');
    this.#context = context;
    this.#palette = paletteOf(document.documentElement);
    this.#names = new Names(context, hooks.you);
    this.#layout = new LayoutClient((answer) => this.#hear(answer), hooks.onFail);
    document.addEventListener('visibilitychange', this.#watchVisibility);
  }

  /** Ends all work; the chart cannot be used after this. */
  stop(): void {
    document.removeEventListener('visibilitychange', this.#watchVisibility);
    clearTimeout(this.#sharpen);
    if (this.#request !== undefined) cancelAnimationFrame(this.#request);
    this.#layout.stop();
  }

  /** Shows a graph. What was there before keeps its place, and what is other is seen coming or going. */
  show(graph: Graph, atOnce: boolean): void {
    this.#atOnce = atOnce;
    const before = this.#graph;
    const held = this.#motion.shown;
    if (before && this.#isReady && !atOnce) {
      this.#transitions.note(before, graph, held, performance.now());
    }
    const places = new Float32Array(graph.nodes.length * 2).fill(Number.NaN);
    for (const [node, { id }] of graph.nodes.entries()) {
      const old = before?.placeOf.get(id);
      if (old === undefined) continue;
      places[node * 2] = at(held, old * 2);
      places[node * 2 + 1] = at(held, old * 2 + 1);
    }
    const isSame = before !== undefined && isSameShape(before, graph);
    this.#graph = graph;
    this.#shown = shownOf(graph, NO_FILTER);
    this.#motion = new Motion(places);
    this.#hovered = -1;
    this.#drawing = [];
    if (isSame && this.#isStill) {
      this.#refresh();
      return;
    }
    this.#isStill = false;
    this.#layout.arrange(graph, places.slice(), atOnce);
    this.#refresh();
  }

  /** Shows only a part of the graph, in the same places. */
  filter(shown: Shown): void {
    this.#shown = shown;
    this.#refresh();
  }

  /** Marks a node as selected; -1 for none. */
  select(node: number): void {
    this.#selected = node;
    this.#ask();
  }

  /** Marks the node under a point of the frame. @returns whether there is one */
  hover(point: Point | undefined): boolean {
    const node = point ? this.nodeAt(point) : -1;
    if (node !== this.#hovered) {
      this.#hovered = node;
      this.#ask();
    }
    return node >= 0;
  }

  /** Reads the page's colours anew. */
  restyle(): void {
    this.#palette = paletteOf(document.documentElement);
    this.#refresh();
  }

  /**
   * Fits the canvas to its place on the page, in CSS pixels.
   * @param covered what of it something else stands on
   */
  resize(frame: Frame, density: number, covered: readonly Box[] = []): void {
    this.#names.covered = covered;
    this.#frame = frame;
    this.#density = density;
    this.canvas.width = Math.round(frame.width * density);
    this.canvas.height = Math.round(frame.height * density);
    this.#refresh();
  }

  /** Looks at something else. */
  look(view: View): void {
    this.#view = view;
    this.#gestureAt = performance.now();
    this.hooks.onView(view);
    this.#ask();
  }

  pan(dx: number, dy: number): void {
    this.look(panned(this.#view, this.#frame, dx, dy));
  }

  zoom(factor: number, focus?: Point): void {
    this.look(zoomed(this.#view, this.#frame, factor, focus));
  }

  /** Puts a node into the middle; one that has no place yet is left where it is. */
  centre(node: number, zoom = this.#view.zoom): void {
    const x = at(this.#motion.target, node * 2);
    const y = at(this.#motion.target, node * 2 + 1);
    if (node >= 0 && this.#isReady && !Number.isNaN(x)) this.look({ x, y, zoom });
  }

  /**
   * The node whose ring, widened by the tolerance, a point of the frame lies in; the nearest where there are several.
   * @param reach CSS pixels that a finger covers
   * @returns its place, or -1
   */
  nodeAt(point: Point, reach = 0): number {
    if (!this.#graph || !this.#isReady) return -1;
    const graph = this.#graph;
    const { x, y } = toSpace(this.#view, this.#frame, point);
    const { clickTolerance, ownRadius } = CONSTELLATION_VIEW;
    const finger = reach / scaleOf(this.#frame, this.#view);
    const toleranceOf = (node: number) => Math.max(finger, ringOf(graph, node) + clickTolerance);
    const isHit = (node: number) => this.#distance(node, x, y) <= toleranceOf(node);
    this.#tree ??= this.#treeOf();
    const nearest = this.#tree.find(x, y, Math.max(finger, ownRadius + clickTolerance));
    if (nearest !== undefined && isHit(nearest)) return nearest;
    return graph.own >= 0 && isHit(graph.own) ? graph.own : -1;
  }

  /** What is seen, for pictures of it; undefined before there is anything. */
  seen(): Seen | undefined {
    const scene = this.#sceneNow();
    if (!scene || !this.#isReady) return undefined;
    const [view, frame, selected] = [this.#view, this.#frame, this.#selected];
    return {
      scene,
      view,
      frame,
      selected,
      labels: this.#names.arrange(scene, { selected, hovered: -1 }, view, frame),
    };
  }

  /** Whether the view was ever changed. */
  get hasLooked(): boolean {
    return this.#gestureAt >= 0;
  }

  /** Whether nothing moves and nothing is about to be painted. */
  get isAtRest(): boolean {
    return this.#isStill && this.#request === undefined;
  }

  /** Where a node is drawn just now, in the drawing space. */
  placeOf(node: number): Point {
    return { x: at(this.#motion.shown, node * 2), y: at(this.#motion.shown, node * 2 + 1) };
  }

  #distance(node: number, x: number, y: number): number {
    const place = this.placeOf(node);
    return Math.hypot(place.x - x, place.y - y);
  }

  #treeOf(): Quadtree<number> {
    const shown = this.#shown;
    const nodes = [...(this.#graph?.nodes.keys() ?? [])].filter((node) => shown?.nodes[node] === 1);
    const places = this.#motion.shown;
    return quadtree(
      nodes,
      (node) => at(places, node * 2),
      (node) => at(places, node * 2 + 1),
    );
  }

  readonly #watchVisibility = () => {
    const hidden = document.visibilityState === 'hidden';
    this.#layout.pause(hidden);
    if (!hidden) this.#ask();
  };

  #hear({ positions, settled }: LayoutAnswer): void {
    const first = !this.#isReady;
    this.#motion.head(positions, performance.now(), first || this.#atOnce);
    this.#isStill = settled;
    this.#isReady = true;
    this.#ask();
    if (first) this.hooks.onReady();
  }

  /** Something other than the view has changed. */
  #refresh(): void {
    this.#scene = undefined;
    this.#visible = undefined;
    this.#tree = undefined;
    this.#ask();
  }

  #ask(): void {
    this.#request ??= requestAnimationFrame((now) => this.#paint(now));
  }

  #sceneNow(): Scene | undefined {
    if (!this.#graph || !this.#shown) return undefined;
    const positions = this.#motion.shown;
    if (this.#scene?.positions !== positions) {
      const shown = (this.#visible ??= withoutLinks(this.#shown, this.#drawing));
      this.#scene = { graph: this.#graph, shown, positions, palette: this.#palette };
    }
    return this.#scene;
  }

  #paint(now: number): void {
    this.#request = undefined;
    const moves = this.#motion.advance(now) || !this.#isStill;
    this.#watchDrawing(now);
    const scene = this.#sceneNow();
    if (!scene || !this.#isReady) return;
    const isTurning = now - this.#gestureAt < GESTURE_MS;
    const [view, frame, density] = [this.#view, this.#frame, this.#density];
    if (moves) {
      this.#tree = undefined;
      this.#layer.drop();
      paintChart(this.#context, scene, view, frame, density, MOVING);
    } else {
      this.#layer.put(this.#context, scene, view, frame, density, STILL, isTurning);
    }
    const pointed = { selected: this.#selected, hovered: this.#hovered };
    const labels = this.#names.at(scene, pointed, view, frame, moves || isTurning);
    const transitions = this.#transitions;
    paintOverlay(this.#context, scene, { pointed, labels, transitions, view, frame, density }, now);
    if (this.#motion.isGliding || transitions.isActive(now)) this.#ask();
    // Once the gesture is over, what was stretched is painted sharp, and names find their places.
    else if (isTurning && !moves) this.#askLater();
  }

  /** Lines that are being drawn are left out of the chart until they are there in full. */
  #watchDrawing(now: number): void {
    const drawing = this.#graph ? this.#transitions.drawing(this.#graph, now) : [];
    if (drawing.length === this.#drawing.length) return;
    this.#drawing = drawing;
    this.#scene = undefined;
    this.#visible = undefined;
  }

  #askLater(): void {
    this.#sharpen ??= setTimeout(() => {
      this.#sharpen = undefined;
      this.#ask();
    }, GESTURE_MS);
  }
}
