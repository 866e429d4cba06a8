import { useSyncExternalStore } from 'react';
import { useEffects } from '../theme/effects.js';

const QUERY = '(prefers-reduced-motion: reduce)';

function subscribe(listener: () => void) {
  const list = window.matchMedia(QUERY);
  list.addEventListener('change', listener);
  return () => list.removeEventListener('change', listener);
}

export const useSystemReducesMotion = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => window.matchMedia(QUERY).matches,
    () => false,
  );

/** The system preference wins over our own switch. */
export function useReducedMotion(): boolean {
  const system = useSystemReducesMotion();
  const motion = useEffects((effects) => effects.motion);
  return system || !motion;
}
