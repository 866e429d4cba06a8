import type { MemberView, ServerView } from '@oniverse/contracts';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { serverMessageOf } from '../../api/http.js';
import { Avatar } from '../../ui/avatar.js';
import { Button, buttonClass } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { Dialog } from '../../ui/dialog.js';
import { showFailure } from './dimensions.queries.js';
import { DIMENSIONS_TEXTS } from './dimensions.texts.js';
import { useGiveRole, useHandOver, useMemberSearch, useRemoveMember } from './members.queries.js';
import { NOBODY } from './presence.reducer.js';
import { usePresence } from './presence.store.js';

const { people: TEXTS } = DIMENSIONS_TEXTS;
const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' });

/** Whether one may remove another: the owner everyone, moderators members. */
function mayRemove(server: ServerView, me: string, { userId, role }: MemberView): boolean {
  const mine = server.membership?.role;
  if (userId === me || role === 'owner') return false;
  return mine === 'owner' || (mine === 'moderator' && role === 'member');
}

function Question({
  kind,
  member,
  server,
  onDone,
  onCancel,
}: {
  kind: 'removal' | 'handing';
  member: MemberView;
  server: ServerView;
  onDone: () => void;
  onCancel: () => void;
}) {
  const removal = useRemoveMember(server.id);
  const handing = useHandOver(server.id);
  const { mutate, isPending, error } = kind === 'removal' ? removal : handing;
  const texts = TEXTS[kind];
  return (
    <ConfirmDialog
      open
      title={texts.title(member.username)}
      text={texts.text}
      confirm={texts.action}
      pending={isPending && texts.pending}
      error={error ? (serverMessageOf(error) ?? DIMENSIONS_TEXTS.unreachable) : undefined}
      onConfirm={() => mutate(member.userId, { onSuccess: onDone })}
      onCancel={onCancel}
    />
  );
}

interface MemberCardProps {
  server: ServerView;
  me: string;
  /** Whose card is open; null for none. */
  shown: { userId: string; username: string } | null;
  onClose: () => void;
}

function Actions({
  server,
  me,
  member,
  onAsk,
  onLeave,
}: {
  server: ServerView;
  me: string;
  member: MemberView;
  onAsk: (kind: 'removal' | 'handing') => void;
  /** Called as one goes to the member's page: the card is not to be there on the way back. */
  onLeave: () => void;
}) {
  const { mutate: give, isPending } = useGiveRole(server.id);
  const { userId, role } = member;
  const isOwner = server.membership?.role === 'owner' && userId !== me;
  return (
    <div className="card-who__a">
      <Link
        to="/u/$username"
        params={{ username: member.username }}
        className={buttonClass({ small: true })}
        onClick={onLeave}
      >
        {TEXTS.profile}
      </Link>
      {isOwner && role !== 'owner' && (
        <>
          <Button
            small
            pending={isPending && TEXTS.changing}
            onClick={() =>
              give(
                { userId, role: role === 'member' ? 'moderator' : 'member' },
                { onError: (error) => showFailure(TEXTS.makeModerator, error) },
              )
            }
          >
            {role === 'member' ? TEXTS.makeModerator : TEXTS.makeMember}
          </Button>
          <Button small onClick={() => onAsk('handing')}>
            {TEXTS.handOver}
          </Button>
        </>
      )}
      {mayRemove(server, me, member) && (
        <Button small look="danger" onClick={() => onAsk('removal')}>
          {TEXTS.remove}
        </Button>
      )}
    </div>
  );
}

/** A member of a server: who it is, and what one may do about it. */
export function MemberCard({ server, me, shown, onClose }: MemberCardProps) {
  const { members, isSearching } = useMemberSearch(server.id, shown?.username ?? '');
  const { online } = usePresence((state) => state[server.id] ?? NOBODY);
  const [asked, setAsked] = useState<'removal' | 'handing' | null>(null);
  const member = members?.find(({ userId }) => userId === shown?.userId);
  const close = () => {
    setAsked(null);
    onClose();
  };
  return (
    <Dialog open={shown !== null} title={member ? `@${member.username}` : TEXTS.all} onClose={close}>
      {!member && <p className="t2">{isSearching ? TEXTS.loading : TEXTS.gone}</p>}
      {member && (
        <>
          <div className="card-who">
            <Avatar name={member.username} src={member.profileImageUrl} />
            <div>
              {member.displayName !== null && <p>{member.displayName}</p>}
              <p className="small t2">
                {TEXTS.roles[member.role]} · {online.has(member.userId) ? TEXTS.isOnline : TEXTS.isOffline} ·{' '}
                {TEXTS.since(DAY.format(new Date(member.joinedAt)))}
              </p>
            </div>
          </div>
          <Actions server={server} me={me} member={member} onAsk={setAsked} onLeave={close} />
          {asked && (
            <Question
              kind={asked}
              member={member}
              server={server}
              onDone={close}
              onCancel={() => setAsked(null)}
            />
          )}
        </>
      )}
    </Dialog>
  );
}
