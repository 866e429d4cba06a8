import type { AttentionLevel } from '@oniverse/contracts';
import { plural } from '../../../ui/plural.js';

const LEVELS = {
  all: 'All messages',
  mentions: 'Mentions and replies',
  nothing: 'Nothing',
} as const satisfies Record<AttentionLevel, string>;

export const ATTENTION_TEXTS = {
  levels: LEVELS,
  asDimension: (dimension: string, level: AttentionLevel) =>
    `Same as ${dimension}: ${LEVELS[level].toLowerCase()}`,
  label: 'Notify me of',
  muted: 'muted',
  failed: 'This was not saved',
  markChannelRead: 'Mark as read',
  markServerRead: 'Mark all channels read',
  markFailed: 'Marking as read failed',
  jumps: {
    name: 'Jump to',
    unread: (count: number | undefined, since: string | undefined) => {
      const label = count === undefined ? 'New messages' : `${count} new`;
      return since === undefined ? label : `${label} since ${since}`;
    },
    markRead: 'Mark as read',
    mention: 'Next mention',
    mentions: (count: number, isMore: boolean) =>
      `Next mention of you, ${isMore ? 'more than ' : ''}${plural(count, 'mention')} to go`,
    failed: 'Your mentions could not be loaded',
  },
  settings: {
    title: 'Dimensions and channels',
    text: 'You are notified of mentions and replies. Change that in the menu of a dimension or channel.',
    empty: 'Exceptions appear here.',
    levelOf: (place: string) => `Notifications for ${place}`,
    followDimension: (dimension: string) => `Same as ${dimension}`,
    loading: 'Loading notification settings',
    loadFailed: 'The notification settings could not be loaded.',
  },
} as const;
