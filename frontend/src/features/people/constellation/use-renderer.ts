import type { Constellation } from '@oniverse/contracts';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Box } from '../../../ui/figures/box.js';
import { useTheme } from '../../../theme/theme.js';
import { onPrinting } from '../../../ui/printing.js';
import { useReducedMotion } from '../../../ui/use-reduced-motion.js';
import { CONSTELLATION_TEXTS } from './constellation.texts.js';
import { DRAWING } from './drawing-space.js';
import { ConstellationRenderer } from './drawing/constellation-renderer.js';
import { isCrowd } from './drawing/marks.js';
import type { Visibility } from './filter.js';
import type { Graph } from './graph.js';
import { DEFAULT_VIEW } from './view.js';

/** Below this width in pixels the view of a large network starts close to the own node: all of it would be unreadable. */
export const NARROW = 600;
/** Below this width in pixels the expanded view has no space beside the constellation. */
export const COMPACT = 900;
const NEAR_SCALE = 0.95;

export interface RendererState {
  mount: (canvas: HTMLCanvasElement) => (() => void) | undefined;
  renderer: ConstellationRenderer | undefined;
  /** `failed` if this browser cannot draw nodes. */
  status: 'placing' | 'ready' | 'failed';
}

interface RendererInput {
  graph: Graph | undefined;
  visibility: Visibility | undefined;
  /** Index of the selected node, or -1. */
  selected: number;
  /** The member id at the centre; by default the signed-in member's. */
  around: string | undefined;
  path: Constellation | undefined;
  /** The graph has fewer or other links than the one that was laid out, but its nodes stay where they are. */
  keepsPositions: boolean;
}

function createRenderer(
  canvas: HTMLCanvasElement,
  hooks: ConstructorParameters<typeof ConstellationRenderer>[1],
): ConstellationRenderer | undefined {
  try {
    return new ConstellationRenderer(canvas, hooks);
  } catch (error) {
    console.error('Drawing the constellation failed.', error);
    return undefined;
  }
}

/** Returns the areas that controls cover, in CSS pixels. */
function obstaclesOf(canvas: HTMLCanvasElement): Box[] {
  const { left, top } = canvas.getBoundingClientRect();
  return [...(canvas.closest('.constellation')?.querySelectorAll('[data-covers]') ?? [])].map((control) => {
    const box = control.getBoundingClientRect();
    return { left: box.left - left, right: box.right - left, top: box.top - top, bottom: box.bottom - top };
  });
}

export function useRenderer({
  graph,
  visibility,
  selected,
  around,
  path,
  keepsPositions,
}: RendererInput): RendererState {
  const [renderer, setRenderer] = useState<ConstellationRenderer>();
  const [status, setStatus] = useState<RendererState['status']>('placing');
  const isMotionReduced = useReducedMotion();
  const centredAround = useRef<string | undefined | null>(null);

  const mount = useCallback((canvas: HTMLCanvasElement) => {
    const created = createRenderer(canvas, {
      onReady: () => setStatus('ready'),
      onFail: () => setStatus('failed'),
      you: CONSTELLATION_TEXTS.canvas.you,
    });
    if (!created) {
      setStatus('failed');
      return undefined;
    }
    const resize = () => {
      const { clientWidth: width, clientHeight: height } = canvas;
      if (width > 0 && height > 0)
        created.resize({ width, height }, window.devicePixelRatio || 1, obstaclesOf(canvas));
    };
    const observer = new ResizeObserver(resize);
    observer.observe(canvas);
    resize();
    const unsubscribeTheme = useTheme.subscribe(() => created.refreshPalette());
    const unsubscribePrinting = onPrinting((isPaper) => created.setPrinting(isPaper));
    setRenderer(created);
    return () => {
      unsubscribePrinting();
      observer.disconnect();
      unsubscribeTheme();
      created.stop();
      setRenderer(undefined);
      setStatus('placing');
    };
  }, []);

  useEffect(() => {
    if (graph) renderer?.setGraph(graph, isMotionReduced, keepsPositions);
  }, [renderer, graph, isMotionReduced, keepsPositions]);
  useEffect(() => {
    if (visibility) renderer?.setVisibility(visibility);
  }, [renderer, visibility]);
  useEffect(() => renderer?.setSelected(selected), [renderer, selected]);
  useEffect(() => {
    if (status !== 'ready' || !renderer || !graph || centredAround.current === around) return;
    const isFirst = centredAround.current === null;
    centredAround.current = around;
    // Keep the view if the visitor moved it while the layout was loading.
    if (isFirst && renderer.camera.hasMoved) return;
    const { clientWidth } = renderer.canvas;
    const isNarrow = clientWidth > 0 && clientWidth < NARROW;
    const nearest = selected >= 0 ? selected : graph.own;
    const middle = around === undefined ? nearest : (graph.indexById.get(around) ?? -1);
    const nearZoom = (NEAR_SCALE * DRAWING.width) / clientWidth;
    if (isNarrow && isCrowd(graph)) renderer.centreOn(middle, nearZoom);
    else if (isNarrow) renderer.showAll(nearZoom);
    else if (around !== undefined) renderer.centreOn(middle);
    else if (!isFirst) renderer.camera.setView(DEFAULT_VIEW);
  }, [status, renderer, graph, around, selected]);

  const shownPath = useRef<Constellation>(undefined);
  useEffect(() => {
    if (status !== 'ready' || !renderer || !graph) return;
    const nodes = (path?.users ?? []).map(({ id }) => graph.indexById.get(id) ?? -1);
    if (nodes.includes(-1)) return;
    if (shownPath.current === path) renderer.renumberPath(nodes);
    else renderer.showPath(nodes, isMotionReduced);
    shownPath.current = path;
  }, [status, renderer, graph, path, isMotionReduced]);

  return { mount, renderer, status };
}
