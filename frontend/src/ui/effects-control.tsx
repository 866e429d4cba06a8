import { switchEffect, useEffects } from '../theme/effects.js';
import { Switch } from './switch.js';
import { useSystemReducesMotion } from './use-reduced-motion.js';

const TEXTS = {
  motion: 'Motion',
  motionHint: 'Ripples, crossfades and whatever else moves.',
  motionOff: 'Your device asks for less motion, so nothing moves.',
  scanlines: 'Scanlines',
  scanlinesHint: 'Fine lines over terminal windows.',
} as const;

/** The switches for effects. Where the system asks for less motion, that holds and the switch says so. */
export function EffectsControl() {
  const { motion, scanlines } = useEffects();
  const systemReduces = useSystemReducesMotion();
  return (
    <>
      <Switch
        label={TEXTS.motion}
        hint={systemReduces ? TEXTS.motionOff : TEXTS.motionHint}
        checked={motion && !systemReduces}
        disabled={systemReduces}
        onChange={(on) => switchEffect('motion', on)}
      />
      <Switch
        label={TEXTS.scanlines}
        hint={TEXTS.scanlinesHint}
        checked={scanlines}
        onChange={(on) => switchEffect('scanlines', on)}
      />
    </>
  );
}
