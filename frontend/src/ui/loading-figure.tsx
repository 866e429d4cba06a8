import { CLIENT_PACE } from '@oniverse/contracts';
import { joined } from './figures/geometry.js';
import { Lines, Stars } from './marks.js';
import { useStep } from './use-step.js';

const FIGURE = joined(
  [
    { x: 14, y: 62, r: 2.2 },
    { x: 50, y: 34, r: 2.6 },
    { x: 82, y: 58, r: 2 },
    { x: 116, y: 28, r: 2.8 },
    { x: 148, y: 52, r: 2.2 },
  ],
  [
    [0, 1],
    [1, 2],
    [2, 3],
    [3, 4],
  ],
);

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
        <Lines lines={FIGURE.lines} className="c-ring" />
        <Stars stars={FIGURE.stars} />
      </svg>
      <span>
        {text}
        <LoadingDots />
      </span>
    </output>
  );
}
