import { type Quadtree, quadtree } from 'd3-quadtree';
import { DRAWING } from '../drawing-space.js';
import { NO_FILTER, type Visibility, applyFilter, withoutLinks } from '../filter.js';
import { at, type Graph, isSameShape } from '../graph.js';
import { LayoutClient } from '../layout/layout-client.js';
import type { LayoutUpdate } from '../layout/layout-protocol.js';
import {
  type Viewport,
  DEFAULT_VIEW,
  panned,
  type Point,
  scaleOf,
  toSpace,
  type View,
  zoomed,
} from '../view.js';
import { foregroundLinksOf } from './foreground-links.js';
import type { Box } from './labels.js';
import { ringRadius } from './marks.js';
import { PositionTween } from './position-tween.js';
import { LabelCache } from './label-cache.js';
import { paintOverlay } from './overlay.js';
import { REDUCED_DETAIL, paintConstellation, type Scene, FULL_DETAIL } from './paint.js';
import { type Palette, paletteOf, printPaletteOf } from './palette.js';
import type { Snapshot } from './export-image.js';
import { CachedLayer } from './cached-layer.js';
import { Transitions } from './transitions.js';

/** A gesture ends after this time without a change of the view. */
const GESTURE_MS = 140;

interface RendererHooks {
  onView: (view: View) => void;
  /** Called once. */
  onReady: () => void;
  onFail: () => void;
  you: string;
}

/**
 * Draws the constellation on a canvas. It requests animation frames only while something changes, and pauses the
 * layout while the page is hidden.
 */
export class ConstellationRenderer {
  readonly #context: CanvasRenderingContext2D;
  readonly #layer = new CachedLayer();
  readonly #transitions = new Transitions();
  readonly #labelCache: LabelCache;
  readonly #layout: LayoutClient;
  #palette: Palette;
  #graph: Graph | undefined;
  #visibility: Visibility | undefined;
  #tween = new PositionTween(new Float32Array());
  #scene: Scene | undefined;
  /** `#visibility` without the links that are still being animated. */
  #drawnVisibility: Visibility | undefined;
  /** Links in the foreground; null until computed. */
  #foreground: Uint8Array | undefined | null = null;
  #view = DEFAULT_VIEW;
  #viewport: Viewport = { width: DRAWING.width, height: DRAWING.height };
  #pixelRatio = 1;
  #selected = -1;
  #hovered = -1;
  #isReady = false;
  #isSettled = false;
  #immediate = false;
  #growingLinks: readonly number[] = [];
  #gestureAt = -GESTURE_MS;
  #frameRequest: number | undefined;
  #sharpenTimer: ReturnType<typeof setTimeout> | undefined;
  #tree: Quadtree<number> | undefined;

