import { useEffect, useRef, useState } from 'react';
import { useReducedMotion } from '../../../ui/use-reduced-motion.js';

export const COUNTER_STEPS = 20;
const STEP_MS = 40;
const RIPPLE_MS = 2_800;
const STILL_RIPPLE_MS = 2_000;

export interface AnimatedCount {
  shown: number;
  isRippling: boolean;
}

/** Counts in twenty steps, then ripples once. With reduced motion the number jumps. */
export function useAnimatedCount(count: number): AnimatedCount {
  const reducedMotion = useReducedMotion();
  const [state, setState] = useState<AnimatedCount>({ shown: 0, isRippling: false });
  const shown = useRef(0);
  useEffect(() => {
    const from = shown.current;
    if (from === count) return undefined;
    let timer: ReturnType<typeof setTimeout>;
    const show = (value: number, isRippling: boolean) => {
      shown.current = value;
      setState({ shown: value, isRippling });
    };
    const animate = (step: number) => {
      const last = step >= COUNTER_STEPS;
      show(last ? count : Math.round(from + ((count - from) * step) / COUNTER_STEPS), last);
      if (last) timer = setTimeout(() => show(count, false), reducedMotion ? STILL_RIPPLE_MS : RIPPLE_MS);
      else timer = setTimeout(() => animate(step + 1), STEP_MS);
    };
    timer = setTimeout(() => animate(reducedMotion ? COUNTER_STEPS : 1), 0);
    return () => clearTimeout(timer);
  }, [count, reducedMotion]);
  return state;
}
