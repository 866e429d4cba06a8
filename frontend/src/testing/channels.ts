import type { ChannelView } from '@oniverse/contracts';

/** The fields of a channel without a category, in which members write at any time. */
export const OPEN_CHANNEL = {
  category: null,
  isLocked: false,
  isPrivate: false,
  hasRadio: false,
  opensAtFullMoon: false,
  messageDays: null,
  fadeMinute: null,
  formerMessageDays: null,
  formerMessageDaysUntil: null,
  slowModeSeconds: null,
  slowModeUntil: null,
} as const satisfies Partial<ChannelView>;
