/** Three linked stars. Not in `icons.tsx`, which every page loads. */
export const LinksIcon = () => (
  <svg className="icon icon--small" viewBox="0 0 20 20" aria-hidden="true">
    <circle className="star-filled" cx="4" cy="13" r="1.6" />
    <circle className="star-filled" cx="10" cy="5" r="1.6" />
    <circle className="star-filled" cx="16" cy="14" r="1.6" />
    <path d="M5.5 11L8.7 6.8M11.5 7.2l3.3 4.7" />
  </svg>
);

function Glyph({ path }: { path: string }) {
  return (
    <svg className="icon" viewBox="0 0 20 20" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}

/** Kept out of the first page's bundle. */
export const MENU_ICONS = {
  attach: <Glyph path="M14 7l-6 6a1.8 1.8 0 002.5 2.5l6-6a3.6 3.6 0 00-5-5L5 11a5.3 5.3 0 007.5 7.5l4-4" />,
  copy: <Glyph path="M7 7V4h9v9h-3M4 7h9v9H4z" />,
  link: <Glyph path="M8 12l4-4M9 6l2-2a3.5 3.5 0 015 5l-2 2M11 14l-2 2a3.5 3.5 0 01-5-5l2-2" />,
  clip: (
    <Glyph path="M16 9.5l-6 6a3.6 3.6 0 01-5-5l6.2-6.2a2.4 2.4 0 013.4 3.4l-6 6a1.2 1.2 0 01-1.7-1.7l5.4-5.4" />
  ),
  bell: <Glyph path="M10 3v2M5 14V9.5a5 5 0 0110 0V14M3.5 14h13M8.5 17h3" />,
  clock: <Glyph path="M10 3a7 7 0 100 14 7 7 0 000-14zM10 6v4.2l2.8 1.8" />,
  block: <Glyph path="M10 3a7 7 0 100 14 7 7 0 000-14zM5.1 5.1l9.8 9.8" />,
  group: (
    <svg className="icon" viewBox="0 0 20 20" aria-hidden="true">
      <circle cx="7" cy="8" r="3" />
      <circle cx="13" cy="8" r="3" />
      <path d="M2.5 16c1-3 8-3 9 0M13 13.6c2 0 3.9.8 4.5 2.4" />
    </svg>
  ),
  game: <Glyph path="M3.5 3.5h13v13h-13zM3.5 10h13M10 3.5v13M12 5.5h2.5M5.5 12.5h2.5v2H5.5z" />,
  keys: <Glyph path="M3 5h14v10H3zM6 8h1M10 8h1M14 8h1M7 12h6" />,
  report: <Glyph path="M5 17.5V3h10l-2.5 4L15 11H5" />,
  versions: <Glyph path="M10 6v4l3 2M3.5 10a6.5 6.5 0 106.5-6.5A6.5 6.5 0 004.7 6.2M4.5 3v3.4h3.4" />,
  question: <Glyph path="M7 7.5a3 3 0 116 0c0 2-3 2.3-3 4.5M10 15v1" />,
  pin: <Glyph path="M7 3h6M8 3v5l-3 3.5h10L12 8V3M10 11.5V17" />,
  reply: <Glyph path="M4 4v7h11M12 7.5l3.5 3.5-3.5 3.5" />,
  thread: <Glyph path="M3.5 4.5h13v9H9.5L6 16.5v-3H3.5zM6.5 8h7M6.5 10.5h4.5" />,
  radio: (
    <Glyph path="M10 8.5a1.5 1.5 0 100 3 1.5 1.5 0 000-3zM10 11.5V17M6.5 13.5a5 5 0 010-7M13.5 6.5a5 5 0 010 7M4 16a8.5 8.5 0 010-12M16 4a8.5 8.5 0 010 12" />
  ),
  react: (
    <svg className="icon" viewBox="0 0 20 20" aria-hidden="true">
      <circle cx="10" cy="10" r="7" />
      <path d="M7 12c1.5 2 4.5 2 6 0" />
      <circle className="star-filled" cx="7.6" cy="8" r="1" />
      <circle className="star-filled" cx="12.4" cy="8" r="1" />
    </svg>
  ),
  ripple: (
    <svg className="icon" viewBox="0 0 20 20" aria-hidden="true">
      <circle className="star-filled" cx="10" cy="10" r="1.6" />
      <circle cx="10" cy="10" r="4.6" />
      <circle cx="10" cy="10" r="8" opacity=".5" />
    </svg>
  ),
} as const;
