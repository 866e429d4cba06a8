import { FIVE_STARS } from './figures/five-stars.js';
import { Lines, Stars } from './marks.js';
import { useStep } from './use-step.js';

export const LOADING_DOTS = { stepMs: 500, count: 3 } as const;

export function LoadingDots() {
  const dots = useStep(LOADING_DOTS.stepMs, LOADING_DOTS.count + 1);
  return (
    <span aria-hidden="true" className="dots">
      {'.'.repeat(dots)}
    </span>
  );
}

export function LoadingFigure({ text }: { text: string }) {
  return (
    <output className="empty loading">
      <svg viewBox="0 0 160 96" width="160" aria-hidden="true">
        <Lines lines={FIVE_STARS.lines} className="c-ring" />
        <Stars stars={FIVE_STARS.stars} />
      </svg>
      <span>
        {text}
        <LoadingDots />
      </span>
    </output>
  );
}
