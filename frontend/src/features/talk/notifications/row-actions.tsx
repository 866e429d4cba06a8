import type { NotificationFilter } from '@oniverse/contracts';
import { useRef, useState } from 'react';
import { formatClock } from '../../../ui/dates.js';
import { Menu, MenuItem } from '../../../ui/menu.js';
import { useNow } from '../../../ui/now.js';
import { ReminderDialog } from './reminder-dialog.js';
import { reminderTimes } from './reminder-times.js';
import type { RowPlace } from './row-moves.js';
import { ROW_TEXTS as TEXTS } from './rows.texts.js';

interface Choices {
  /** @param at in ms */
  onChoose: (at: number) => void;
  onChooseDate: () => void;
}

function ReminderChoices({ onChoose, onChooseDate }: Choices) {
  const { hour, evening, isEveningPast, tomorrow } = reminderTimes(useNow());
  const { choices } = TEXTS;
  return (
    <>
      <MenuItem onSelect={() => onChoose(hour)}>{choices.hour(formatClock(hour))}</MenuItem>
      <MenuItem onSelect={() => onChoose(evening)}>
        {(isEveningPast ? choices.nextEvening : choices.evening)(formatClock(evening))}
      </MenuItem>
      <MenuItem onSelect={() => onChoose(tomorrow)}>{choices.tomorrow(formatClock(tomorrow))}</MenuItem>
      <MenuItem onSelect={onChooseDate}>{choices.date}</MenuItem>
    </>
  );
}

function RemindMe({ onMove }: Pick<RowActionsProps, 'onMove'>) {
  const [isChoosingDate, setChoosingDate] = useState(false);
  const hasMoved = useRef(false);
  const choose = (at: number) => {
    hasMoved.current = true;
    setChoosingDate(false);
    onMove({ at: new Date(at).toISOString() });
  };
  return (
    <>
      <Menu
        button={
          <button type="button" className="link tiny">
            {TEXTS.remind}
          </button>
        }
        // The focus is on the next row then.
        onCloseAutoFocus={(event) => hasMoved.current && event.preventDefault()}
      >
        <ReminderChoices onChoose={choose} onChooseDate={() => setChoosingDate(true)} />
      </Menu>
      {isChoosingDate && <ReminderDialog onChoose={choose} onClose={() => setChoosingDate(false)} />}
    </>
  );
}

interface RowActionsProps {
  /** The filter of the list that has the row. */
  filter: NotificationFilter | undefined;
  onMove: (to: RowPlace) => void;
}

/** What the member can do with a row besides reading it. */
export function RowActions({ filter, onMove }: RowActionsProps) {
  const isDone = filter === 'done';
  return (
    <div className="night-row__actions">
      {!isDone && (
        <button type="button" className="link tiny" aria-keyshortcuts="E" onClick={() => onMove('done')}>
          {TEXTS.done}
        </button>
      )}
      {!isDone && <RemindMe onMove={onMove} />}
      {(isDone || filter === 'reminders') && (
        <button type="button" className="link tiny" onClick={() => onMove('log')}>
          {isDone ? TEXTS.reopen : TEXTS.cancel}
        </button>
      )}
    </div>
  );
}
