import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react';
import { keyOf } from '../../../ui/keys.js';
import { DRAWING } from './drawing-space.js';
import type { ConstellationRenderer } from './drawing/constellation-renderer.js';
import { DEFAULT_VIEW, type Point } from './view.js';

const { zoomStep } = DRAWING;
/** Pixels; a press that moved less is a click. */
const CLICK_SLACK = 4;
/** CSS pixels. */
const TOUCH_RADIUS = 20;
const ARROW = 40;
/** Wheel delta of one zoom step. */
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
 * @param select receives the index of the clicked node, or -1
 * @param isExpanded leaves Escape to the page, which shrinks the constellation
 */
export function useGestures(
  renderer: ConstellationRenderer | undefined,
  select: (node: number) => void,
  isExpanded: boolean,
) {
  const press = useRef<Press | undefined>(undefined);

  useEffect(() => {
    if (!renderer) return undefined;
    const element = renderer.canvas;
    // React's wheel listener is passive and could not prevent scrolling.
    const handleWheel = (event: WheelEvent) => {
      event.preventDefault();
      const steps = Math.max(-2, Math.min(2, -event.deltaY / WHEEL_NOTCH));
      renderer.camera.zoom(zoomStep ** steps, pointOn(element, event));
    };
    element.addEventListener('wheel', handleWheel, { passive: false });
    return () => element.removeEventListener('wheel', handleWheel);
  }, [renderer]);

  const startPress = (event: PointerEvent<HTMLCanvasElement>) => {
    if (event.button !== 0) return;
    const point = pointOn(event.currentTarget, event);
    event.currentTarget.setPointerCapture(event.pointerId);
    press.current ??= { pointers: new Map(), start: point, moved: false };
    press.current.pointers.set(event.pointerId, point);
  };

  const movePointer = (event: PointerEvent<HTMLCanvasElement>) => {
    const point = pointOn(event.currentTarget, event);
    const current = press.current;
    const last = current?.pointers.get(event.pointerId);
    if (!current || !last) {
      if (event.pointerType !== 'touch') {
        event.currentTarget.classList.toggle('is-over', renderer?.hoverAt(point) ?? false);
      }
      return;
    }
    const other = [...current.pointers].find(([id]) => id !== event.pointerId)?.[1];
    current.pointers.set(event.pointerId, point);
    if (other) {
      current.moved = true;
      const before = middleOf(last, other);
      const after = middleOf(point, other);
      renderer?.camera.zoom(distance(point, other) / Math.max(1, distance(last, other)), after);
      renderer?.camera.pan(after.x - before.x, after.y - before.y);
      return;
    }
    if (distance(point, current.start) >= CLICK_SLACK) current.moved = true;
    if (current.moved) renderer?.camera.pan(point.x - last.x, point.y - last.y);
  };

  const releasePointer = ({ pointerId }: PointerEvent<HTMLCanvasElement>): Press | undefined => {
    const current = press.current;
    current?.pointers.delete(pointerId);
    if (current?.pointers.size === 0) press.current = undefined;
    return current;
  };

  const endPress = (event: PointerEvent<HTMLCanvasElement>) => {
    const current = releasePointer(event);
    if (!current || current.moved || current.pointers.size > 0) return;
    const touchRadius = event.pointerType === 'touch' ? TOUCH_RADIUS : 0;
    select(renderer?.nodeAt(pointOn(event.currentTarget, event), touchRadius) ?? -1);
  };

  const handleKey = (event: KeyboardEvent<HTMLCanvasElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const key = keyOf(event);
    const arrow = ARROWS[key];
    if (arrow) renderer?.camera.pan(arrow.x, arrow.y);
    else if (key === '+' || key === '=') renderer?.camera.zoom(zoomStep);
    else if (key === '-') renderer?.camera.zoom(1 / zoomStep);
    else if (key === '0') renderer?.camera.setView(DEFAULT_VIEW);
    else if (key === 'Escape' && !isExpanded) select(-1);
    else return;
    event.preventDefault();
  };

  return {
    onPointerDown: startPress,
    onPointerMove: movePointer,
    onPointerUp: endPress,
    onPointerCancel: releasePointer,
    onPointerLeave: () => renderer?.hoverAt(undefined),
    onKeyDown: handleKey,
  };
}
