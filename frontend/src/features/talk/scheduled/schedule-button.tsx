import { useState } from 'react';
import { Button } from '../../../ui/button.js';
import { MENU_ICONS } from '../../../ui/menu-icons.js';
import { Menu } from '../../../ui/menu.js';
import { ClockDialog, ClockMenuItems, MESSAGE_CHOICES } from '../clock/index.js';
import { SCHEDULED_TEXTS as TEXTS } from './scheduled.texts.js';

interface ScheduleButtonProps {
  className: string;
  /** Returns whether there is something to send; says why not. */
  mayChoose: () => boolean;
  /** @param at in ms */
  onChoose: (at: number) => void;
}

/** Asks when a message is sent. */
export function ScheduleButton({ className, mayChoose, onChoose }: ScheduleButtonProps) {
  const [isChoosingDate, setChoosingDate] = useState(false);
  const choose = (at: number) => {
    setChoosingDate(false);
    onChoose(at);
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
        <ClockMenuItems
          choices={MESSAGE_CHOICES}
          onChoose={(at) => {
            if (mayChoose()) choose(at);
          }}
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
