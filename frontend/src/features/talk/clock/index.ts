export { ClockMenuItems, MESSAGE_CHOICES } from './clock-choices.js';
export { ClockDialog } from './clock-dialog.js';
export { ClockInput, useClockField } from './clock-field.js';
