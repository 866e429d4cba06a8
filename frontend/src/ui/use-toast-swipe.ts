import { type CSSProperties, type PointerEvent, useRef, useState } from 'react';

type Swipe = 'none' | 'move' | 'cancel' | 'end';

/** A press that moves less is a click. */
const SWIPE_START_PX = 4;
/** A swipe to the right by at least this much dismisses the toast. */
const SWIPE_END_PX = 50;

/** Returns the toast's event handlers, style and `data-swipe`. */
export function useToastSwipe(onEnd: () => void) {
  const startX = useRef<number>(undefined);
  const [swipe, setSwipe] = useState<Swipe>('none');
  const [offset, setOffset] = useState(0);
  const style: CSSProperties & { '--toast-way': string } = { '--toast-way': `${offset}px` };
  const stop = () => {
    startX.current = undefined;
    setSwipe((now) => (now === 'move' ? 'cancel' : now));
  };
  return {
    'data-swipe': swipe,
    style,
    onPointerDown: ({ button, clientX }: PointerEvent) => {
      if (button === 0) startX.current = clientX;
    },
    onPointerMove: ({ clientX, currentTarget, pointerId }: PointerEvent) => {
      if (startX.current === undefined) return;
      const next = Math.max(0, clientX - startX.current);
      if (swipe !== 'move' && next < SWIPE_START_PX) return;
      if (swipe !== 'move') currentTarget.setPointerCapture(pointerId);
      setSwipe('move');
      setOffset(next);
    },
    onPointerUp: ({ clientX }: PointerEvent) => {
      const isPastThreshold = startX.current !== undefined && clientX - startX.current >= SWIPE_END_PX;
      stop();
      if (!isPastThreshold) return;
      setSwipe('end');
      onEnd();
    },
    onPointerCancel: stop,
  };
}
