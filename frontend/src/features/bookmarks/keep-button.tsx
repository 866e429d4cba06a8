import './keep-button.css';
import type { BookmarkKind } from '@oniverse/contracts';
import { MenuItem } from '../../ui/menu.js';
import { useBookmark } from './bookmarks.queries.js';
import { BOOKMARK_TEXTS as TEXTS } from './bookmarks.texts.js';

function KeepIcon({ small = false }: { small?: boolean }) {
  return (
    <svg className={small ? 'icon icon--small' : 'icon'} viewBox="0 0 20 20" aria-hidden="true">
      <path d="M6 3h8v13.5l-4-3-4 3z" />
    </svg>
  );
}

interface KeepButtonProps {
  kind: BookmarkKind;
  /** The id of the thing, or the name of the tag. */
  subject: string;
  /** The name of the thing, for the accessible name. */
  name: string;
  look?: 'labelled' | 'icon';
}

/** Keeps a thing or lets it go. Renders nothing for visitors. */
export function KeepButton({ kind, subject, name, look = 'labelled' }: KeepButtonProps) {
  const bookmark = useBookmark(kind, subject);
  if (bookmark === undefined) return null;
  const { isKept, toggle } = bookmark;
  return (
    <button
      type="button"
      className={look === 'icon' ? 'keep keep--icon' : 'keep'}
      aria-label={TEXTS.keepName(name)}
      aria-pressed={isKept}
      onClick={toggle}
    >
      <KeepIcon small />
      {look === 'labelled' && (isKept ? TEXTS.kept : TEXTS.keep)}
    </button>
  );
}

/** An entry of a thing's menu that keeps it or lets it go. Renders nothing for visitors. */
export function KeepMenuItem({ kind, subject }: Pick<KeepButtonProps, 'kind' | 'subject'>) {
  const bookmark = useBookmark(kind, subject);
  if (bookmark === undefined) return null;
  const { isKept, toggle } = bookmark;
  return (
    <MenuItem icon={<KeepIcon />} onSelect={toggle}>
      {isKept ? TEXTS.letGo : TEXTS.keep}
    </MenuItem>
  );
}
