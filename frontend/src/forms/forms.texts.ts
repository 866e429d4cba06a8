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
