import { plural } from '../../../ui/plural.js';

export const COMPLETION_TEXTS = {
  list: {
    emoji: (typed: string) => `Emoji matching :${typed}`,
    member: (typed: string) => `Members matching @${typed}`,
    group: (typed: string) => `Members and groups matching @${typed}`,
    tag: (typed: string) => `Tags matching #${typed}`,
    command: (typed: string) => `Commands matching /${typed}`,
  },
  groupMembers: (count: number) => plural(count, 'member'),
  group: (mention: string, count: number) => `${mention}, a group of ${plural(count, 'member')}`,
  key: 'tab',
} as const;
