import type { MemberView, NamedMemberView } from '@oniverse/contracts';
import { Button } from '../../../ui/button.js';
import { GROUP_TEXTS as TEXTS } from './groups.texts.js';
import { MemberFinder } from './member-finder.js';
import { StaffList } from './staff-list.js';
import { StaffMember } from './staff-member.js';
import type { useStaffList } from './staff.queries.js';

interface NamedMembersProps {
  serverId: string;
  list: ReturnType<typeof useStaffList<NamedMemberView>>;
  label: string;
  empty: string;
  /** In place of the search, for those who may not change the list. */
  refusal?: string | undefined;
  /** Whether a member who is not in the list can be added. */
  isOffered: (member: MemberView) => boolean;
  onAdd: (userId: string) => void;
  onRemove: (userId: string) => void;
}

/** The members that staff added to something, with a search for more. */
export function NamedMembers(props: NamedMembersProps) {
  const { serverId, list, label, empty, refusal, isOffered, onAdd, onRemove } = props;
  const known = new Set(list.items?.map(({ userId }) => userId));
  return (
    <>
      {refusal === undefined ? (
        <MemberFinder
          serverId={serverId}
          isOffered={(member) => !known.has(member.userId) && isOffered(member)}
          onAdd={({ userId }) => onAdd(userId)}
        />
      ) : (
        <p className="small muted">{refusal}</p>
      )}
      <StaffList list={list} label={label} loading={TEXTS.loadingMembers} empty={empty}>
        {(member) => (
          <li key={member.userId} className="staff__row">
            <StaffMember member={member} />
            {refusal === undefined && (
              <Button
                small
                aria-label={TEXTS.removeOne(member.username)}
                onClick={() => onRemove(member.userId)}
              >
                {TEXTS.removeMember}
              </Button>
            )}
          </li>
        )}
      </StaffList>
    </>
  );
}
