import { may, type ServerView, type TimeOutView } from '@oniverse/contracts';
import { useToday } from '../../../ui/now.js';
import { Button } from '../../../ui/button.js';
import { formatDate } from '../../../ui/dates.js';
import { CHANNEL_LIMIT_TEXTS } from './channel-limits.texts.js';
import { useIsJoining, useJoin } from './dimensions.queries.js';
import { DIMENSIONS_TEXTS } from './dimensions.texts.js';
import { standingOf } from './server-facts.js';
import { formatTimeOutEnd, TIME_OUT_TEXTS } from './time-outs.texts.js';

const { server: TEXTS } = DIMENSIONS_TEXTS;

function TimeOutBar({ until, reason }: TimeOutView) {
  // The day says how the end is written.
  useToday();
  return (
    <output className="join">
      <p className="small muted grow">
        {TIME_OUT_TEXTS.notice(formatTimeOutEnd(until))}{' '}
        <span className="join__reason">
          {TIME_OUT_TEXTS.noticeReason} <bdi>{reason}</bdi>
        </span>
      </p>
    </output>
  );
}

/** Replaces the composer for readers who may not write. */
export function JoinBar({ server, isLocked }: { server: ServerView; isLocked: boolean }) {
  const { mutate: join } = useJoin();
  const isJoining = useIsJoining(server.id);
  if (server.archivedAt !== null) {
    return (
      <output className="join">
        <p className="small muted grow">{TEXTS.archived(formatDate(new Date(server.archivedAt)))}</p>
      </output>
    );
  }
  if (server.membership !== null && server.timeOut) return <TimeOutBar {...server.timeOut} />;
  const standing = standingOf(server);
  const isKeptOut = isLocked && may(standing, 'writeMessages');
  if (isKeptOut || !may(standing, 'joinServer')) {
    return (
      <div className="join">
        <p className="small muted grow">{isKeptOut ? CHANNEL_LIMIT_TEXTS.locked : TEXTS.banned}</p>
      </div>
    );
  }
  return (
    <div className="join">
      <p className="small muted grow">{TEXTS.mustJoin}</p>
      <Button look="primary" disabled={isJoining} onClick={() => join(server.id)}>
        {isJoining ? TEXTS.joining : TEXTS.join}
      </Button>
    </div>
  );
}
