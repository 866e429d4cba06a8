import type { TimedOutMember } from '@oniverse/contracts';
import { Button } from '../../../ui/button.js';
import { showToast } from '../../../ui/toast-store.js';
import { StaffList } from './staff-list.js';
import { StaffMember } from './staff-member.js';
import { useEndTimeOut, useTimeOuts } from './staff.queries.js';
import { formatTimeOutEnd, TIME_OUT_TEXTS as TEXTS } from './time-outs.texts.js';

function TimeOut({ serverId, timeOut }: { serverId: string; timeOut: TimedOutMember }) {
  const { userId, username, until, reason } = timeOut;
  const { mutate: end, isPending } = useEndTimeOut(serverId);
  return (
    <li className="staff__row">
      <StaffMember member={timeOut}>
        <span className="small faint">{TEXTS.list.until(formatTimeOutEnd(until))}</span>
        <span className="small muted" dir="auto">
          {reason}
        </span>
      </StaffMember>
      <Button
        small
        aria-label={TEXTS.endOf(username)}
        pending={isPending && TEXTS.ending}
        onClick={() => end(userId, { onSuccess: () => showToast({ title: TEXTS.ended(username) }) })}
      >
        {TEXTS.end}
      </Button>
    </li>
  );
}

/** The running time-outs of a dimension, for its staff. */
export function TimeOutList({ serverId }: { serverId: string }) {
  const timeOuts = useTimeOuts(serverId);
  const { title, loading, empty } = TEXTS.list;
  return (
    <StaffList list={timeOuts} label={title} loading={loading} empty={empty}>
      {(timeOut) => <TimeOut key={timeOut.userId} serverId={serverId} timeOut={timeOut} />}
    </StaffList>
  );
}
