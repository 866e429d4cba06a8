import { radioAt, type RadioPosition, type RadioTrackView, type RadioView } from '@oniverse/contracts';
import { useEffect, useState } from 'react';
import { radioNow } from './radio-clock.js';

/** Seconds are shown, so that half of one is late enough. */
const TICK_MS = 500;

/** Returns where a radio is, as time goes by. Computes nothing on a hidden page. */
export function useRadioPosition(radio: RadioView): RadioPosition<RadioTrackView> | undefined {
  const [position, setPosition] = useState(() => radioAt(radio, radioNow()));
  const [shown, setShown] = useState(radio);
  if (shown !== radio) {
    setShown(radio);
    setPosition(radioAt(radio, radioNow()));
  }
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') setPosition(radioAt(radio, radioNow()));
    }, TICK_MS);
    return () => clearInterval(timer);
  }, [radio]);
  return position;
}
