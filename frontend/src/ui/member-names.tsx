import './member-names.css';

interface MemberNamesProps {
  member: { username: string; displayName: string | null };
}

/** A member's names: the Oni name, if there is one, and the handle. Each is isolated from text of another direction. */
export function MemberNames({ member: { username, displayName } }: MemberNamesProps) {
  return (
    <span>
      {displayName && (
        <>
          <bdi>{displayName}</bdi>{' '}
        </>
      )}
      <bdi className={displayName ? 'names__h' : undefined}>@{username}</bdi>
    </span>
  );
}
