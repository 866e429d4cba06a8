import { useNow } from './now.js';
import { formatTimeAgo, formatTimeAgoShort } from './dates.js';
import { formatMoment } from './dates.js';

interface RelativeTimeProps {
  /** ISO 8601. */
  at: string;
  /** `4 min` instead of `4 minutes ago`. */
  short?: boolean;
}

/** Updates itself. Hovering shows the exact time. */
export function RelativeTime({ at, short = false }: RelativeTimeProps) {
  const now = useNow();
  const then = Date.parse(at);
  return (
    <time dateTime={at} title={formatMoment(then)}>
      {short ? formatTimeAgoShort(then, now) : formatTimeAgo(then, now)}
    </time>
  );
}
