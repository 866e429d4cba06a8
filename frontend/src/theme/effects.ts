import { STORAGE_KEYS } from '@oniverse/contracts';
import { create } from 'zustand';

/** What a visitor may switch off: movement, and the lines over terminal windows. */
export const EFFECTS = ['motion', 'scanlines'] as const;
export type Effect = (typeof EFFECTS)[number];
export type Effects = Readonly<Record<Effect, boolean>>;

/** Kept as the words of what is off, with spaces between: `motion scanlines`. Nothing kept means all are on. */
function stored(): Effects {
  let off: string[] = [];
  try {
    off = localStorage.getItem(STORAGE_KEYS.effects)?.split(' ') ?? [];
  } catch {
    // Storage is closed to us: everything is on.
  }
  return { motion: !off.includes('motion'), scanlines: !off.includes('scanlines') };
}

/** Which effects this browser shows. Less motion, asked for by the system, comes before this: `useReducedMotion`. */
export const useEffects = create<Effects>(stored);

const offOf = (effects: Effects) => EFFECTS.filter((effect) => !effects[effect]).join(' ');

function show(effects: Effects): void {
  document.documentElement.dataset['effectsOff'] = offOf(effects);
  useEffects.setState(effects);
}

const refresh = () => show(stored());

/** Switches an effect on or off, and keeps that in this browser. */
export function switchEffect(effect: Effect, on: boolean): void {
  const effects = { ...useEffects.getState(), [effect]: on };
  try {
    localStorage.setItem(STORAGE_KEYS.effects, offOf(effects));
  } catch {
    // Storage is closed to us: the choice holds until the page is left.
  }
  show(effects);
}

/** Shows the kept choice, and follows other tabs from now on. */
export function followEffects(): () => void {
  const hear = (event: StorageEvent) => {
    if (event.key === STORAGE_KEYS.effects || event.key === null) refresh();
  };
  refresh();
  window.addEventListener('storage', hear);
  return () => window.removeEventListener('storage', hear);
}
