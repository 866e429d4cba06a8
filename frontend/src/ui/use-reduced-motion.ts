import { useSyncExternalStore } from 'react';
import { useEffects } from '../theme/effects.js';

const QUERY = '(prefers-reduced-motion: reduce)';

function subscribe(listener: () => void) {
  const list = window.matchMedia(QUERY);
  list.addEventListener('change', listener);
  return () => list.removeEventListener('change', listener);
}

/** Whether the visitor's system asks for less motion. */
export const useSystemReducesMotion = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => window.matchMedia(QUERY).matches,
    () => false,
  );

/** Whether less motion is asked for: by the system, which always counts, or with our own switch. */
export function useReducedMotion(): boolean {
  const system = useSystemReducesMotion();
  const motion = useEffects((effects) => effects.motion);
  return system || !motion;
}
