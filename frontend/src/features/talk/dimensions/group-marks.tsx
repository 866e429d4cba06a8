import './groups.css';
import { may, type MemberView, type ServerView } from '@oniverse/contracts';
import { Chip, Chips, ToggleChip } from '../../../ui/chip.js';
import { GroupMark } from '../../../ui/group-mark.js';
import { useGroups, useSetGroupMember } from './groups.queries.js';
import { GROUP_TEXTS as TEXTS } from './groups.texts.js';
import { standingOf } from './server-facts.js';

interface MemberGroupsProps {
  server: ServerView;
  member: MemberView;
}

/** All groups of the dimension as switches, of which those of the member are on. */
function GroupSwitches({ server, member }: MemberGroupsProps) {
  const { data: all = [] } = useGroups(server.id);
  const { data: own } = useGroups(server.id, member.userId);
  const { mutate: set, isPending } = useSetGroupMember(server.id);
  if (!own || all.length === 0) return null;
  const mayChangeStaff = may(standingOf(server), 'manageStaffGroups');
  return (
    <Chips label={TEXTS.card}>
      {all.map((group) => {
        const belongs = own.some(({ id }) => id === group.id);
        return (
          <ToggleChip
            key={group.id}
            pressed={belongs}
            disabled={isPending || (!mayChangeStaff && (group.hasStaff || member.role !== 'member'))}
            onClick={() => set({ id: group.id, userId: member.userId, belongs: !belongs })}
          >
            <GroupMark color={group.color}>{group.name}</GroupMark>
          </ToggleChip>
        );
      })}
    </Chips>
  );
}

function GroupList({ server, member }: MemberGroupsProps) {
  const { data: groups = [] } = useGroups(server.id, member.userId);
  if (groups.length === 0) return null;
  return (
    <Chips label={TEXTS.card}>
      {groups.map((group) => (
        <Chip key={group.id}>
          <GroupMark color={group.color}>{group.name}</GroupMark>
        </Chip>
      ))}
    </Chips>
  );
}

/** The groups of a member, which staff change. */
export function MemberGroups(props: MemberGroupsProps) {
  const mayManage = may(standingOf(props.server), 'manageGroups');
  return (
    <div className="server-member__groups">
      {mayManage ? <GroupSwitches {...props} /> : <GroupList {...props} />}
    </div>
  );
}
