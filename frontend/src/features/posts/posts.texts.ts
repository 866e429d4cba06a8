/** What post cards and the lists of posts say. */
export const POSTS_TEXTS = {
  private: 'Private',
  archived: 'Archived',
  by: (name: string) => `by ${name}`,
  readMore: 'Read More',
  showLess: 'Show Less',
  makePrivate: 'Make Private',
  makePublic: 'Make Public',
  archive: 'Archive',
  unarchive: 'Unarchive',
  withTag: (tag: string) => `Posts with #${tag}`,
  visibilityUpdated: { title: 'Visibility Updated', description: 'Post visibility has been changed.' },
  postArchived: { title: 'Post Archived', description: 'Post moved to your archive.' },
  postRestored: { title: 'Post Restored', description: 'Post moved back to your log.' },
  changeFailed: 'Update Failed',
  unreachable: 'The network did not answer. Try again in a moment.',
} as const;
