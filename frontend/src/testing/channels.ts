import type { ChannelView } from '@oniverse/contracts';

/** The fields of a channel in which members write at any time. */
export const OPEN_CHANNEL = {
  isLocked: false,
  slowModeSeconds: null,
  slowModeUntil: null,
} as const satisfies Partial<ChannelView>;
