import { CONSTELLATION_VIEW } from '@oniverse/contracts';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react';
import type { Chart } from './drawing/chart.js';
import { HOME, type Point } from './view.js';

const { zoomStep } = CONSTELLATION_VIEW;
/** A press that moved less than this many pixels is a click. */
const CLICK_SLACK = 4;
/** CSS pixels around a node that a finger may miss it by. */
const FINGER = 20;
/** Pixels that an arrow key moves the view by. */
const ARROW = 40;
/** How far a wheel turns for one step of the zoom. */
const WHEEL_NOTCH = 100;

const ARROWS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: ARROW, y: 0 },
  ArrowRight: { x: -ARROW, y: 0 },
  ArrowUp: { x: 0, y: ARROW },
  ArrowDown: { x: 0, y: -ARROW },
};

interface Press {
  pointers: Map<number, Point>;
  start: Point;
  moved: boolean;
}

const middleOf = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

function pointOn(element: Element, { clientX, clientY }: { clientX: number; clientY: number }): Point {
  const { left, top } = element.getBoundingClientRect();
  return { x: clientX - left, y: clientY - top };
}

/**
 * What pointers, wheel and keys do on the chart: drag and arrows move, wheel, pinch and signs zoom, a click selects.
 * @param select told the place of the node that was clicked, -1 for none
 */
export function useGestures(chart: Chart | undefined, select: (node: number) => void) {
  const press = useRef<Press | undefined>(undefined);

  useEffect(() => {
    if (!chart) return undefined;
    const element = chart.canvas;
    // React listens passively to the wheel, and so could not keep the page from scrolling.
    const turn = (event: WheelEvent) => {
      event.preventDefault();
      const steps = Math.max(-2, Math.min(2, -event.deltaY / WHEEL_NOTCH));
      chart.zoom(zoomStep ** steps, pointOn(element, event));
    };
    element.addEventListener('wheel', turn, { passive: false });
    return () => element.removeEventListener('wheel', turn);
  }, [chart]);

  const down = (event: PointerEvent<HTMLCanvasElement>) => {
    if (event.button !== 0) return;
    const point = pointOn(event.currentTarget, event);
    event.currentTarget.setPointerCapture(event.pointerId);
    press.current ??= { pointers: new Map(), start: point, moved: false };
    press.current.pointers.set(event.pointerId, point);
  };

  const move = (event: PointerEvent<HTMLCanvasElement>) => {
    const point = pointOn(event.currentTarget, event);
    const held = press.current;
    const last = held?.pointers.get(event.pointerId);
    if (!held || !last) {
      if (event.pointerType !== 'touch') {
        event.currentTarget.classList.toggle('is-over', chart?.hover(point) ?? false);
      }
      return;
    }
    const other = [...held.pointers].find(([id]) => id !== event.pointerId)?.[1];
    held.pointers.set(event.pointerId, point);
    if (other) {
      held.moved = true;
      const before = middleOf(last, other);
      const after = middleOf(point, other);
      chart?.zoom(distance(point, other) / Math.max(1, distance(last, other)), after);
      chart?.pan(after.x - before.x, after.y - before.y);
      return;
    }
    if (distance(point, held.start) >= CLICK_SLACK) held.moved = true;
    if (held.moved) chart?.pan(point.x - last.x, point.y - last.y);
  };

  const leave = ({ pointerId }: PointerEvent<HTMLCanvasElement>): Press | undefined => {
    const held = press.current;
    held?.pointers.delete(pointerId);
    if (held?.pointers.size === 0) press.current = undefined;
    return held;
  };

  const up = (event: PointerEvent<HTMLCanvasElement>) => {
    const held = leave(event);
    if (!held || held.moved || held.pointers.size > 0) return;
    const reach = event.pointerType === 'touch' ? FINGER : 0;
    select(chart?.nodeAt(pointOn(event.currentTarget, event), reach) ?? -1);
  };

  const key = (event: KeyboardEvent<HTMLCanvasElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const arrow = ARROWS[event.key];
    if (arrow) chart?.pan(arrow.x, arrow.y);
    else if (event.key === '+' || event.key === '=') chart?.zoom(zoomStep);
    else if (event.key === '-') chart?.zoom(1 / zoomStep);
    else if (event.key === '0') chart?.look(HOME);
    else if (event.key === 'Escape') select(-1);
    else return;
    event.preventDefault();
  };

  return {
    onPointerDown: down,
    onPointerMove: move,
    onPointerUp: up,
    onPointerCancel: leave,
    onPointerLeave: () => chart?.hover(undefined),
    onKeyDown: key,
  };
}
