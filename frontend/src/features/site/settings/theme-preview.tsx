import type { ProfileThemeId } from '@oniverse/contracts';

const RINGS = [26, 40, 58, 82, 112] as const;
const STRIPES = [33.5, 36.5, 39.5, 42.5] as const;

const Chart = () => (
  <>
    <rect width="300" height="180" fill="#06090c" />
    {RINGS.map((r, place) => (
      <circle
        key={r}
        cx="150"
        cy="92"
        r={r}
        fill="none"
        stroke="#6cf0cb"
        opacity={(RINGS.length - place) / 16}
      />
    ))}
    <path d="M0 92.5H124M176 92.5H300M0 118.5H124M176 118.5H300" stroke="#b0d6ce" opacity=".4" />
    <circle cx="150" cy="92" r="22" fill="#0b1014" stroke="#b0d6ce" strokeOpacity=".4" />
    <circle cx="150" cy="92" r="9" fill="none" stroke="#f2b872" strokeWidth="2.5" />
    <path d="M75 138.5h110M75 150.5h150M75 162.5h90" stroke="#aab7b4" opacity=".55" />
  </>
);

const Desktop = () => (
  <>
    <rect width="300" height="180" fill="#8288ad" />
    <rect width="300" height="12" fill="#fff" />
    <path d="M0 12.5h300" stroke="#000" />
    <g shapeRendering="crispEdges">
      <rect x="43" y="31" width="220" height="149" fill="#000" />
      <rect x="40" y="28" width="220" height="152" fill="#ddd" stroke="#000" />
      {STRIPES.map((y) => (
        <path key={y} d={`M44 ${y}h212`} stroke="#8f8f8f" />
      ))}
      <rect x="128" y="30" width="44" height="13" fill="#ddd" />
      <path d="M134 36.5h32" stroke="#000" strokeWidth="3" />
      <rect x="48" y="32" width="9" height="9" fill="#ddd" stroke="#000" />
      <path d="M40 45.5h220M40 75.5h220" stroke="#000" />
      <rect x="40.5" y="76" width="219" height="104" fill="#fff" />
      <rect x="132" y="54" width="36" height="36" fill="#000" stroke="#fff" strokeWidth="2" />
      <circle cx="150" cy="72" r="9" fill="none" stroke="#fff" strokeWidth="2" strokeDasharray="2 1" />
      <path d="M75 108.5h90" stroke="#000" strokeWidth="4" />
      <path d="M75 122.5h150M75 134.5h130M75 146.5h150" stroke="#000" />
    </g>
  </>
);

const PICTURES = { 'main-cyberpunk': Chart, '90s-computer': Desktop } as const;

/** Uses fixed colours, independent of the site's theme. */
export function ThemePreview({ theme }: { theme: ProfileThemeId }) {
  const Picture = PICTURES[theme];
  return (
    <svg viewBox="0 0 300 180" aria-hidden="true">
      <Picture />
    </svg>
  );
}
