import { atMost, field, LINE, OPTIONAL } from '../shared/field-rules.js';
import { phrases, tooLong } from '../shared/phrases.js';
import { nullable, object, text, timestamp, type TypeOf } from '../shared/schema.js';
import { momentText } from '../shared/wording.js';

export const MAINTENANCE_LIMITS = { text: { max: 160 } } as const;

export const MAINTENANCE_MESSAGES = phrases({
  readOnly: 'Oniverse is read only for maintenance. What you wrote is not stored yet.',
  readOnlyUntil: ({ until }: { until: string }) =>
    `Oniverse is read only for maintenance until ${momentText(until)} UTC. What you wrote is not stored yet.`,
  maintenanceTextTooLong: tooLong('A text'),
  maintenanceStartsEarlier: 'The start must not be over yet.',
  maintenanceStarted: 'It has started. Only its end and its text can change.',
  maintenanceEndsFirst: 'The end must be after the start, and not over yet.',
});

export const MAINTENANCE_TEXT = field(
  'What is done.',
  'A database upgrade.',
  [atMost(MAINTENANCE_LIMITS.text.max, MAINTENANCE_MESSAGES.maintenanceTextTooLong)],
  { ...OPTIONAL, ...LINE },
);

/** There is one at a time: the one that runs, or the next one. */
export const maintenanceSchema = object(
  'Maintenance',
  'A time in which the site is read only: reading, signing in and out, read marks and appeals work.',
  {
    startsAt: timestamp('When it starts, or started.'),
    endsAt: nullable(timestamp('When it ends; null if that is not known.')),
    text: nullable(text('What is done.', { example: 'A database upgrade.' })),
  },
);
export type MaintenanceView = TypeOf<typeof maintenanceSchema>;

/** Returns whether a maintenance has ended. @param now in ms */
export const isMaintenanceOver = ({ endsAt }: Pick<MaintenanceView, 'endsAt'>, now: number): boolean =>
  endsAt !== null && Date.parse(endsAt) <= now;

/** Returns whether a maintenance is going on. @param now in ms */
export const isMaintenanceRunning = ({ startsAt, endsAt }: MaintenanceView, now: number): boolean =>
  Date.parse(startsAt) <= now && !isMaintenanceOver({ endsAt }, now);
