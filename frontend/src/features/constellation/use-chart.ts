import { CONSTELLATION_VIEW } from '@oniverse/contracts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTheme } from '../../theme/theme.js';
import { useReducedMotion } from '../../ui/use-reduced-motion.js';
import { CONSTELLATION_TEXTS } from './constellation.texts.js';
import { Chart } from './drawing/chart.js';
import type { Box } from './drawing/labels.js';
import type { Shown } from './filter.js';
import type { Graph } from './graph.js';
import { HOME } from './view.js';

/** Frames and screens narrower than this, in pixels, start near the own node: the whole space would be too small to read. */
export const NARROW = 600;
const NEAR_SCALE = 0.95;

export interface ChartState {
  mount: (canvas: HTMLCanvasElement) => (() => void) | undefined;
  chart: Chart | undefined;
  zoom: number;
  /** Whether the nodes have places, cannot be drawn here, or are not there yet. */
  status: 'placing' | 'ready' | 'failed';
}

interface ChartInput {
  graph: Graph | undefined;
  shown: Shown | undefined;
  /** The place of the selected node, or -1. */
  selected: number;
  /** Whose surroundings are shown, by id; one's own where nobody is named. */
  around: string | undefined;
}

function chartOn(
  canvas: HTMLCanvasElement,
  hooks: ConstructorParameters<typeof Chart>[1],
): Chart | undefined {
  try {
    return new Chart(canvas, hooks);
  } catch (error) {
    console.error('The constellation cannot be drawn.', error);
    return undefined;
  }
}

/** Where on a canvas its controls stand. */
function coveredOf(canvas: HTMLCanvasElement): Box[] {
  const { left, top } = canvas.getBoundingClientRect();
  return [...(canvas.closest('.con__c')?.querySelectorAll('[data-covers]') ?? [])].map((control) => {
    const box = control.getBoundingClientRect();
    return { left: box.left - left, right: box.right - left, top: box.top - top, bottom: box.bottom - top };
  });
}

/** Keeps a chart on a canvas in step with what is to be seen. @returns what mounts it, and how it stands */
export function useChart({ graph, shown, selected, around }: ChartInput): ChartState {
  const [chart, setChart] = useState<Chart>();
  const [zoom, setZoom] = useState(HOME.zoom);
  const [status, setStatus] = useState<ChartState['status']>('placing');
  const atOnce = useReducedMotion();
  const approached = useRef<string | undefined | null>(null);

  const mount = useCallback((canvas: HTMLCanvasElement) => {
    const made = chartOn(canvas, {
      onView: (view) => setZoom(view.zoom),
      onReady: () => setStatus('ready'),
      onFail: () => setStatus('failed'),
      you: CONSTELLATION_TEXTS.canvas.you,
    });
    if (!made) {
      setStatus('failed');
      return undefined;
    }
    const fit = () => {
      const { clientWidth: width, clientHeight: height } = canvas;
      if (width > 0 && height > 0)
        made.resize({ width, height }, window.devicePixelRatio || 1, coveredOf(canvas));
    };
    const observer = new ResizeObserver(fit);
    observer.observe(canvas);
    fit();
    const forgetTheme = useTheme.subscribe(() => made.restyle());
    setChart(made);
    return () => {
      observer.disconnect();
      forgetTheme();
      made.stop();
      setChart(undefined);
      setStatus('placing');
    };
  }, []);

  useEffect(() => {
    if (graph) chart?.show(graph, atOnce);
  }, [chart, graph, atOnce]);
  useEffect(() => {
    if (shown) chart?.filter(shown);
  }, [chart, shown]);
  useEffect(() => chart?.select(selected), [chart, selected]);
  useEffect(() => {
    if (status !== 'ready' || !chart || !graph || approached.current === around) return;
    const isFirst = approached.current === null;
    approached.current = around;
    // Who has looked about already while nodes were placed is left there.
    if (isFirst && chart.hasLooked) return;
    const { clientWidth } = chart.canvas;
    const isNarrow = clientWidth > 0 && clientWidth < NARROW;
    const nearest = selected >= 0 ? selected : graph.own;
    const middle = around === undefined ? nearest : (graph.placeOf.get(around) ?? -1);
    if (isNarrow) chart.centre(middle, (NEAR_SCALE * CONSTELLATION_VIEW.width) / clientWidth);
    else if (around !== undefined) chart.centre(middle);
    else if (!isFirst) chart.look(HOME);
  }, [status, chart, graph, around, selected]);

  return { mount, chart, zoom, status };
}
