import './member-names.css';
import { namesOf } from './member-name.js';

interface MemberNamesProps {
  member: { username: string; displayName: string | null };
}

/** A member's names: the Oni name, if there is one, and the handle. Each is isolated from text of another direction. */
export function MemberNames({ member }: MemberNamesProps) {
  const [first, handle] = namesOf(member);
  return (
    <span>
      <bdi>{first}</bdi>
      {handle !== undefined && (
        <>
          {' '}
          <bdi className="names__handle">{handle}</bdi>
        </>
      )}
    </span>
  );
}
