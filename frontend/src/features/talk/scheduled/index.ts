export { ScheduleButton } from './schedule-button.js';
export { ScheduledLine } from './scheduled-line.js';
export { useSchedule } from './scheduled.queries.js';
export { SCHEDULED_TEXTS } from './scheduled.texts.js';
