import { CLIENT_PACE } from '@oniverse/contracts';
import { FIVE_STARS } from './figures/five-stars.js';
import { Lines, Stars } from './marks.js';
import { useStep } from './use-step.js';

/** Up to three dots behind a word, one more every half second. */
export function LoadingDots() {
  const dots = useStep(CLIENT_PACE.loadingDotMs, CLIENT_PACE.loadingDots + 1);
  return (
    <span aria-hidden="true" className="dots">
      {'.'.repeat(dots)}
    </span>
  );
}

/** Something is on its way: a line of five stars that is being joined, and the words for it. */
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
