import { CLIENT_PACE } from '@oniverse/contracts';
import { useState } from 'react';
import { Planisphere } from './planisphere.js';
import { useReducedMotion } from './use-reduced-motion.js';
import { useStep } from './use-step.js';

/**
 * The chart, with the next of four constellations lit every two seconds; with less motion the first stays lit. Nothing on
 * it moves before the first step: a page that is still coming has better things to do.
 */
export function LitChart() {
  const still = useReducedMotion();
  const lit = useStep(CLIENT_PACE.landingStepMs, CLIENT_PACE.landingSteps, still);
  const [hasStepped, setHasStepped] = useState(false);
  if (lit > 0 && !hasStepped) setHasStepped(true);
  return <Planisphere lit={lit} isResting={!hasStepped} />;
}
