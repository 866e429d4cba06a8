/** The icons of the first page, apart from the others to keep its scripts small. */
export const SHELL_DRAWINGS = {
  settings: (
    <>
      <circle cx="10" cy="10" r="2.6" />
      <circle cx="10" cy="10" r="6.3" />
      <path d="M10 1.5v2.2M10 16.3v2.2M1.5 10h2.2M16.3 10h2.2" />
    </>
  ),
  user: (
    <>
      <circle cx="10" cy="7" r="3.3" />
      <path d="M3.5 17c.8-3.5 3.3-5 6.5-5s5.7 1.5 6.5 5" />
    </>
  ),
  logout: <path d="M8 3H3.5v14H8M8 10h9M13.5 6.5L17 10l-3.5 3.5" />,
  star: <path className="star-filled" d="M10 1.5l1.5 7L18.5 10l-7 1.5-1.5 7-1.5-7L1.5 10l7-1.5z" />,
  menu: <path d="M3 6h14M3 10h14M3 14h14" />,
  close: <path d="M5 5l10 10M15 5L5 15" />,
  down: <path d="M5 8l5 5 5-5" />,
  dark: <path d="M16.5 12.2A7 7 0 0 1 7.8 3.5a7 7 0 1 0 8.7 8.7z" />,
  light: (
    <>
      <circle cx="10" cy="10" r="3.4" />
      <path d="M10 2v2M10 16v2M2 10h2M16 10h2M4.4 4.4l1.4 1.4M14.2 14.2l1.4 1.4M15.6 4.4l-1.4 1.4M5.8 14.2l-1.4 1.4" />
    </>
  ),
  system: (
    <>
      <circle cx="10" cy="10" r="7" />
      <path className="star-filled" d="M10 3a7 7 0 0 1 0 14z" />
    </>
  ),
  search: (
    <>
      <circle cx="9" cy="9" r="5.5" />
      <path d="M13.2 13.2L17 17" />
    </>
  ),
} as const;

/** An {@link Icon} of the navigation or the landing page. */
export function ShellIcon({ name, small = false }: { name: keyof typeof SHELL_DRAWINGS; small?: boolean }) {
  return (
    <svg className={small ? 'icon icon--small' : 'icon'} viewBox="0 0 20 20" aria-hidden="true">
      {SHELL_DRAWINGS[name]}
    </svg>
  );
}
