import { SHELL_DRAWINGS } from './shell-icon.js';

const DRAWINGS = {
  ...SHELL_DRAWINGS,
  reset: (
    <>
      <circle cx="10" cy="10" r="2" />
      <path d="M10 2v4M10 14v4M2 10h4M14 10h4" />
    </>
  ),
  right: <path d="M8 5l5 5-5 5" />,
  public: (
    <>
      <circle cx="10" cy="10" r="7" />
      <path d="M3 10h14M10 3c3 3.5 3 10.5 0 14M10 3c-3 3.5-3 10.5 0 14" />
    </>
  ),
  private: (
    <>
      <rect x="4.5" y="9" width="11" height="8" />
      <path d="M7 9V6.5a3 3 0 016 0V9" />
    </>
  ),
  expand: <path d="M3 8V3h5M12 3h5v5M17 12v5h-5M8 17H3v-5" />,
  plus: <path d="M10 4v12M4 10h12" />,
  minus: <path d="M4 10h12" />,
  upload: <path d="M10 13V3M6 7l4-4 4 4M3 13v4h14v-4" />,
  more: (
    <>
      <circle className="star-filled" cx="4.5" cy="10" r="1.3" />
      <circle className="star-filled" cx="10" cy="10" r="1.3" />
      <circle className="star-filled" cx="15.5" cy="10" r="1.3" />
    </>
  ),
  check: <path d="M4 10.5l4 4 8-9" />,
  edit: <path d="M3.5 16.5l1-4L13.5 3.5l3 3L7.5 15.5z" />,
  show: (
    <>
      <path d="M2 10c2.2-3.6 5-5 8-5s5.8 1.4 8 5c-2.2 3.6-5 5-8 5s-5.8-1.4-8-5z" />
      <circle cx="10" cy="10" r="2.2" />
    </>
  ),
  hide: <path d="M2 10c2.2-3.6 5-5 8-5s5.8 1.4 8 5c-2.2 3.6-5 5-8 5s-5.8-1.4-8-5zM4 16L16 4" />,
  delete: <path d="M4 6h12M8 6V4h4v2M5.5 6l1 11h7l1-11" />,
  archive: (
    <>
      <rect x="3" y="4" width="14" height="4" />
      <path d="M4.5 8v8.5h11V8M8 11.5h4" />
    </>
  ),
  keep: <path d="M6 3h8v13.5l-4-3-4 3z" />,
  up: <path d="M5 12l5-5 5 5" />,
  download: <path d="M10 3v10M6 9l4 4 4-4M3 13v4h14v-4" />,
  laptop: (
    <>
      <rect x="4" y="4" width="12" height="9" />
      <path d="M2 16h16" />
    </>
  ),
  phone: (
    <>
      <rect x="6" y="2.5" width="8" height="15" />
      <path d="M9 15h2" />
    </>
  ),
  passkey: (
    <>
      <circle cx="6.5" cy="13" r="3.5" />
      <path d="M9 10.5L16.5 3M13 6.5l2.5 2.5" />
    </>
  ),
  synced: <path d="M6 15.5a3.5 3.5 0 0 1-.4-7 4.6 4.6 0 0 1 8.9.7 3.2 3.2 0 0 1-.3 6.3z" />,
} as const;

export type IconName = keyof typeof DRAWINGS;

/** 20 by 20. Decorative: a control with only an icon needs its own accessible name. */
export function Icon({ name, small = false }: { name: IconName; small?: boolean }) {
  return (
    <svg className={small ? 'icon icon--small' : 'icon'} viewBox="0 0 20 20" aria-hidden="true">
      {DRAWINGS[name]}
    </svg>
  );
}
