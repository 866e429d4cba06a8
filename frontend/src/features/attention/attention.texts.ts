import type { AttentionLevel } from '@oniverse/contracts';
import { plural } from '../../ui/plural.js';

const LEVELS = {
  all: 'All messages',
  mentions: 'Mentions and replies',
  nothing: 'Nothing',
} as const satisfies Record<AttentionLevel, string>;

export const ATTENTION_TEXTS = {
  levels: LEVELS,
  asDimension: (level: AttentionLevel) => `As the dimension: ${LEVELS[level].toLowerCase()}`,
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
    text: 'You hear of mentions and replies. What differs from that is listed here; the menus of a dimension and of a channel change it.',
    empty: 'Nothing differs.',
    levelOf: (place: string) => `What you hear of in ${place}`,
    followDimension: 'As the dimension',
    loading: 'Loading what you hear of',
    loadFailed: 'What you hear of could not be loaded.',
  },
} as const;
