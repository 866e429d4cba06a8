import { type ChannelView, may, waitText } from '@oniverse/contracts';
import { serverNow } from '../../../api/server-clock.js';
import { useIsPast } from '../../../live/use-is-past.js';
import { useSecondsUntil } from '../../../live/use-seconds-until.js';
import { isSendPending, useLog } from '../log/index.js';
import { MESSAGE_TEXTS } from './messages.texts.js';
import type { Viewer } from './talk-context.js';

const { slowMode: TEXTS } = MESSAGE_TEXTS;

/** What slow mode says of the reader of a channel. */
export interface SlowMode {
  /** How long members wait after a message. */
  seconds: number;
  /** When the reader may write again, in ms on the clock of the server; undefined if they may now. */
  until: number | undefined;
}

/** Returns what slow mode says of the reader of a channel and its threads; undefined if it does not concern them. */
export function slowModeOf(
  { standing }: Viewer,
  channel: Pick<ChannelView, 'slowModeSeconds' | 'slowModeUntil'> | undefined,
): SlowMode | undefined {
  if (!channel || channel.slowModeSeconds === null || may(standing, 'ignoreChannelLimits')) return undefined;
  const { slowModeSeconds: seconds, slowModeUntil: until } = channel;
  return { seconds, until: until === null ? undefined : Date.parse(until) };
}

/** Returns whether slow mode keeps the field of a talk from sending, also while an earlier message has no answer yet. */
export function useIsHeld(talkId: string, slowMode: SlowMode | undefined): boolean {
  const isPast = useIsPast(slowMode?.until);
  const isPending = useLog(({ operations }) => slowMode !== undefined && isSendPending(operations, talkId));
  return isPending || (slowMode?.until !== undefined && !isPast);
}

function TimeLeft({ until }: { until: number }) {
  const left = useSecondsUntil(until, serverNow);
  return <>{TEXTS.left(left)}</>;
}

interface SlowModeLineProps extends SlowMode {
  id: string;
  isHeld: boolean;
}

/** How long the member waits before the next message. */
export function SlowModeLine({ id, seconds, until, isHeld }: SlowModeLineProps) {
  return (
    <span id={id} className="message-composer__slow tiny">
      {isHeld && until !== undefined ? <TimeLeft key={until} until={until} /> : TEXTS.on(waitText(seconds))}
    </span>
  );
}
