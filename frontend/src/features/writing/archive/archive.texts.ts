import { formatDate } from '../../../ui/dates.js';
import { plural } from '../../../ui/plural.js';

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
    compare: 'Compare',
    restore: 'Restore',
    showThen: 'Show as “Then and now”',
    takeThenAway: 'End “Then and now”',
    shownPublicly: 'then and now',
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
  thenShown: {
    title: 'Then and now',
    description: 'Your public page now shows this snapshot beside the present text.',
  },
  thenTakenAway: {
    title: 'Snapshot private again',
    description: 'Your public page no longer shows it.',
  },
  archiveDeleted: {
    title: 'Archive deleted',
    description: 'Profile archive has been permanently deleted.',
  },
  updateFailed: 'Update failed',
  deleteFailed: 'Delete failed',
} as const;

export const COMPARE_TEXTS = {
  title: (title: string) => `Compare “${title}”`,
  with: 'With',
  now: 'Your page now',
  side: (title: string, at: number) => `${title}, ${formatDate(at)}`,
  region: 'Both texts',
  changes: (count: number) => (count === 0 ? 'The texts are equal.' : plural(count, 'change')),
  change: (index: number, count: number) => `Change ${index} of ${count}`,
  units: {
    lines: 'The texts differ so much that they are compared line by line.',
    texts: 'The texts differ so much that they are compared as wholes.',
  },
  previous: 'Previous change (P)',
  next: 'Next change (N)',
  restore: 'Restore this snapshot',
  close: 'Close',
} as const;

export const RESTORE_TEXTS = {
  title: (title: string) => `Restore “${title}”`,
  text: 'The text of your page is replaced by this snapshot. The snapshot stays in the archive.',
  savePresent: 'Save the present text as a snapshot first',
  snapshotTitle: (title: string) => `Before “${title}”`,
  draft: 'You have unsaved changes in the editor. They stay there as a draft.',
  confirm: 'Restore',
  pending: 'Restoring...',
} as const;
