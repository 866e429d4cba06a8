import type { BanView } from '@oniverse/contracts';
import { Avatar } from '../../../ui/avatar.js';
import { Button } from '../../../ui/button.js';
import { Dialog } from '../../../ui/dialog.js';
import { memberName } from '../../../ui/member-name.js';
import { MemberNames } from '../../../ui/member-names.js';
import { RelativeTime } from '../../../ui/relative-time.js';
import { showToast } from '../../../ui/toast-store.js';
import { MemberLink } from '../../people/member-card/index.js';
import { DIMENSIONS_TEXTS } from './dimensions.texts.js';
import { StaffList } from './staff-list.js';
import { useBans, useLiftBan } from './staff.queries.js';

const { bans: TEXTS } = DIMENSIONS_TEXTS;

function Ban({ serverId, ban }: { serverId: string; ban: BanView }) {
  const { userId, username, profileImageUrl, isBan, bannedAt } = ban;
  const name = memberName(ban);
  const { mutate: lift, isPending } = useLiftBan(serverId);
  return (
    <li className="staff__row">
      <MemberLink username={username}>
        <Avatar name={name} src={profileImageUrl} size="s" />
        <span className="vh">{name}</span>
      </MemberLink>
      <p className="staff__text">
        <MemberLink username={username}>
          <MemberNames member={ban} />
        </MemberLink>
        <span className="small faint">
          {isBan ? TEXTS.banned : TEXTS.since} <RelativeTime at={bannedAt} />
        </span>
      </p>
      <Button
        small
        aria-label={TEXTS.liftOf(username)}
        pending={isPending && TEXTS.lifting}
        onClick={() => lift(userId, { onSuccess: () => showToast({ title: TEXTS.lifted(username) }) })}
      >
        {TEXTS.lift}
      </Button>
    </li>
  );
}

export function BansDialog({ serverId, onClose }: { serverId: string; onClose: () => void }) {
  const bans = useBans(serverId);
  return (
    <Dialog open title={TEXTS.title} text={TEXTS.text} onClose={onClose}>
      <StaffList list={bans} label={TEXTS.title} loading={TEXTS.loading} empty={TEXTS.empty}>
        {(ban) => <Ban key={ban.userId} serverId={serverId} ban={ban} />}
      </StaffList>
    </Dialog>
  );
}