  /** @throws if the canvas has no 2d context */
  constructor(
    readonly canvas: HTMLCanvasElement,
    private readonly hooks: RendererHooks,
  ) {
    const context = canvas.getContext('2d', { alpha: false });
    if (!context) throw new Error('The canvas has no 2d context.');
    this.#context = context;
    this.#palette = paletteOf(document.documentElement);
    this.#labelCache = new LabelCache(context, hooks.you);
    this.#layout = new LayoutClient((update) => this.#applyLayout(update), hooks.onFail);
    document.addEventListener('visibilitychange', this.#watchVisibility);
  }

  stop(): void {
    document.removeEventListener('visibilitychange', this.#watchVisibility);
    clearTimeout(this.#sharpenTimer);
    if (this.#frameRequest !== undefined) cancelAnimationFrame(this.#frameRequest);
    this.#layout.stop();
  }

  /** Existing nodes keep their positions; changes are animated unless `immediate`. */
  setGraph(graph: Graph, immediate: boolean): void {
    this.#immediate = immediate;
    const before = this.#graph;
    const drawn = this.#tween.current;
    if (before && this.#isReady && !immediate) {
      this.#transitions.recordChanges(before, graph, drawn, performance.now());
    }
    const positions = new Float32Array(graph.nodes.length * 2).fill(Number.NaN);
    for (const [node, { id }] of graph.nodes.entries()) {
      const index = before?.indexById.get(id);
      if (index === undefined) continue;
      positions[node * 2] = at(drawn, index * 2);
      positions[node * 2 + 1] = at(drawn, index * 2 + 1);
    }
    const isSame = before !== undefined && isSameShape(before, graph);
    this.#graph = graph;
    this.#visibility = applyFilter(graph, NO_FILTER);
    this.#tween = new PositionTween(positions);
    this.#hovered = -1;
    this.#growingLinks = [];
    if (isSame && this.#isSettled) {
      this.#invalidate();
      return;
    }
    this.#isSettled = false;
    this.#layout.arrange(graph, positions.slice(), immediate);
    this.#invalidate();
  }

  /** Keeps the layout. */
  setVisibility(visibility: Visibility): void {
    this.#visibility = visibility;
    this.#invalidate();
  }

  /** @param node -1 for none */
  setSelected(node: number): void {
    this.#selected = node;
    this.#requestFrame();
  }

  /** @returns whether a node was hit */
  hoverAt(point: Point | undefined): boolean {
    const node = point ? this.nodeAt(point) : -1;
    if (node !== this.#hovered) {
      this.#hovered = node;
      this.#requestFrame();
    }
    return node >= 0;
  }

  refreshPalette(): void {
    this.#palette = paletteOf(document.documentElement);
    this.#invalidate();
  }

  /** Paints synchronously: a browser prints without another frame. */
  setPrinting(isPaper: boolean): void {
    this.#palette = (isPaper ? printPaletteOf : paletteOf)(document.documentElement);
    this.#invalidate();
    if (this.#frameRequest !== undefined) cancelAnimationFrame(this.#frameRequest);
    this.#paintFrame(performance.now());
  }

  /**
   * @param viewport in CSS pixels
   * @param obstacles areas covered by controls, which labels avoid
   */
  resize(viewport: Viewport, pixelRatio: number, obstacles: readonly Box[] = []): void {
    this.#labelCache.obstacles = obstacles;
    this.#viewport = viewport;
    this.#pixelRatio = pixelRatio;
    this.canvas.width = Math.round(viewport.width * pixelRatio);
    this.canvas.height = Math.round(viewport.height * pixelRatio);
    this.#invalidate();
  }

  setView(view: View): void {
    this.#view = view;
    this.#gestureAt = performance.now();
    this.hooks.onView(view);
    this.#requestFrame();
  }

  pan(dx: number, dy: number): void {
    this.setView(panned(this.#view, this.#viewport, dx, dy));
  }

  zoom(factor: number, focus?: Point): void {
    this.setView(zoomed(this.#view, this.#viewport, factor, focus));
  }

  /** Does nothing while the node has no position. */
  centreOn(node: number, zoom = this.#view.zoom): void {
    const x = at(this.#tween.target, node * 2);
    const y = at(this.#tween.target, node * 2 + 1);
    if (node >= 0 && this.#isReady && !Number.isNaN(x)) this.setView({ x, y, zoom });
  }

  /**
   * Returns the index of the nearest node whose ring plus tolerance contains a viewport point, or -1.
   * @param touchRadius minimum tolerance in CSS pixels
   */
  nodeAt(point: Point, touchRadius = 0): number {
    if (!this.#graph || !this.#isReady) return -1;
    const graph = this.#graph;
    const { x, y } = toSpace(this.#view, this.#viewport, point);
    const { clickTolerance, ownRadius } = DRAWING;
    const touchTolerance = touchRadius / scaleOf(this.#viewport, this.#view);
    const toleranceOf = (node: number) => Math.max(touchTolerance, ringRadius(graph, node) + clickTolerance);
    const isHit = (node: number) => this.#distance(node, x, y) <= toleranceOf(node);
    this.#tree ??= this.#buildTree();
    const nearest = this.#tree.find(x, y, Math.max(touchTolerance, ownRadius + clickTolerance));
    if (nearest !== undefined && isHit(nearest)) return nearest;
    return graph.own >= 0 && isHit(graph.own) ? graph.own : -1;
  }

  /** Returns undefined before the first layout. */
  snapshot(): Snapshot | undefined {
    const scene = this.#currentScene();
    if (!scene || !this.#isReady) return undefined;
    const [view, viewport, selected] = [this.#view, this.#viewport, this.#selected];
    return {
      scene,
      view,
      viewport,
      selected,
      labels: this.#labelCache.computeLabels(scene, { selected, hovered: -1 }, view, viewport),
    };
  }

  get view(): View {
    return this.#view;
  }

  get hasViewChanged(): boolean {
    return this.#gestureAt >= 0;
  }

  get isIdle(): boolean {
    return this.#isSettled && this.#frameRequest === undefined;
  }

  positionOf(node: number): Point {
    return { x: at(this.#tween.current, node * 2), y: at(this.#tween.current, node * 2 + 1) };
  }

  #distance(node: number, x: number, y: number): number {
    const position = this.positionOf(node);
    return Math.hypot(position.x - x, position.y - y);
  }

  #buildTree(): Quadtree<number> {
    const visibility = this.#visibility;
    const nodes = [...(this.#graph?.nodes.keys() ?? [])].filter((node) => visibility?.nodes[node] === 1);
    const positions = this.#tween.current;
    return quadtree(
      nodes,
      (node) => at(positions, node * 2),
      (node) => at(positions, node * 2 + 1),
    );
  }

  readonly #watchVisibility = () => {
    const hidden = document.visibilityState === 'hidden';
    this.#layout.setPaused(hidden);
    if (!hidden) this.#requestFrame();
  };

  #applyLayout({ positions, settled }: LayoutUpdate): void {
    const first = !this.#isReady;
    this.#tween.setTarget(positions, performance.now(), first || this.#immediate);
    // The foreground depends on distances, which are final once the layout has settled.
    if (first || settled) this.#foreground = null;
    this.#isSettled = settled;
    this.#isReady = true;
    this.#requestFrame();
    if (first) this.hooks.onReady();
  }

  #invalidate(): void {
    this.#scene = undefined;
    this.#drawnVisibility = undefined;
    this.#foreground = null;
    this.#tree = undefined;
    this.#requestFrame();
  }

  #requestFrame(): void {
    this.#frameRequest ??= requestAnimationFrame((now) => this.#paintFrame(now));
  }

  #currentScene(): Scene | undefined {
    if (!this.#graph || !this.#visibility) return undefined;
    const positions = this.#tween.current;
    if (this.#scene?.positions !== positions || this.#foreground === null) {
      const visibility = (this.#drawnVisibility ??= withoutLinks(this.#visibility, this.#growingLinks));
      if (this.#foreground === null)
        this.#foreground = foregroundLinksOf(this.#graph, this.#visibility, this.#tween.target);
      this.#scene = {
        graph: this.#graph,
        visibility,
        positions,
        foreground: this.#foreground,
        palette: this.#palette,
      };
    }
    return this.#scene;
  }

  #paintFrame(now: number): void {
    this.#frameRequest = undefined;
    const isMoving = this.#tween.advance(now) || !this.#isSettled;
    this.#updateGrowingLinks(now);
    const scene = this.#currentScene();
    if (!scene || !this.#isReady) return;
    const isGesturing = now - this.#gestureAt < GESTURE_MS;
    const [view, viewport, pixelRatio] = [this.#view, this.#viewport, this.#pixelRatio];
    if (isMoving) {
      this.#tree = undefined;
      this.#layer.invalidate();
      paintConstellation(this.#context, scene, view, viewport, pixelRatio, REDUCED_DETAIL);
    } else {
      this.#layer.drawTo(this.#context, scene, view, viewport, pixelRatio, FULL_DETAIL, isGesturing);
    }
    const highlight = { selected: this.#selected, hovered: this.#hovered };
    const labels = this.#labelCache.labelsFor(scene, highlight, view, viewport, isMoving || isGesturing);
    const transitions = this.#transitions;
    paintOverlay(this.#context, scene, { highlight, labels, transitions, view, viewport, pixelRatio }, now);
    if (this.#tween.isMoving || transitions.isActive(now)) this.#requestFrame();
    // After a gesture, repaint the stretched layer sharply and place labels again.
    else if (isGesturing && !isMoving) this.#scheduleSharpFrame();
  }

  #updateGrowingLinks(now: number): void {
    const growing = this.#graph ? this.#transitions.growingLinks(this.#graph, now) : [];
    if (growing.length === this.#growingLinks.length) return;
    this.#growingLinks = growing;
    this.#scene = undefined;
    this.#drawnVisibility = undefined;
  }

  #scheduleSharpFrame(): void {
    this.#sharpenTimer ??= setTimeout(() => {
      this.#sharpenTimer = undefined;
      this.#requestFrame();
    }, GESTURE_MS);
  }
}
