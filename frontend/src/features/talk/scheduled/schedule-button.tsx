import { nextFullMoon } from '@oniverse/contracts';
import { useState } from 'react';
import { Button } from '../../../ui/button.js';
import { formatMoment } from '../../../ui/dates.js';
import { MENU_ICONS } from '../../../ui/menu-icons.js';
import { Menu, MenuItem } from '../../../ui/menu.js';
import { useNow } from '../../../ui/now.js';
import { ClockDialog, ClockMenuItems, MESSAGE_CHOICES } from '../clock/index.js';
import { SCHEDULED_TEXTS as TEXTS } from './scheduled.texts.js';

interface ScheduleButtonProps {
  className: string;
  /** Returns whether there is something to send; says why not. */
  mayChoose: () => boolean;
  /** Whether the message can be left for a full moon. */
  opensAtFullMoon: boolean;
  /** @param at in ms; undefined to leave it for a full moon */
  onChoose: (at: number | undefined) => void;
}

/** A separate component, so that only these channels compute the full moon. */
function LeaveItem({ onSelect }: { onSelect: () => void }) {
  return <MenuItem onSelect={onSelect}>{TEXTS.leave(formatMoment(nextFullMoon(useNow())))}</MenuItem>;
}

/** Asks when a message is sent. */
export function ScheduleButton({ className, mayChoose, opensAtFullMoon, onChoose }: ScheduleButtonProps) {
  const [isChoosingDate, setChoosingDate] = useState(false);
  const choose = (at: number | undefined) => {
    setChoosingDate(false);
    onChoose(at);
  };
  const chooseIfThere = (at?: number) => {
    if (mayChoose()) choose(at);
  };
  return (
    <>
      <Menu
        button={
          <Button look="quiet" className={`btn--icon ${className}`} aria-label={TEXTS.button}>
            {MENU_ICONS.clock}
          </Button>
        }
      >
        {opensAtFullMoon && <LeaveItem onSelect={() => chooseIfThere()} />}
        <ClockMenuItems
          choices={MESSAGE_CHOICES}
          onChoose={chooseIfThere}
          onChooseDate={() => setChoosingDate(mayChoose())}
        />
      </Menu>
      {isChoosingDate && (
        <ClockDialog
          purpose="message"
          texts={TEXTS.dialog}
          onChoose={choose}
          onClose={() => setChoosingDate(false)}
        />
      )}
    </>
  );
}
