import { type CurrentUser, isBlank } from '@oniverse/contracts';
import { type MouseEvent } from 'react';
import { EmptyState } from '../../../ui/empty-state.js';
import { LinkedMarkdown } from '../member-card/index.js';
import { ProfileTags } from './profile-tags.js';
import { PROFILE_TEXTS } from './profile.texts.js';

const HASH_SIGN = [
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

const INTERACTIVE = 'a, button, input, summary, [role="group"]';

/** Ignores clicks on interactive elements and at the end of a text selection. */
function startsEditing({ target }: MouseEvent): boolean {
  if (target instanceof Element && target.closest(INTERACTIVE)) return false;
  return (window.getSelection()?.toString() ?? '') === '';
}

interface ProfileBodyProps {
  user: CurrentUser;
  onEdit: () => void;
}

export function ProfileBody({ user, onEdit }: ProfileBodyProps) {
  const { profileMarkdown, id } = user;
  const isEmpty = isBlank(profileMarkdown);
  return (
    // The keyboard uses the button EDIT_PROFILE.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div
      className="profile__body profile__body--own"
      onClick={(event) => {
        if (startsEditing(event)) onEdit();
      }}
    >
      {isEmpty ? (
        <EmptyState {...PROFILE_TEXTS.empty} stars={HASH_SIGN} edges={HASH_LINES} />
      ) : (
        <LinkedMarkdown text={profileMarkdown} authorId={id} followsHash />
      )}
      <ProfileTags markdown={profileMarkdown} />
    </div>
  );
}
