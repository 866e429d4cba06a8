import './icon.css';
import type { BookmarkKind } from '@oniverse/contracts';

const DRAWINGS = {
  member: (
    <>
      <circle cx="10" cy="7" r="3.3" />
      <path d="M3.5 17c.8-3.5 3.3-5 6.5-5s5.7 1.5 6.5 5" />
    </>
  ),
  post: (
    <>
      <path d="M5 3v14M9 6h8M9 10h8M9 14h5" />
      <circle className="star-filled" cx="5" cy="6" r="1.8" />
    </>
  ),
  picture: (
    <>
      <rect x="3" y="4" width="14" height="12" />
      <path d="M3 13l4-4 4 4 2.5-2.5L17 14" />
    </>
  ),
  tag: <path d="M7.5 3l-2 14M14.5 3l-2 14M3.5 7.5h14M2.5 12.5h14" />,
  message: <path d="M3.5 4.5h13v9h-7l-4 3.5v-3.5h-2z" />,
} as const satisfies Record<BookmarkKind, unknown>;

/** A drawing of what a row is. */
export function KindIcon({ kind, small = true }: { kind: BookmarkKind; small?: boolean }) {
  return (
    <svg className={small ? 'icon icon--small' : 'icon'} viewBox="0 0 20 20" aria-hidden="true">
      {DRAWINGS[kind]}
    </svg>
  );
}
