import './scheduled-line.css';
import { Link } from '@tanstack/react-router';
import { MENU_ICONS } from '../../../ui/menu-icons.js';
import { useScheduledIn } from './scheduled.queries.js';
import { SCHEDULED_TEXTS as TEXTS } from './scheduled.texts.js';

/** Says how many messages of the member wait for their time in a talk, and leads to them. */
export function ScheduledLine({ talkId }: { talkId: string }) {
  const scheduled = useScheduledIn(talkId);
  if (scheduled.length === 0) return null;
  const failed = scheduled.filter(({ failure }) => failure !== null).length;
  const waiting = scheduled.length - failed;
  return (
    <p className="scheduled-line small">
      <Link to="/scheduled" className="link">
        {MENU_ICONS.clock}
        {waiting > 0 && <span>{TEXTS.line(waiting)}</span>}
        {failed > 0 && <span className="danger">{TEXTS.failedLine(failed)}</span>}
      </Link>
    </p>
  );
}
