import { formatClock } from '../../../ui/dates.js';
import { MenuItem } from '../../../ui/menu.js';
import { useNow } from '../../../ui/now.js';
import { clockTimes } from './clock-times.js';
import { CLOCK_TEXTS as TEXTS } from './clock.texts.js';

export type ClockChoice = 'minutes' | 'hour' | 'hours' | 'evening' | 'tomorrow';

/** The times that a message or its reminder is offered. */
export const MESSAGE_CHOICES = ['minutes', 'hour', 'hours', 'tomorrow'] as const satisfies ClockChoice[];

/** Returns the offered times in words, each in ms. */
export function useClockChoices(choices: readonly ClockChoice[]): { title: string; at: number }[] {
  const times = clockTimes(useNow());
  return choices.map((choice) => {
    const title = TEXTS[choice === 'evening' && times.isEveningPast ? 'nextEvening' : choice];
    return { title: title(formatClock(times[choice])), at: times[choice] };
  });
}

interface ClockMenuItemsProps {
  choices: readonly ClockChoice[];
  /** @param at in ms */
  onChoose: (at: number) => void;
  onChooseDate: () => void;
}

/** The items of a menu that asks for a time. */
export function ClockMenuItems({ choices, onChoose, onChooseDate }: ClockMenuItemsProps) {
  const offered = useClockChoices(choices);
  return (
    <>
      {offered.map(({ title, at }) => (
        <MenuItem key={title} onSelect={() => onChoose(at)}>
          {title}
        </MenuItem>
      ))}
      <MenuItem onSelect={onChooseDate}>{TEXTS.date}</MenuItem>
    </>
  );
}
