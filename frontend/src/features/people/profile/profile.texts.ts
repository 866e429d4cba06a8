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
    description:
      'The page was saved elsewhere while you were editing. Nothing is lost: both versions are kept.',
  },
} as const;

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
  previewEmpty: 'Your text appears here as others will see it.',
  pictures: 'Paste or drop pictures into the text.',
  addPicture: 'Add picture',
  snapshot: 'ARCHIVE_PROFILE',
  capsule: 'New Capsule',
  discard: 'Discard',
  discardQuestion: {
    title: 'Discard your changes',
    text: 'Your unsaved changes will be lost. The saved page stays as it is.',
    confirm: 'Discard changes',
  },
  leaveQuestion: 'Your changes are not saved yet. This browser keeps them as a draft until you return.',
  draftOpened: 'Your unsaved draft is open.',
  draftQuestion: {
    text: 'You have an unsaved draft, but the page was saved elsewhere after you started it.',
    open: 'Open the draft',
    remove: 'Delete the draft',
  },
  outdated:
    'The page was saved elsewhere while you were editing. Saving now replaces that version with yours.',
  keepBoth: 'Add that version below mine',
} as const;

/** Separates the two texts when a member keeps both. */
export const SAVED_TEXT = '--- saved elsewhere ---';

export const PICTURE_TEXTS = {
  placeholder: (name: string) => `Uploading ${name}...`,
  progress: (name: string) => `Uploading ${name}`,
  cancel: (name: string) => `Cancel the upload of ${name}`,
  dismiss: (name: string) => `Dismiss the error for ${name}`,
  waiting: 'UPLOADING...',
  failed: 'The picture could not be uploaded. Please try again.',
  nameless: 'picture',
  file: 'Pictures for the text',
} as const;

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
  tooManyPixels: 'The picture has more than 50 million pixels. Please choose a smaller one.',
} as const;

export const SNAPSHOT_TEXTS = {
  title: 'Archive this profile',
  text: 'This adds a snapshot of the saved page and its hashtags to your archive.',
  unsaved: 'Unsaved changes are not included.',
  name: 'Title',
  discard: 'Cancel',
  confirm: 'Archive',
  pending: 'archiving...',
  done: { title: 'Profile Archived', description: 'A snapshot of your profile is in your archive.' },
  failed: 'Archive Failed',
} as const;

export const DESKTOP_TEXTS = {
  label: 'Desktop',
  archive: 'Archive',
  album: 'Album',
  constellation: 'Constellation',
} as const;
