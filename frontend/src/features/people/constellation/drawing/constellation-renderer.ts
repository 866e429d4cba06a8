import { type Quadtree, quadtree } from 'd3-quadtree';
import type { Box } from '../../../../ui/figures/box.js';
import { clusterIndexes, clustersOf } from '../clusters.js';
import { DRAWING } from '../drawing-space.js';
import { NO_FILTER, type Visibility, applyFilter, withoutLinks } from '../filter.js';
import { at, type Graph, isSameShape, linksAt } from '../graph.js';
import { LayoutClient } from '../layout/layout-client.js';
import type { LayoutUpdate } from '../layout/layout-protocol.js';
import { DEFAULT_VIEW, type Point, scaleOf, toSpace, viewAround, type Viewport } from '../view.js';
import { namesInTheWay } from './backdrop.js';
import { Camera, GESTURE_MS } from './camera.js';
import { nameClusters } from './cluster-names.js';
import { foregroundLinksOf } from './foreground-links.js';
import type { Highlight } from './label-specs.js';
import { isCrowd, ringRadius } from './marks.js';
import { PositionTween } from './position-tween.js';
import { LabelCache } from './label-cache.js';
import { paintOverlay } from './overlay.js';
import { REDUCED_DETAIL, paintConstellation } from './paint.js';
import { type Palette, paletteOf, printPaletteOf } from './palette.js';
import { isTracing, type PathTrace } from './path-trace.js';
import { pictureOf, type Scene } from './picture.js';
import type { Snapshot } from './export-image.js';
import { CachedLayer } from './cached-layer.js';
import { Transitions } from './transitions.js';

/** A flight to a member in a crowd ends at least this near, where names have space. */
const NEAR_ZOOM = 1.8;
const NO_PATH: readonly number[] = [];

function arrangementOf(graph: Graph, visibility: Visibility, positions: Float32Array) {
  const foreground = foregroundLinksOf(graph, visibility, positions);
  const surroundings = { graph, visibility, positions, foreground };
  return { foreground, clusters: nameClusters(clustersOf(graph, visibility), surroundings) };
}

