import { CLIENT_PACE } from '@oniverse/contracts';
import { useEffect, useRef, useState } from 'react';
import { useReducedMotion } from '../../ui/use-reduced-motion.js';

const STEP_MS = 40;
const RIPPLE_MS = 2_800;
const STILL_RIPPLE_MS = 2_000;

/** What the counter shows just now, and whether its ripple is open. */
export interface CounterState {
  shown: number;
  rippling: boolean;
}

/** Walks from the number shown to `count` in twenty steps, then ripples once; jumps where less motion is asked for. */
export function useCounter(count: number): CounterState {
  const still = useReducedMotion();
  const [state, setState] = useState<CounterState>({ shown: 0, rippling: false });
  const shown = useRef(0);
  useEffect(() => {
    const from = shown.current;
    if (from === count) return undefined;
    let timer: ReturnType<typeof setTimeout>;
    const show = (value: number, rippling: boolean) => {
      shown.current = value;
      setState({ shown: value, rippling });
    };
    const walk = (step: number) => {
      const last = step >= CLIENT_PACE.counterSteps;
      show(last ? count : Math.round(from + ((count - from) * step) / CLIENT_PACE.counterSteps), last);
      if (last) timer = setTimeout(() => show(count, false), still ? STILL_RIPPLE_MS : RIPPLE_MS);
      else timer = setTimeout(() => walk(step + 1), STEP_MS);
    };
    timer = setTimeout(() => walk(still ? CLIENT_PACE.counterSteps : 1), 0);
    return () => clearTimeout(timer);
  }, [count, still]);
  return state;
}
