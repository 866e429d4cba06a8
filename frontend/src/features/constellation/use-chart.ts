import { CONSTELLATION_VIEW } from '@oniverse/contracts';
import { type RefObject, useEffect, useRef, useState } from 'react';
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

/** Keeps a chart on the canvas in step with what is to be seen. */
export function useChart(
  canvas: RefObject<HTMLCanvasElement | null>,
  { graph, shown, selected }: ChartInput,
): ChartState {
  const [chart, setChart] = useState<Chart>();
  const [zoom, setZoom] = useState(HOME.zoom);
  const [status, setStatus] = useState<ChartState['status']>('placing');
  const atOnce = useReducedMotion();
  const mode = useTheme((theme) => theme.mode);
  const startsNear = useRef(false);

  useEffect(() => {
    const element = canvas.current;
    if (!element) return undefined;
    const fail = () => setStatus('failed');
    const made = chartOn(element, {
      onView: (view) => setZoom(view.zoom),
      onReady: () => setStatus('ready'),
      onFail: fail,
      you: CONSTELLATION_TEXTS.canvas.you,
    });
    if (!made) {
      fail();
      return undefined;
    }
    const fit = () => {
      const { clientWidth: width, clientHeight: height } = element;
      startsNear.current = width > 0 && width < NARROW;
      if (width > 0 && height > 0) made.resize({ width, height }, window.devicePixelRatio || 1);
    };
    const observer = new ResizeObserver(fit);
    observer.observe(element);
    fit();
    setChart(made);
    return () => {
      observer.disconnect();
      made.stop();
      setChart(undefined);
      setStatus('placing');
    };
  }, [canvas]);

  useEffect(() => {
    if (graph) chart?.show(graph, atOnce);
  }, [chart, graph, atOnce]);
  useEffect(() => {
    if (shown) chart?.filter(shown);
  }, [chart, shown]);
  useEffect(() => chart?.select(selected), [chart, selected]);
  useEffect(() => chart?.restyle(), [chart, mode]);
  useEffect(() => {
    if (status !== 'ready' || !startsNear.current || !graph) return;
    startsNear.current = false;
    const { clientWidth = 0 } = canvas.current ?? {};
    if (clientWidth > 0) chart?.centre(graph.own, (NEAR_SCALE * CONSTELLATION_VIEW.width) / clientWidth);
  }, [status, chart, graph, canvas]);

  return { chart, zoom, status };
}
