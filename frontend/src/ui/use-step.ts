import { useEffect, useState } from 'react';

/** Counts 0, 1, … `steps` - 1 and starts again. Stops while `still`. */
export function useStep(everyMs: number, steps: number, still = false): number {
  const [step, setStep] = useState(0);
  useEffect(() => {
    if (still) return undefined;
    const timer = setInterval(() => setStep((now) => (now + 1) % steps), everyMs);
    return () => clearInterval(timer);
  }, [everyMs, steps, still]);
  return step;
}
