import type { Author } from '@oniverse/contracts';
import type { ReactNode } from 'react';
import { Avatar } from '../../../ui/avatar.js';
import { memberName } from '../../../ui/member-name.js';
import { MemberNames } from '../../../ui/member-names.js';
import { MemberLink } from '../../people/member-card/index.js';

interface StaffMemberProps {
  member: Author;
  /** What staff know of the member, below the names. */
  children?: ReactNode;
}

/** The picture and the names of a member in a row of a staff list. */
export function StaffMember({ member, children }: StaffMemberProps) {
  const { username, profileImageUrl } = member;
  const name = memberName(member);
  return (
    <>
      <MemberLink username={username}>
        <Avatar name={name} src={profileImageUrl} size="s" />
        <span className="vh">{name}</span>
      </MemberLink>
      <div className="staff__text">
        <MemberLink username={username}>
          <MemberNames member={member} />
        </MemberLink>
        {children}
      </div>
    </>
  );
}
