import type { BanView } from '@oniverse/contracts';
import { useState } from 'react';
import { Avatar } from '../../../ui/avatar.js';
import { Button } from '../../../ui/button.js';
import { Dialog } from '../../../ui/dialog.js';
import { memberName } from '../../../ui/member-name.js';
import { MemberNames } from '../../../ui/member-names.js';
import { RelativeTime } from '../../../ui/relative-time.js';
import { Tabs } from '../../../ui/tabs.js';
import { showToast } from '../../../ui/toast-store.js';
import { MemberLink } from '../../people/member-card/index.js';
import { DIMENSIONS_TEXTS } from './dimensions.texts.js';
import { StaffList } from './staff-list.js';
import { useBans, useLiftBan } from './staff.queries.js';
import { TimeOutList } from './time-out-list.js';
import { TIME_OUT_TEXTS } from './time-outs.texts.js';

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

function BanList({ serverId }: { serverId: string }) {
  const bans = useBans(serverId);
  return (
    <StaffList list={bans} label={TEXTS.tab} loading={TEXTS.loading} empty={TEXTS.empty}>
      {(ban) => <Ban key={ban.userId} serverId={serverId} ban={ban} />}
    </StaffList>
  );
}

/** Lists the members who are banned from a dimension, and those who are timed out in it. */
export default function BansDialog({ serverId, onClose }: { serverId: string; onClose: () => void }) {
  const [tab, setTab] = useState<'bans' | 'timeOuts'>('bans');
  const tabs = [
    { value: 'bans', title: TEXTS.tab, text: TEXTS.text, list: <BanList serverId={serverId} /> },
    {
      value: 'timeOuts',
      title: TIME_OUT_TEXTS.list.title,
      text: TIME_OUT_TEXTS.text,
      list: <TimeOutList serverId={serverId} />,
    },
  ] as const;
  return (
    <Dialog open title={TEXTS.title} onClose={onClose}>
      <Tabs
        label={TEXTS.title}
        tabs={tabs.map(({ text, list, ...rest }) => ({
          ...rest,
          content: (
            <>
              <p className="small muted staff__lead">{text}</p>
              {list}
            </>
          ),
        }))}
        value={tab}
        onChange={setTab}
      />
    </Dialog>
  );
}
