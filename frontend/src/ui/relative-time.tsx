import { useNow } from './now.js';
import { longAgo, shortAgo } from './time-words.js';

const EXACT = new Intl.DateTimeFormat(undefined, { dateStyle: 'long', timeStyle: 'short' });

interface RelativeTimeProps {
  /** ISO 8601. */
  at: string;
  /** `4 min` in place of `4 minutes ago`. */
  short?: boolean;
}

/** How long ago something was; the exact time under the pointer. It goes on with the clock. */
export function RelativeTime({ at, short = false }: RelativeTimeProps) {
  const now = useNow();
  const then = Date.parse(at);
  return (
    <time dateTime={at} title={EXACT.format(then)}>
      {short ? shortAgo(then, now) : longAgo(then, now)}
    </time>
  );
}
