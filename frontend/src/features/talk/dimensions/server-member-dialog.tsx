import '../../../ui/plate.css';
import {
  hasFixedRole,
  may,
  memberPath,
  type MemberView,
  PRESENCE,
  REMOVAL_PERMISSIONS,
  type ServerView,
} from '@oniverse/contracts';
import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { failureMessageOf } from '../../../api/http.js';
import { Avatar } from '../../../ui/avatar.js';
import { Button, buttonClass } from '../../../ui/button.js';
import { ConfirmDialog } from '../../../ui/confirm-dialog.js';
import { formatDate } from '../../../ui/dates.js';
import { Dialog } from '../../../ui/dialog.js';
import { lazyPart } from '../../../ui/lazy-part.js';
import { memberName } from '../../../ui/member-name.js';
import { MemberNames } from '../../../ui/member-names.js';
import { showToast } from '../../../ui/toast-store.js';
import { ReportMenuItem } from '../../safety/reports/index.js';
import { MemberMenu } from '../../safety/safety/index.js';
import { WriteButton } from '../write/index.js';
import { DIMENSIONS_TEXTS } from './dimensions.texts.js';
import { MemberGroups } from './group-marks.js';
import { useSetRole, useTransferOwnership, useMemberSearch, useRemoveMember } from './members.queries.js';
import { NO_PRESENCE } from './presence.reducer.js';
import { usePresence } from './presence.store.js';
import { standingOf } from './server-facts.js';
import { useEndTimeOut, useTimeOuts } from './staff.queries.js';
import { formatTimeOutEnd, TIME_OUT_TEXTS } from './time-outs.texts.js';

const { people: TEXTS } = DIMENSIONS_TEXTS;

const TimeOutDialog = lazyPart(() => import('./time-out-dialog.js'));

type Confirmation = 'removal' | 'transfer' | 'timeOut';

function MemberConfirmation({
  kind,
  member,
  server,
  onDone,
  onCancel,
}: {
  kind: Exclude<Confirmation, 'timeOut'>;
  member: MemberView;
  server: ServerView;
  onDone: () => void;
  onCancel: () => void;
}) {
  const removal = useRemoveMember(server.id);
  const transfer = useTransferOwnership(server.id);
  const { mutate, isPending, error } = kind === 'removal' ? removal : transfer;
  const texts = TEXTS[kind];
  return (
    <ConfirmDialog
      open
      title={texts.title(member.username)}
      text={texts.text}
      confirm={texts.action}
      pending={isPending && texts.pending}
      error={error ? failureMessageOf(error) : undefined}
      onConfirm={() => mutate(member.userId, { onSuccess: onDone })}
      onCancel={onCancel}
    />
  );
}

interface TimeOutActionsProps {
  serverId: string;
  member: MemberView;
  onSet: () => void;
}

function TimeOutActions({ serverId, member: { userId, username }, onSet }: TimeOutActionsProps) {
  const [running] = useTimeOuts(serverId, userId).items ?? [];
  const { mutate: end, isPending } = useEndTimeOut(serverId);
  return (
    <>
      {running && (
        <p className="small muted server-member__time-out">
          {TIME_OUT_TEXTS.isRunning(formatTimeOutEnd(running.until))} <bdi>{running.reason}</bdi>
        </p>
      )}
      <Button small onClick={onSet}>
        {running ? TIME_OUT_TEXTS.change : TIME_OUT_TEXTS.set}
      </Button>
      {running && (
        <Button
          small
          pending={isPending && TIME_OUT_TEXTS.ending}
          onClick={() =>
            end(userId, { onSuccess: () => showToast({ title: TIME_OUT_TEXTS.ended(username) }) })
          }
        >
          {TIME_OUT_TEXTS.end}
        </Button>
      )}
    </>
  );
}

interface MemberCardProps {
  server: ServerView;
  me: string;
  shown: { userId: string; username: string } | null;
  onClose: () => void;
}

