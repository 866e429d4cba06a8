import { switchEffect, useEffects } from '../theme/effects.js';
import { Switch } from './switch.js';
import { UI_TEXTS } from './ui.texts.js';
import { useSystemReducesMotion } from './use-reduced-motion.js';

const TEXTS = UI_TEXTS.effects;

/** A system preference for less motion disables the motion switch. */
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
