import { CLIENT_PACE } from '@oniverse/contracts';
import { Planisphere } from './planisphere.js';
import { useReducedMotion } from './use-reduced-motion.js';
import { useStep } from './use-step.js';

/** The chart, with the next of four constellations lit every two seconds; with less motion the first stays lit. */
export function LitChart() {
  const still = useReducedMotion();
  return <Planisphere lit={useStep(CLIENT_PACE.landingStepMs, CLIENT_PACE.landingSteps, still)} />;
}
