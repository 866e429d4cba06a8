import './ripples.css';
import { POSTS_TEXTS } from './posts.texts.js';

/** Radii in pixels. The rings are the same for one ripple and for many. */
const RINGS = {
  page: [16, 25, 35],
  log: [9.5, 13.5, 17.5],
} as const;
const OPACITIES = [0.75, 0.4, 0.18] as const;

/** The three rings round the dot of a post with ripples. */
export function RippleRings({ place, left }: { place: keyof typeof RINGS; left?: string }) {
  const radii = RINGS[place];
  const size = 2 * radii[2] + 2;
  return (
    <>
      <span className="vh">{POSTS_TEXTS.rings}</span>
      <svg
        className={place === 'page' ? 'ripple-rings' : 'ripple-rings ripple-rings--log'}
        style={{ left }}
        width={size}
        height={size}
        viewBox={`${-size / 2} ${-size / 2} ${size} ${size}`}
        aria-hidden="true"
      >
        {radii.map((radius, index) => (
          <circle key={radius} className="c-ring" r={radius} opacity={OPACITIES[index]} />
        ))}
      </svg>
    </>
  );
}
