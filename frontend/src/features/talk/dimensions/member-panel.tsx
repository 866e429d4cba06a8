import { type MemberView, PRESENCE } from '@oniverse/contracts';
import { Avatar } from '../../../ui/avatar.js';
import { Failure } from '../../../ui/failure.js';
import { memberName } from '../../../ui/member-name.js';
import { MemberNames } from '../../../ui/member-names.js';
import { Tally } from '../../../ui/plate.js';
import { SkeletonLines } from '../../../ui/skeleton.js';
import { useMemberCard } from '../../people/member-card/index.js';
import { DIMENSIONS_TEXTS } from './dimensions.texts.js';
import { useMembers } from './members.queries.js';
import { NO_PRESENCE } from './presence.reducer.js';
import { usePresence } from './presence.store.js';

const { people: TEXTS } = DIMENSIONS_TEXTS;

interface MemberRowProps {
  member: MemberView;
  me: string;
  onShow: (userId: string, username: string) => void;
}

export function MemberRow({ member, me, onShow }: MemberRowProps) {
  const { userId, username, profileImageUrl, role } = member;
  // Enter opens the dialog, which also has what staff may do.
  const { events, card } = useMemberCard(userId === me ? null : username, { opensOnEnter: false });
  return (
    <li>
      <button
        type="button"
        className="present-member"
        aria-haspopup="dialog"
        {...events}
        onClick={() => onShow(userId, username)}
      >
        <Avatar name={memberName(member)} src={profileImageUrl} size="s" />
        <span className="present-member__name">
          <MemberNames member={member} />
        </span>
        {role !== 'member' && <span className="tiny faint">{TEXTS.roles[role]}</span>}
        {userId === me && <span className="tiny warm">{TEXTS.you}</span>}
      </button>
      {card}
    </li>
  );
}

interface MemberPanelProps {
  serverId: string;
  me: string;
  onShow: (userId: string, username: string) => void;
}

/** The online members of a server. */
export function MemberPanel({ serverId, me, onShow }: MemberPanelProps) {
  const { data: members, isError, refetch } = useMembers(serverId);
  const { online } = usePresence((state) => state[serverId] ?? NO_PRESENCE);
  const shown = members
    ?.filter(({ userId }) => online.has(userId))
    .toSorted((a, b) => (a.username < b.username ? -1 : 1));
  const unnamed = shown ? online.size - shown.length : 0;
  return (
    <>
      <div className="plate__head">
        <h2 className="h4">{TEXTS.online}</h2>
        <Tally>{online.size}</Tally>
      </div>
      {!shown && !isError && <SkeletonLines text={TEXTS.loading} />}
      {!shown && isError && <Failure small text={TEXTS.failed} onRetry={() => void refetch()} />}
      {shown && (
        <ul>
          {shown.map((member) => (
            <MemberRow key={member.userId} member={member} me={me} onShow={onShow} />
          ))}
        </ul>
      )}
      {shown && online.size === 0 && <p className="small faint">{TEXTS.nobody}</p>}
      {unnamed > 0 && <p className="small faint">{TEXTS.unnamed(unnamed)}</p>}
      {(members?.length ?? 0) >= PRESENCE.members && (
        <p className="small faint">{TEXTS.newest(PRESENCE.members)}</p>
      )}
    </>
  );
}
