import { CONSTELLATION_VIEW } from '@oniverse/contracts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTheme } from '../../theme/theme.js';
import { useReducedMotion } from '../../ui/use-reduced-motion.js';
import { CONSTELLATION_TEXTS } from './constellation.texts.js';
import { Chart } from './drawing/chart.js';
import type { Shown } from './filter.js';
import type { Graph } from './graph.js';
import { HOME } from './view.js';

/** Frames narrower than this start near the own node: the whole space would be too small to read. */
const NARROW = 600;
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

/** Keeps a chart on a canvas in step with what is to be seen. @returns what mounts it, and how it stands */
export function useChart({ graph, shown, selected }: ChartInput): ChartState {
  const [chart, setChart] = useState<Chart>();
  const [zoom, setZoom] = useState(HOME.zoom);
  const [status, setStatus] = useState<ChartState['status']>('placing');
  const atOnce = useReducedMotion();
  const approached = useRef(false);

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
      if (width > 0 && height > 0) made.resize({ width, height }, window.devicePixelRatio || 1);
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
    if (status !== 'ready' || !chart || !graph || approached.current) return;
    approached.current = true;
    const { clientWidth } = chart.canvas;
    if (clientWidth > 0 && clientWidth < NARROW) {
      chart.centre(graph.own, (NEAR_SCALE * CONSTELLATION_VIEW.width) / clientWidth);
    }
  }, [status, chart, graph]);

  return { mount, chart, zoom, status };
}
