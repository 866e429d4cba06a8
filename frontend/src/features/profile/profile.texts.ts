/** What the member's own page says. */
export const PROFILE_TEXTS = {
  title: 'Your profile',
  loading: 'Loading neural pattern',
  denied: 'You need to be logged in to access your profile.',
  online: 'ONLINE',
  offline: 'OFFLINE',
  archive: 'ARCHIVE',
  album: 'ALBUM',
  edit: 'EDIT_PROFILE',
  save: 'SAVE_PROFILE',
  saving: 'SAVING...',
  empty: {
    title: 'Click anywhere to start writing',
    text: 'Create your digital shrine with markdown',
  },
  hashtags: 'hashtags on this page',
  saved: { title: 'Profile Updated', description: 'Your neural pattern has been synchronized.' },
  saveFailed: 'Update Failed',
  notSaved: {
    title: 'Update Failed',
    description: 'The page was saved elsewhere since you began. Nothing is lost: both texts are there.',
  },
  unreachable: 'The server could not be reached. Please try again.',
} as const;

/** What the editor says. */
export const EDITOR_TEXTS = {
  window: { 'main-cyberpunk': 'NEURAL_EDITOR.exe', '90s-computer': 'Profile Editor' },
  label: 'Profile markdown',
  keys: 'Ctrl or Cmd + S saves',
  placeholder: `# Your name

## About
Who you are, and what you keep here. #hashtags connect you with others.

## Badges
- first light

## Interests
- maps drawn from memory

## Current Projects
| Project | With | State |
| --- | --- | --- |
| A clock for insomniacs | anyone | drawing |

## Status
Awake.`,
  preview: 'Preview',
  previewEmpty: 'What you write is drawn here.',
  pictures: 'Pictures can be pasted or dropped into the text.',
  snapshot: 'ARCHIVE_PROFILE',
  capsule: 'New Capsule',
  discard: 'Discard',
  discardAsk: {
    title: 'Discard what you wrote',
    text: 'What has not been saved is forgotten. The saved page stays as it is.',
    confirm: 'Discard changes',
  },
  leaveAsk: 'What you wrote is not saved yet. This browser keeps it as a draft until you come back.',
  draftOpened: 'Your unsaved draft is open.',
  draftAsk: {
    text: 'There is an unsaved draft, but the page was saved elsewhere after it was begun.',
    open: 'Open the draft',
    forget: 'Forget the draft',
  },
  overtaken: 'The page was saved elsewhere meanwhile. Saving now replaces that text with yours.',
  takeBoth: 'Put that text under mine',
} as const;

/** What stands between one's own text and the saved one where both are kept. */
export const SAVED_TEXT = '--- saved elsewhere ---';

/** What is said of pictures on their way into the text. */
export const PICTURE_TEXTS = {
  placeholder: (name: string) => `Uploading ${name}...`,
  progress: (name: string) => `Uploading ${name}`,
  cancel: (name: string) => `Cancel the upload of ${name}`,
  dismiss: (name: string) => `Dismiss what is said of ${name}`,
  waiting: 'UPLOADING...',
  failed: 'The picture could not be uploaded.',
  nameless: 'picture',
} as const;

/** What is said of the member's own picture. */
export const AVATAR_TEXTS = {
  label: 'Upload avatar',
  word: 'UPLOAD',
  pending: 'UPLOADING',
  file: 'Picture for the avatar',
  done: {
    title: 'Avatar Updated!',
    description: 'Your profile picture has been uploaded and cropped to perfect dimensions.',
  },
  failed: {
    title: 'Upload Error',
    description: 'Failed to update profile picture. Please try again.',
  },
  cropFailed: 'Failed to crop image',
  loadFailed: 'Failed to load image',
  tooManyPixels: 'The picture has more than 50 million pixels.',
} as const;

/** What the dialog says that puts a snapshot away. */
export const SNAPSHOT_TEXTS = {
  title: 'Archive this profile',
  text: 'A snapshot of the saved page and its hashtags goes to your archive.',
  unsaved: 'What is not saved yet is not part of it.',
  name: 'Title',
  discard: 'Cancel',
  confirm: 'Archive',
  pending: 'archiving...',
  done: { title: 'Profile Archived', description: 'A snapshot of your profile is in the archive.' },
  failed: 'Archive Failed',
} as const;

/** What lies on the desk of the 90s computer. */
export const DESK_TEXTS = {
  label: 'Desk',
  archive: 'Archive',
  album: 'Album',
  constellation: 'Constellation',
} as const;
