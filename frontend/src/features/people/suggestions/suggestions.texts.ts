/** What stands before and after the tags of a reason. */
interface Reason {
  before: string;
  after: string;
}

export const SUGGESTION_TEXTS = {
  title: 'Unlit lines',
  why: 'Why these',
  reasons:
    'They show tags that you show, keep, or use where others do not see them. The more tags, the earlier; newer members come first. The list follows your tags, what you keep and your dimensions, and what you dismiss never returns.',
  kinds: {
    private: { before: 'shows', after: '. You use it too, but only where others do not see it.' },
    kept: { before: 'shows', after: ', which you keep but do not show yet.' },
    shared: { before: 'shows', after: ', like you. There is no line between you yet.' },
    dimension: { before: 'is a dimension whose members show', after: '.' },
  },
  joined: (day: string): Reason => ({ before: `joined on ${day}. You both show`, after: '.' }),
  add: (tag: string) => `Add #${tag}`,
  profile: 'Show profile',
  open: 'Open dimension',
  dismiss: (name: string) => `Do not suggest ${name} again`,
  dismissFailed: 'The suggestion could not be dismissed',
} as const;
