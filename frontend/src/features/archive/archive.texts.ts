export const ARCHIVE_TEXTS = {
  title: 'Archive',
  denied: 'You need to be logged in to access your archive.',
  loading: 'Opening your archive',
  profile: 'PROFILE',
  archive: 'ARCHIVE',
  album: 'ALBUM',
  newCapsule: 'New Capsule',
  filters: 'Filter the archive',
  search: 'Search archive',
  searchPlaceholder: 'Search archived posts and memories',
  sort: 'Order',
  sorts: { newest: 'Newest', oldest: 'Oldest' },
  tag: 'Tag',
  allTags: 'All tags',
  clear: 'Clear Filters',
  archives: {
    title: 'Profile Archives',
    loading: 'Loading profile archives',
    failed: 'Your profile archives could not be loaded.',
    empty: {
      title: 'No profile archives yet',
      text: 'ARCHIVE_PROFILE in the profile editor saves a snapshot of your page here.',
    },
    noneFound: 'No profile archives match.',
    more: 'More archives',
  },
  posts: {
    title: 'Archived posts',
    loading: 'Loading archived posts',
    failed: 'Your archived posts could not be loaded.',
    none: 'Posts you archive will appear here.',
    noneFound: 'No archived posts match.',
    more: 'More posts',
  },
  card: {
    menu: (title: string) => `Menu of ${title}`,
    noCapsule: 'no capsule',
    edit: 'Edit',
    hide: 'Hide',
    delete: 'Delete',
  },
  edit: {
    title: 'Edit profile archive',
    discard: 'Discard',
    confirm: 'Save archive',
    pending: 'Saving...',
  },
  remove: {
    ask: (title: string) => ({
      title: `Delete “${title}”`,
      text: 'Are you sure you want to permanently delete this profile archive?',
      confirm: 'Delete archive',
    }),
    deleting: 'Deleting...',
  },
} as const;

export const TOASTS = {
  archiveUpdated: { title: 'Archive updated', description: 'Profile archive has been updated successfully.' },
  archiveHidden: {
    title: 'Archive hidden',
    description: 'You can find it in Settings, under Hidden, Documents.',
  },
  archiveShown: { title: 'Archive shown', description: 'It is back on your archive page.' },
  archiveDeleted: {
    title: 'Archive deleted',
    description: 'Profile archive has been permanently deleted.',
  },
  updateFailed: 'Update failed',
  deleteFailed: 'Delete failed',
} as const;
