const tagList = (tags: readonly string[]): string => {
  const names = tags.map((tag) => `#${tag}`);
  const last = names.at(-1) ?? '';
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${last}` : last;
};

export const SUGGESTION_TEXTS = {
  title: 'Unlit lines',
  why: 'Why these',
  reasons:
    'They carry tags that you carry, keep, or use where others do not see them. The more tags, the earlier; newer members come first. The list changes once a day, and what you dismiss never returns.',
  private: (tags: readonly string[]) =>
    `carries ${tagList(tags)}. You use it too, but only where others do not see it.`,
  kept: (tags: readonly string[]) => `carries ${tagList(tags)}, which you keep but do not carry yet.`,
  shared: (tags: readonly string[]) =>
    `carries ${tagList(tags)}, like you. There is no line between you yet.`,
  joined: (day: string, tags: readonly string[]) => `joined on ${day}. You both carry ${tagList(tags)}.`,
  dimension: (tags: readonly string[]) => `is a dimension whose members carry ${tagList(tags)}.`,
  add: (tag: string) => `Add #${tag}`,
  profile: 'Show profile',
  open: 'Open dimension',
  dismiss: (name: string) => `Do not suggest ${name} again`,
  dismissFailed: 'The suggestion could not be dismissed',
} as const;