interface RendererHooks {
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
  /** The graph that the positions are for. */
  #arranged: Graph | undefined;
  #visibility: Visibility | undefined;
  #tween = new PositionTween(new Float32Array());
  #scene: Scene | undefined;
  /** `#visibility` without the links that are still being animated. */
  #drawnVisibility: Visibility | undefined;
  /** What depends on the places of nodes: links in the foreground, and clusters. */
  #arrangement: ReturnType<typeof arrangementOf> | undefined;
  readonly camera = new Camera(() => this.#requestFrame());
  #path: PathTrace | undefined;
  #hiddenNames: ReadonlySet<string> = new Set();
  #pixelRatio = 1;
  #selected = -1;
  #hovered = -1;
  #isReady = false;
  #isSettled = false;
  #immediate = false;
  #growingLinks: readonly number[] = [];
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

  /**
   * Existing nodes keep their positions; changes are animated unless `immediate`.
   * @param keepsPositions draws the links without a new layout, if all nodes are placed
   */
  setGraph(graph: Graph, immediate: boolean, keepsPositions = false): void {
    this.#immediate = immediate;
    const before = this.#graph;
    const drawn = this.#tween.current;
    if (before && this.#isReady && !immediate && !keepsPositions) {
      this.#transitions.recordChanges(before, graph, drawn, performance.now());
    }
    const positions = new Float32Array(graph.nodes.length * 2).fill(Number.NaN);
    for (const [node, { id }] of graph.nodes.entries()) {
      const index = before?.indexById.get(id);
      if (index === undefined) continue;
      positions[node * 2] = at(drawn, index * 2);
      positions[node * 2 + 1] = at(drawn, index * 2 + 1);
    }
    const isPlaced = !positions.includes(Number.NaN);
    const isSame = isPlaced && this.#arranged !== undefined && isSameShape(this.#arranged, graph);
    this.#graph = graph;
    this.#visibility = applyFilter(graph, NO_FILTER);
    this.#tween = new PositionTween(positions);
    this.#hovered = -1;
    this.#growingLinks = [];
    if (keepsPositions && isPlaced && this.#isReady) {
      // An unfinished layout would move the nodes of another graph.
      if (!this.#isSettled) this.#arranged = undefined;
      this.#layout.cancel();
      this.#isSettled = true;
      this.#invalidate();
      return;
    }
    if (isSame && this.#isSettled) {
      this.#invalidate();
      return;
    }
    this.#isSettled = false;
    this.#arranged = graph;
    const clusters = clusterIndexes(clustersOf(graph, this.#visibility), graph.nodes.length);
    this.#layout.arrange(graph, clusters, positions.slice(), immediate);
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
    this.camera.viewport = viewport;
    this.#pixelRatio = pixelRatio;
    this.canvas.width = Math.round(viewport.width * pixelRatio);
    this.canvas.height = Math.round(viewport.height * pixelRatio);
    this.#invalidate();
  }

  /** Moves a node to the middle, near enough for names. Does nothing while it has no position. */
  flyTo(node: number, immediate: boolean): void {
    const place = this.#placeOf(node);
    if (!place || !this.#graph) return;
    const zoom = isCrowd(this.#graph) ? Math.max(NEAR_ZOOM, this.camera.view.zoom) : this.camera.view.zoom;
    this.camera.flyTo({ ...place, zoom }, immediate);
  }

  /** Draws a path step by step, and moves the view to contain it. @param nodes empty for none */
  showPath(nodes: readonly number[], immediate: boolean): void {
    this.#path =
      nodes.length > 0 ? { nodes, startedAt: immediate ? -Infinity : performance.now() } : undefined;
    this.#requestFrame();
    const places = nodes.flatMap((node) => this.#placeOf(node) ?? []);
    if (places.length === 0) return;
    this.camera.flyTo(viewAround(places, this.camera.viewport, Math.max(NEAR_ZOOM, 1)), immediate);
  }

  /** Replaces the nodes of the shown path after a change of the graph. */
  renumberPath(nodes: readonly number[]): void {
    if (this.#path) this.#path = { ...this.#path, nodes };
    this.#requestFrame();
  }

  #placeOf(node: number): Point | undefined {
    const x = at(this.#tween.target, node * 2);
    const y = at(this.#tween.target, node * 2 + 1);
    return node >= 0 && this.#isReady && !Number.isNaN(x) ? { x, y } : undefined;
  }

  /** Does nothing while the node has no position. */
  centreOn(node: number, zoom = this.camera.view.zoom): void {
    const place = this.#placeOf(node);
    if (place) this.camera.setView({ ...place, zoom });
  }

  /** Moves the view to contain the visible nodes with links. */
  fitVisible(immediate: boolean): void {
    const [graph, visibility] = [this.#graph, this.#visibility];
    if (!graph || !visibility) return;
    const places = [...graph.nodes.keys()].flatMap((node) =>
      linksAt(graph, node).some((link) => visibility.links[link] === 1) ? (this.#placeOf(node) ?? []) : [],
    );
    if (places.length > 0) this.camera.flyTo(viewAround(places, this.camera.viewport, NEAR_ZOOM), immediate);
  }

  /** Shows all nodes, at most at `zoom`. */
  showAll(zoom: number): void {
    const places = [...(this.#graph?.nodes.keys() ?? [])].flatMap((node) => this.#placeOf(node) ?? []);
    if (places.length === 0) return;
    const view = viewAround(places, this.camera.viewport, zoom);
    // At zoom 1 the whole drawing space fits.
    this.camera.setView(view.zoom > DEFAULT_VIEW.zoom ? view : DEFAULT_VIEW);
  }

  /**
   * Returns the index of the nearest node whose ring plus tolerance contains a viewport point, or -1.
   * @param touchRadius minimum tolerance in CSS pixels
   */
  nodeAt(point: Point, touchRadius = 0): number {
    if (!this.#graph || !this.#isReady) return -1;
    const graph = this.#graph;
    const { x, y } = toSpace(this.camera.view, this.camera.viewport, point);
    const { clickTolerance, ownRadius } = DRAWING;
    const scale = scaleOf(this.camera.viewport, this.camera.view);
    const toleranceOf = (node: number) =>
      Math.max(touchRadius, ringRadius(graph, node) + clickTolerance) / scale;
    const isHit = (node: number) => this.#distance(node, x, y) <= toleranceOf(node);
    this.#tree ??= this.#buildTree();
    const nearest = this.#tree.find(x, y, Math.max(touchRadius, ownRadius + clickTolerance) / scale);
    if (nearest !== undefined && isHit(nearest)) return nearest;
    return graph.own >= 0 && isHit(graph.own) ? graph.own : -1;
  }

  /** Returns undefined before the first layout. */
  snapshot(): Snapshot | undefined {
    const scene = this.#currentScene();
    if (!scene || !this.#isReady) return undefined;
    const picture = pictureOf(scene, this.camera.view, this.camera.viewport);
    const highlight = { ...this.#highlight(), hovered: -1 };
    const path = this.#path && { ...this.#path, startedAt: -Infinity };
    return { picture, highlight, path, labels: this.#labelCache.labelsFor(picture, highlight, false) };
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
    // Distances are final once the layout has settled.
    if (first || settled) this.#arrangement = undefined;
    this.#isSettled = settled;
    this.#isReady = true;
    this.#requestFrame();
    if (first) this.hooks.onReady();
  }

  #invalidate(): void {
    this.#scene = undefined;
    this.#drawnVisibility = undefined;
    this.#arrangement = undefined;
    this.#tree = undefined;
    this.#requestFrame();
  }

  #requestFrame(): void {
    this.#frameRequest ??= requestAnimationFrame((now) => this.#paintFrame(now));
  }

  #currentScene(): Scene | undefined {
    if (!this.#graph || !this.#visibility) return undefined;
    const positions = this.#tween.current;
    if (this.#scene?.positions !== positions || !this.#arrangement) {
      const visibility = (this.#drawnVisibility ??= withoutLinks(this.#visibility, this.#growingLinks));
      this.#arrangement ??= arrangementOf(this.#graph, this.#visibility, this.#tween.target);
      this.#scene = {
        graph: this.#graph,
        visibility,
        positions,
        palette: this.#palette,
        hiddenNames: this.#hiddenNames,
        ...this.#arrangement,
      };
    }
    return this.#scene;
  }

  #highlight(): Highlight {
    return { selected: this.#selected, hovered: this.#hovered, path: this.#path?.nodes ?? NO_PATH };
  }

  #paintFrame(now: number): void {
    this.#frameRequest = undefined;
    this.camera.advance(now);
    const isMoving = this.#tween.advance(now) || !this.#isSettled;
    this.#updateGrowingLinks(now);
    const scene = this.#currentScene();
    if (!scene || !this.#isReady) return;
    const isGesturing = this.camera.isMovedByGesture(now);
    const highlight = this.#highlight();
    const bare = pictureOf(scene, this.camera.view, this.camera.viewport);
    const labels = this.#labelCache.labelsFor(bare, highlight, isMoving || isGesturing);
    const hiddenNames = this.#hideNames(namesInTheWay(bare, labels));
    const picture = { ...bare, hiddenNames };
    if (isMoving) {
      this.#tree = undefined;
      this.#layer.invalidate();
    }
    // Marks do not scale with the zoom, so that a bitmap is of use only while the view is panned.
    if (isMoving || this.camera.isZooming(now))
      paintConstellation(this.#context, picture, this.#pixelRatio, REDUCED_DETAIL);
    else
      this.#layer.drawTo(
        this.#context,
        this.#currentScene() ?? scene,
        this.camera.view,
        this.camera.viewport,
        this.#pixelRatio,
      );
    const [transitions, path] = [this.#transitions, this.#path];
    paintOverlay(this.#context, picture, this.#pixelRatio, { highlight, labels, transitions, path }, now);
    const isAnimated = this.#tween.isMoving || transitions.isActive(now) || isTracing(path, now);
    if (this.camera.isFlying || isAnimated) this.#requestFrame();
    // After a gesture, paint all details and place labels again.
    else if (isGesturing && !isMoving) this.#scheduleSharpFrame();
  }

  /** Hides names of clusters, with another scene if they are other ones than before. */
  #hideNames(tags: readonly string[]): ReadonlySet<string> {
    if (tags.length !== this.#hiddenNames.size || tags.some((tag) => !this.#hiddenNames.has(tag))) {
      this.#hiddenNames = new Set(tags);
      this.#scene = undefined;
    }
    return this.#hiddenNames;
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
