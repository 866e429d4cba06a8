import type { BanView } from '@oniverse/contracts';
import { useState } from 'react';
import { Button } from '../../../ui/button.js';
import { Dialog } from '../../../ui/dialog.js';
import { RelativeTime } from '../../../ui/relative-time.js';
import { Tabs } from '../../../ui/tabs.js';
import { showToast } from '../../../ui/toast-store.js';
import { DIMENSIONS_TEXTS } from './dimensions.texts.js';
import { StaffList } from './staff-list.js';
import { StaffMember } from './staff-member.js';
import { useBans, useLiftBan } from './staff.queries.js';
import { TimeOutList } from './time-out-list.js';
import { TIME_OUT_TEXTS } from './time-outs.texts.js';

const { bans: TEXTS } = DIMENSIONS_TEXTS;

function Ban({ serverId, ban }: { serverId: string; ban: BanView }) {
  const { userId, username, isBan, bannedAt } = ban;
  const { mutate: lift, isPending } = useLiftBan(serverId);
  return (
    <li className="staff__row">
      <StaffMember member={ban}>
        <span className="small faint">
          {isBan ? TEXTS.banned : TEXTS.since} <RelativeTime at={bannedAt} />
        </span>
      </StaffMember>
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
