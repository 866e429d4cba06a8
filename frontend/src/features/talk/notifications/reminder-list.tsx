import './night-log.css';
import { NightList } from './night-list.js';
import { useRowMoves } from './row-moves.js';

/** What the member wants to be reminded of, as in the night log. */
export function ReminderList() {
  const moves = useRowMoves();
  return <NightList filter="reminders" moves={moves} />;
}
