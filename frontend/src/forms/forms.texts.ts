export const ITEM_TEXTS = {
  title: 'Title',
  markdownContent: 'Markdown',
  tags: 'Tags',
  optional: 'optional',
} as const;

export const UNSAVED_TEXTS = {
  title: 'Leave without saving',
  text: 'Your changes are not saved. If you leave now, they are lost.',
  confirm: 'Leave',
} as const;

export const KEPT_TEXTS = {
  kept: 'Your unsaved text is open.',
  leave: 'Your changes are not saved yet. This browser keeps them until you return.',
  newer: 'Saved elsewhere since you began. Choose before you save:',
  take: 'Use that version',
  keep: 'Keep mine',
} as const;