function MemberActions({
  server,
  me,
  member,
  onOpenConfirmation,
  onLeave,
}: {
  server: ServerView;
  me: string;
  member: MemberView;
  onOpenConfirmation: (kind: Confirmation) => void;
  /** Called when the viewer opens the member's profile, so that the card is closed on return. */
  onLeave: () => void;
}) {
  const { mutate: give, isPending } = useSetRole(server.id);
  const { userId, role } = member;
  const named = { id: userId, username: member.username };
  // Nobody changes their own role, whatever a stale list says about it.
  const standing = userId === me ? null : standingOf(server);
  const removal = REMOVAL_PERMISSIONS[role];
  return (
    <div className="server-member__actions">
      <Link to={memberPath(member.username)} className={buttonClass({ small: true })} onClick={onLeave}>
        {TEXTS.profile}
      </Link>
      <WriteButton member={{ ...member, id: userId }} onLeave={onLeave} />
      {may(standing, 'assignRoles') && !hasFixedRole(role) && (
        <Button
          small
          pending={isPending && TEXTS.changing}
          onClick={() => give({ userId, role: role === 'member' ? 'moderator' : 'member' })}
        >
          {role === 'member' ? TEXTS.makeModerator : TEXTS.makeMember}
        </Button>
      )}
      {may(standing, 'transferOwnership') && !hasFixedRole(role) && (
        <Button small onClick={() => onOpenConfirmation('transfer')}>
          {TEXTS.transferOwnership}
        </Button>
      )}
      {may(standing, 'manageTimeOuts') && role === 'member' && (
        <TimeOutActions serverId={server.id} member={member} onSet={() => onOpenConfirmation('timeOut')} />
      )}
      {removal !== null && may(standing, removal) && (
        <Button small look="danger" onClick={() => onOpenConfirmation('removal')}>
          {TEXTS.remove}
        </Button>
      )}
      {userId !== me && (
        <MemberMenu member={named} onAsk={onLeave}>
          <ReportMenuItem
            thing={{ kind: 'member', subjectId: userId, name: `@${named.username}`, member: named }}
            onAsk={onLeave}
          />
        </MemberMenu>
      )}
    </div>
  );
}

export function ServerMemberDialog({ server, me, shown, onClose }: MemberCardProps) {
  const { members, isSearching } = useMemberSearch(server.id, shown?.username ?? '');
  const { online } = usePresence((state) => state[server.id] ?? NO_PRESENCE);
  // Presence is about the newest members of a large dimension; of others, the search says it.
  const isOnline = (member: MemberView): boolean =>
    online.has(member.userId) || (server.memberCount > PRESENCE.members && member.online);
  const [confirming, setConfirming] = useState<Confirmation | null>(null);
  const member = members?.find(({ userId }) => userId === shown?.userId);
  const close = () => {
    setConfirming(null);
    onClose();
  };
  if (member && confirming === 'timeOut') {
    return (
      <Suspense fallback={null}>
        <TimeOutDialog
          serverId={server.id}
          member={member}
          onDone={close}
          onCancel={() => setConfirming(null)}
        />
      </Suspense>
    );
  }
  return (
    <Dialog
      open={shown !== null}
      title={member ? <MemberNames member={member} /> : TEXTS.all}
      onClose={close}
    >
      {!member && <p className="muted">{isSearching ? TEXTS.loading : TEXTS.gone}</p>}
      {member && (
        <>
          <div className="server-member">
            <Avatar name={memberName(member)} src={member.profileImageUrl} />
            <div>
              <p className="small muted">
                {TEXTS.roles[member.role]} · {isOnline(member) ? TEXTS.isOnline : TEXTS.isOffline} ·{' '}
                {TEXTS.since(formatDate(new Date(member.joinedAt)))}
              </p>
            </div>
          </div>
          <MemberGroups server={server} member={member} />
          <MemberActions
            server={server}
            me={me}
            member={member}
            onOpenConfirmation={setConfirming}
            onLeave={close}
          />
          {confirming && confirming !== 'timeOut' && (
            <MemberConfirmation
              kind={confirming}
              member={member}
              server={server}
              onDone={close}
              onCancel={() => setConfirming(null)}
            />
          )}
        </>
      )}
    </Dialog>
  );
}
