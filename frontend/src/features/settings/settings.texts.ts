/** What the settings page says around its tabs. */
export const SETTINGS_TEXTS = {
  title: 'Oni Settings',
  tabs: { profile: 'Profile', appearance: 'Appearance', security: 'Security', hidden: 'Hidden' },
  denied: 'You need to be logged in to access settings.',
  loading: 'Loading settings',
  unreachable: 'The network did not answer. Try again in a moment.',
} as const;

export const PROFILE_TAB_TEXTS = {
  you: 'Who you are',
  oniId: 'Oni ID',
  oniIdHint: (username: string) =>
    `Your page is at /u/${username}. With another Oni ID, links to this one stop working.`,
  oniName: 'Oni name',
  oniNameHint: 'How others see you.',
  bio: 'Bio',
  email: 'Email',
  emailNote: 'Contact support to modify',
  save: 'Save profile',
  saving: 'Saving...',
  invalid: 'Invalid Input',
  saved: { title: 'Profile Updated', description: 'Your Oni ID and Oni name have been updated.' },
  failed: 'Update Failed',
  privacy: 'Who sees you',
  public: 'Public profile',
  publicHint:
    'While this is off, nobody else can open your page, your posts or your album, and you stand in no constellation.',
  nowPublic: { title: 'Profile shown', description: 'Others can find you again.' },
  nowPrivate: { title: 'Profile hidden', description: 'Only you can see your page now.' },
} as const;

export const APPEARANCE_TEXTS = {
  site: 'Site theme',
  siteHint: 'System follows your device.',
  modes: { dark: 'Dark', light: 'Light', system: 'System' },
  profile: 'Profile theme',
  mode: 'Profile theme mode',
  modeHint: 'Only for profile themes other than the main one.',
  effects: 'Effects',
  save: 'Save appearance',
  saving: 'Saving...',
  saved: { title: 'Profile Updated', description: 'Your profile theme has been updated.' },
  failed: 'Update Failed',
} as const;

export const SECURITY_TEXTS = {
  password: 'Password',
  current: 'Current password',
  new: 'New password',
  confirm: 'Confirm new password',
  newHint: 'At least 6 characters.',
  change: 'Change password',
  changing: 'Changing...',
  invalid: 'Invalid Input',
  missing: 'Please fill in all password fields.',
  mismatch: { title: 'Password Mismatch', description: 'New passwords do not match.' },
  weak: 'Weak Password',
  changed: { title: 'Password Changed', description: 'Your password has been updated successfully.' },
  changeFailed: 'Password Change Failed',
} as const;

export const SESSIONS_TEXTS = {
  title: 'Sessions',
  loading: 'Looking for your sessions',
  failed: 'Your sessions could not be listed.',
  this: 'This one',
  seen: 'Last seen',
  unknown: 'Unknown device',
  end: 'End',
  endName: (device: string) => `End the session on ${device}`,
  ending: 'Ending...',
  ended: { title: 'Session ended', description: 'That device is signed out.' },
  endFailed: 'Session not ended',
} as const;

export const DATA_TEXTS = {
  title: 'Your data',
  text: 'All that you have here, as one ZIP file: your page, posts, archives, messages and pictures.',
  prepare: 'Prepare an export',
  preparing: 'Preparing...',
  download: 'Download the export',
  once: (until: string) => `This link works once, until ${until}. Keep it to yourself.`,
  failed: 'Export Failed',
  eraseTitle: 'Erase the account',
  eraseText:
    'Everything that is yours goes, for good. What you said in dimensions stays, by “departed member”; dimensions that you own pass to others.',
  erase: 'Erase my account',
  ask: 'There is no way back. You may want to export your data first.',
  typeId: (username: string) => `Type ${username} to confirm`,
  typed: 'This is not your Oni ID.',
  password: 'Password',
  discard: 'Cancel',
  confirm: 'Erase for good',
  pending: 'Erasing...',
  erased: { title: 'Account erased', description: 'Your star has left the sky.' },
} as const;

export const HIDDEN_TEXTS = {
  photos: 'Hidden photos',
  lead: 'Photos you hid from your album. Only you can see them here. Unhide puts one back, delete removes it for good.',
  loadingPhotos: 'Loading hidden photos',
  photosFailed: 'Your hidden photos could not be loaded.',
  noPhotos: 'Nothing hidden',
  noPhotosText: 'Photos that you hide in the album are kept here, for you alone.',
  count: (photos: number) => (photos === 1 ? '1 photo' : `${photos} photos`),
  untitled: 'Untitled',
  missing: 'Image Not Found',
  more: 'More photos',
  unhide: (name: string) => `Unhide ${name}`,
  delete: (name: string) => `Delete ${name}`,
  askImage: {
    title: 'Delete hidden image',
    text: 'Are you sure you want to permanently delete this hidden image?',
    confirm: 'Delete image',
  },
  deleting: 'Deleting...',
  imageShown: { title: 'Image shown', description: 'Image is now visible in your album.' },
  imageDeleted: { title: 'Image deleted', description: 'Hidden image has been permanently deleted.' },
  updateFailed: 'Update failed',
  deleteFailed: 'Delete failed',
  boards: (count: number | undefined) => counted('Boards', count),
  loadingBoards: 'Loading hidden boards',
  boardsFailed: 'Your hidden boards could not be loaded.',
  noBoards: 'Hidden boards will be listed here.',
  boardShown: { title: 'Board shown', description: 'The board and all its images are visible again.' },
  documents: (count: number | undefined, more: boolean) => counted('Documents', count, more),
  loadingDocuments: 'Loading hidden documents',
  documentsFailed: 'Your hidden documents could not be loaded.',
  noDocuments: 'Hidden documents will be listed here.',
  moreDocuments: 'More documents',
} as const;

/** With how many there are, once that is known. */
function counted(name: string, count: number | undefined, more = false): string {
  return count === undefined ? name : `${name} (${count}${more ? '+' : ''})`;
}
