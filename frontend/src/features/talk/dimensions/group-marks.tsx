import './groups.css';
import { type GroupView, may, type MemberView, type ServerView } from '@oniverse/contracts';
import { Chip, Chips, ToggleChip } from '../../../ui/chip.js';
import { GroupMark } from '../../../ui/group-mark.js';
import { useGroups, useSetGroupMember } from './groups.queries.js';
import { GROUP_TEXTS as TEXTS } from './groups.texts.js';
import { standingOf } from './server-facts.js';

interface MemberGroupsProps {
  server: ServerView;
  member: MemberView;
}

interface GroupSwitchesProps {
  label: string;
  groups: readonly GroupView[];
  /** Those that are on; undefined until they are loaded. */
  chosen: readonly GroupView[] | undefined;
  isDisabled: (group: GroupView) => boolean;
  onSet: (id: string, isChosen: boolean) => void;
}

/** Groups as switches. */
export function GroupSwitches({ label, groups, chosen, isDisabled, onSet }: GroupSwitchesProps) {
  if (!chosen || groups.length === 0) return null;
  return (
    <Chips label={label}>
      {groups.map((group) => {
        const isChosen = chosen.some(({ id }) => id === group.id);
        return (
          <ToggleChip
            key={group.id}
            pressed={isChosen}
            disabled={isDisabled(group)}
            onClick={() => onSet(group.id, !isChosen)}
          >
            <GroupMark color={group.color}>{group.name}</GroupMark>
          </ToggleChip>
        );
      })}
    </Chips>
  );
}

/** All groups of the dimension, of which those of the member are on. */
function OwnGroupSwitches({ server, member: { userId, role } }: MemberGroupsProps) {
  const { data: groups = [] } = useGroups(server.id);
  const { data: own } = useGroups(server.id, { member: userId });
  const { mutate: set, isPending } = useSetGroupMember(server.id);
  const mayChangeStaff = may(standingOf(server), 'manageStaffGroups');
  return (
    <GroupSwitches
      label={TEXTS.card}
      groups={groups}
      chosen={own}
      isDisabled={({ hasStaff }) => isPending || (!mayChangeStaff && (hasStaff || role !== 'member'))}
      onSet={(id, belongs) => set({ id, userId, belongs })}
    />
  );
}

function GroupList({ server, member }: MemberGroupsProps) {
  const { data: groups = [] } = useGroups(server.id, { member: member.userId });
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
      {mayManage ? <OwnGroupSwitches {...props} /> : <GroupList {...props} />}
    </div>
  );
}
