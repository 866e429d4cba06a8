import type { NotificationFilter, NotificationKind } from '@oniverse/contracts';
import { useRef, useState } from 'react';
import { Menu } from '../../../ui/menu.js';
import { ClockDialog, ClockMenuItems } from '../clock/index.js';
import type { RowPlace } from './row-moves.js';
import { ROW_TEXTS as TEXTS } from './rows.texts.js';

const CHOICES = ['hour', 'evening', 'tomorrow'] as const;

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
        <ClockMenuItems choices={CHOICES} onChoose={choose} onChooseDate={() => setChoosingDate(true)} />
      </Menu>
      {isChoosingDate && (
        <ClockDialog
          purpose="reminder"
          texts={TEXTS.dialog}
          onChoose={choose}
          onClose={() => setChoosingDate(false)}
        />
      )}
    </>
  );
}

interface RowActionsProps {
  kind: NotificationKind;
  /** The filter of the list that has the row. */
  filter: NotificationFilter | undefined;
  onMove: (to: RowPlace) => void;
}

/** What the member can do with a row besides reading it. */
export function RowActions({ kind, filter, onMove }: RowActionsProps) {
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
        <button
          type="button"
          className="link tiny"
          // The log never had a message whose reminder is cancelled.
          onClick={() => onMove(kind === 'reminder' && !isDone ? 'done' : 'log')}
        >
          {isDone ? TEXTS.reopen : TEXTS.cancel}
        </button>
      )}
    </div>
  );
}
