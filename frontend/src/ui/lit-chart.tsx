import { useState } from 'react';
import { Planisphere } from './planisphere.js';
import { useReducedMotion } from './use-reduced-motion.js';
import { useStep } from './use-step.js';

export const LIGHTING = { stepMs: 2_000, steps: 4 } as const;

/** Animates nothing before the first step, to leave the main thread to the loading page. */
export function LitChart() {
  const still = useReducedMotion();
  const lit = useStep(LIGHTING.stepMs, LIGHTING.steps, still);
  const [hasStepped, setHasStepped] = useState(false);
  if (lit > 0 && !hasStepped) setHasStepped(true);
  return <Planisphere lit={lit} isResting={!hasStepped} />;
}
