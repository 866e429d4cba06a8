import {
  isReminderTime,
  isSendTime,
  NOTIFICATION_MESSAGES,
  REMINDER_DAYS,
  SCHEDULED_LIMITS,
  SCHEDULED_MESSAGES,
} from '@oniverse/contracts';
import { useState } from 'react';
import { sentenceOf } from '../../../api/sentences.js';
import { serverNow } from '../../../api/server-clock.js';
import { Field } from '../../../ui/field.js';
import { CLOCK_TEXTS as TEXTS } from './clock.texts.js';
import { fieldTimeOf } from './clock-times.js';

/** What a time is for, which says how soon and how late it may be. */
const PURPOSES = {
  reminder: {
    allows: isReminderTime,
    ahead: { min: 0, max: REMINDER_DAYS * 86_400_000 },
    phrase: NOTIFICATION_MESSAGES.badReminder,
  },
  message: { allows: isSendTime, ahead: SCHEDULED_LIMITS.ahead, phrase: SCHEDULED_MESSAGES.badSendTime },
} as const;
export type ClockPurpose = keyof typeof PURPOSES;

export interface ClockField {
  value: string;
  min: string;
  max: string;
  isChanged: boolean;
  error: string | undefined;
  change: (value: string) => void;
  /** Returns the time in ms; undefined if it is not allowed, which the field says from then on. */
  read: () => number | undefined;
}

/** The state of a field for a date and a time, on the clock of the device. @param initialAt in ms */
export function useClockField(purpose: ClockPurpose, initialAt: number): ClockField {
  const [openedAt] = useState(serverNow);
  const [initial] = useState(() => fieldTimeOf(initialAt));
  const [value, setValue] = useState(initial);
  const [isTried, setTried] = useState(false);
  const { allows, ahead, phrase } = PURPOSES[purpose];
  const at = Date.parse(value);
  const isAllowed = () => allows(at, serverNow());
  return {
    value,
    min: fieldTimeOf(openedAt + ahead.min),
    max: fieldTimeOf(openedAt + ahead.max),
    isChanged: value !== initial,
    error: isTried && !isAllowed() ? sentenceOf(phrase) : undefined,
    change: setValue,
    read: () => {
      setTried(true);
      return isAllowed() ? at : undefined;
    },
  };
}

/** Asks for a date and a time. */
export function ClockInput({ field }: { field: ClockField }) {
  return (
    <Field
      label={TEXTS.at}
      type="datetime-local"
      min={field.min}
      max={field.max}
      value={field.value}
      error={field.error}
      onChange={({ target }) => field.change(target.value)}
    />
  );
}
