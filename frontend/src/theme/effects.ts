import { create } from 'zustand';

const STORAGE_KEY = 'oni-effects';

/** `scanlines` are the lines over terminal windows. */
export const EFFECTS = ['motion', 'scanlines'] as const;
export type Effect = (typeof EFFECTS)[number];
export type Effects = Readonly<Record<Effect, boolean>>;

/** Storage lists the disabled effects, separated by spaces: `motion scanlines`. */
function storedEffects(): Effects {
  let off: string[] = [];
  try {
    off = localStorage.getItem(STORAGE_KEY)?.split(' ') ?? [];
  } catch {
    // Storage is blocked: all effects are on.
  }
  return { motion: !off.includes('motion'), scanlines: !off.includes('scanlines') };
}

/** The system preference for reduced motion wins over `motion`: see `useReducedMotion`. */
export const useEffects = create<Effects>(storedEffects);

const offOf = (effects: Effects) => EFFECTS.filter((effect) => !effects[effect]).join(' ');

function applyEffects(effects: Effects): void {
  document.documentElement.dataset['effectsOff'] = offOf(effects);
  useEffects.setState(effects);
}

const refresh = () => applyEffects(storedEffects());

export function switchEffect(effect: Effect, on: boolean): void {
  const effects = { ...useEffects.getState(), [effect]: on };
  try {
    localStorage.setItem(STORAGE_KEY, offOf(effects));
  } catch {
    // Storage is blocked: the choice lasts until the page is left.
  }
  applyEffects(effects);
}

/** Also follows other tabs. Returns a function that stops following. */
export function followEffects(): () => void {
  const handleStorage = ({ key }: StorageEvent) => {
    if (key === STORAGE_KEY || key === null) refresh();
  };
  refresh();
  window.addEventListener('storage', handleStorage);
  return () => window.removeEventListener('storage', handleStorage);
}
