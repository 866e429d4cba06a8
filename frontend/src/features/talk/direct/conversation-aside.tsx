import '../../../ui/plate.css';
import '../../../ui/action.css';
import type { ConversationView } from '@oniverse/contracts';
import { Link } from '@tanstack/react-router';
import { TagNames } from '../../../tags/tag-names.js';
import { Avatar } from '../../../ui/avatar.js';
import { Icon } from '../../../ui/icons.js';
import { MENU_ICONS } from '../../../ui/menu-icons.js';
import { memberName } from '../../../ui/member-name.js';
import { MemberNames } from '../../../ui/member-names.js';
import { Plate } from '../../../ui/plate.js';
import { Sigil } from '../../../ui/sigil.js';
import { LINK_DETAILS_TEXTS, useLinkDetails } from '../../people/link-details/index.js';
import { LinkSummary, MemberLink } from '../../people/member-card/index.js';
import { ReportMenuItem, reportThing } from '../../safety/reports/index.js';
import {
  askToBlock,
  MemberMenu,
  SAFETY_TEXTS,
  useChangeHiding,
  useHiddenMembers,
} from '../../safety/safety/index.js';
import { useMute } from './direct.queries.js';
import { DIRECT_TEXTS } from './direct.texts.js';
import { Disappearing } from './disappearing.js';

const { aside: TEXTS, you: YOU } = DIRECT_TEXTS;

type Member = ConversationView['members'][number];

const namedOf = ({ userId, username }: Member) => ({ id: userId, username });

/** The line to the other member, and what both are in. Absent until it is known, and if the member hides. */
function Between({ member }: { member: Member }) {
  const { data, isError } = useLinkDetails(member.username);
  if (!data || isError) return null;
  const { strength, tags, nextTags, dimensions } = data;
  return (
    <>
      <Plate title={LINK_DETAILS_TEXTS.title}>
        <LinkSummary card={{ strength, sharedTags: tags.map(({ name }) => name) }} />
        {strength === 0 && nextTags.length > 0 && (
          <p className="small muted">
            {LINK_DETAILS_TEXTS.oneTagAway(<bdi>{memberName(member)}</bdi>, <TagNames tags={nextTags} />)}
          </p>
        )}
      </Plate>
      {dimensions.length > 0 && (
        <Plate title={TEXTS.common}>
          <ul>
            {dimensions.map(({ id, name, isPublic }) => (
              <li key={id}>
                <Link
                  to={isPublic ? '/dimensions/public' : '/dimensions/private'}
                  search={{ server: id }}
                  className="direct__common"
                >
                  <Sigil id={id} size={40} />
                  <bdi>{name}</bdi>
                </Link>
              </li>
            ))}
          </ul>
        </Plate>
      )}
    </>
  );
}

function Members({ members }: { members: readonly Member[] }) {
  return (
    <Plate title={TEXTS.members}>
      <ul>
        <li className="direct__member warm">{YOU}</li>
        {members.map((member) => (
          <li key={member.userId} className="direct__member">
            <Avatar name={memberName(member)} src={member.profileImageUrl} size="s" />
            <span className="grow">
              <MemberLink username={member.username}>
                <MemberNames member={member} />
              </MemberLink>
            </span>
            <MemberMenu member={namedOf(member)}>
              <ReportMenuItem thing={reportOf(member)} />
            </MemberMenu>
          </li>
        ))}
      </ul>
    </Plate>
  );
}

const reportOf = (member: Member) => ({
  kind: 'member' as const,
  subjectId: member.userId,
  name: `@${member.username}`,
  member: namedOf(member),
});

function BlockAndReport({ member }: { member: Member }) {
  const named = namedOf(member);
  const isBlocked = useHiddenMembers()?.get(member.userId) === 'blocked';
  const { mutate } = useChangeHiding();
  return (
    <>
      <button
        type="button"
        className={isBlocked ? 'act' : 'act danger'}
        onClick={() =>
          isBlocked ? mutate({ member: named, hiding: 'blocked', hide: false }) : askToBlock(named)
        }
      >
        {MENU_ICONS.block}
        {isBlocked ? SAFETY_TEXTS.unblock : SAFETY_TEXTS.block}
      </button>
      <button type="button" className="act danger" onClick={() => reportThing(reportOf(member))}>
        {MENU_ICONS.report}
        {TEXTS.report}
      </button>
    </>
  );
}

function Mute({ conversation: { id, isMuted } }: { conversation: ConversationView }) {
  const { mutate, isPending } = useMute(id);
  return (
    <button
      type="button"
      className="act"
      onClick={() => {
        if (!isPending) mutate(!isMuted);
      }}
    >
      {MENU_ICONS.bell}
      {isMuted ? TEXTS.unmute : TEXTS.mute}
    </button>
  );
}

interface ConversationAsideProps {
  conversation: ConversationView;
  /** Absent while it waits for the reader, who can decline it. */
  onLeave?: () => void;
}

/** What belongs to a conversation: the line to the other member, or the members of a group. */
export function ConversationAside({ conversation, onLeave }: ConversationAsideProps) {
  const { isGroup, members, state } = conversation;
  const [other] = members;
  return (
    <div className="direct-aside">
      <div className="direct-aside__parts">
        {!isGroup && state === 'requested' && other && (
          <div className="direct-aside__who">
            <Avatar name={memberName(other)} src={other.profileImageUrl} />
            <p className="h4 names--two">
              <MemberLink username={other.username}>
                <MemberNames member={other} />
              </MemberLink>
            </p>
          </div>
        )}
        {!isGroup && other && <Between member={other} />}
        {isGroup && <Members members={members} />}
        {state === 'joined' && <Disappearing conversation={conversation} />}
      </div>
      <div className="direct-aside__actions">
        {state === 'joined' && <Mute conversation={conversation} />}
        {onLeave && (
          <button type="button" className="act" onClick={onLeave}>
            <Icon name="logout" small />
            {TEXTS.leave}
          </button>
        )}
        {!isGroup && other && <BlockAndReport member={other} />}
      </div>
    </div>
  );
}
