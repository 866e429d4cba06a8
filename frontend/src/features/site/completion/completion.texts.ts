export const COMPLETION_TEXTS = {
  list: {
    emoji: (typed: string) => `Emoji matching :${typed}`,
    member: (typed: string) => `Members matching @${typed}`,
    tag: (typed: string) => `Tags matching #${typed}`,
  },
  key: 'tab',
} as const;
