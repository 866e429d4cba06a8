import type { CurrentUser } from '@oniverse/contracts';
import { type MouseEvent } from 'react';
import { Markdown } from '../../markdown/markdown.js';
import { EmptyState } from '../../ui/empty-state.js';
import { ProfileTags } from './profile-tags.js';
import { PROFILE_TEXTS } from './profile.texts.js';

/** A hash sign. */
const HASH = [
  { x: 62, y: 18, r: 2.4 },
  { x: 50, y: 92, r: 2 },
  { x: 108, y: 18, r: 2 },
  { x: 96, y: 92, r: 2.8 },
  { x: 38, y: 40, r: 2 },
  { x: 122, y: 40, r: 2.4 },
  { x: 34, y: 70, r: 2.6 },
  { x: 118, y: 70, r: 2 },
] as const;
const HASH_LINES = [
  [0, 1],
  [2, 3],
  [4, 5],
  [6, 7],
] as const;

/** What does something of its own when it is clicked. */
const OF_ITS_OWN = 'a, button, input, summary, [role="region"]';

/** Whether a click means the page as a whole: not a link on it, and not the end of marking some words. */
function meansThePage({ target }: MouseEvent): boolean {
  if (target instanceof Element && target.closest(OF_ITS_OWN)) return false;
  return (window.getSelection()?.toString() ?? '') === '';
}

interface ProfileBodyProps {
  user: CurrentUser;
  onEdit: () => void;
}

/** One's own page as others see it. A click anywhere on it begins writing; the keyboard has EDIT_PROFILE for that. */
export function ProfileBody({ user, onEdit }: ProfileBodyProps) {
  const { profileMarkdown, id } = user;
  const isEmpty = profileMarkdown.trim() === '';
  return (
    // The same is done by a button of its own, which the keyboard reaches.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div
      className="prof__body prof__body--own"
      onClick={(event) => {
        if (meansThePage(event)) onEdit();
      }}
    >
      {isEmpty ? (
        <EmptyState {...PROFILE_TEXTS.empty} stars={HASH} edges={HASH_LINES} />
      ) : (
        <Markdown className="prof__md" text={profileMarkdown} authorId={id} />
      )}
      <ProfileTags markdown={profileMarkdown} />
    </div>
  );
}
