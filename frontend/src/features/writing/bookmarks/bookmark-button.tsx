import './bookmark-button.css';
import type { BookmarkKind } from '@oniverse/contracts';
import { Icon } from '../../../ui/icons.js';
import { MenuItem } from '../../../ui/menu.js';
import { useBookmark } from './bookmarks.queries.js';
import { BOOKMARK_TEXTS as TEXTS } from './bookmarks.texts.js';

interface KeepButtonProps {
  kind: BookmarkKind;
  /** The id of the thing, or the name of the tag. */
  subject: string;
  /** The name of the thing, for the accessible name. */
  name: string;
  look?: 'labelled' | 'icon';
}

/** Keeps a thing or lets it go. Renders nothing for visitors. */
export function BookmarkButton({ kind, subject, name, look = 'labelled' }: KeepButtonProps) {
  const bookmark = useBookmark(kind, subject);
  if (bookmark === undefined) return null;
  const { isKept, toggle } = bookmark;
  return (
    <button
      type="button"
      className={look === 'icon' ? 'bookmark-button bookmark-button--icon' : 'bookmark-button'}
      aria-label={TEXTS.keepName(name)}
      aria-pressed={isKept}
      onClick={toggle}
    >
      <Icon name="keep" small />
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
    <MenuItem icon={<Icon name="keep" />} onSelect={toggle}>
      {isKept ? TEXTS.letGo : TEXTS.keep}
    </MenuItem>
  );
}
