import {
  type FirstMessagesFrom,
  FORMER_USERNAMES,
  memberPath,
  type ProfileTextName,
} from '@oniverse/contracts';
import { plural } from '../../../ui/plural.js';

export const SETTINGS_TEXTS = {
  title: 'Oni Settings',
  tabs: {
    profile: 'Profile',
    appearance: 'Appearance',
    security: 'Security',
    notifications: 'Notifications',
    hidden: 'Hidden',
    privacy: 'Privacy',
  },
  denied: 'You need to be logged in to access settings.',
  loading: 'Loading settings',
} as const;

export const PROFILE_TAB_TEXTS = {
  you: 'Who you are',
  oniId: 'Oni ID',
  oniIdHint: (username: string) =>
    `Your page is at ${memberPath(username)}. If you change your Oni ID, this one leads to you for ${FORMER_USERNAMES.days} days, and nobody else can take it.`,
  accessKey: 'Access key',
  accessKeyHint:
    'This Oni ID is reserved. If you reserved it, enter the access key you chose on the waitlist.',
  wrongAccessKey: 'The access key or your email does not match the reservation.',
  texts: {
    displayName: { label: 'Oni name', hint: 'The name others see.' },
    bio: { label: 'Bio' },
  } satisfies Record<ProfileTextName, { label: string; hint?: string }>,
  email: 'Email',
  emailNote: 'Contact support to modify',
  emailHint: 'or change it in Security',
  save: 'Save profile',
  saving: 'Saving...',
  invalid: 'Invalid Input',
  saved: { title: 'Profile Updated', description: 'Your Oni ID and Oni name have been updated.' },
  failed: 'Update Failed',
  privacy: 'Who sees you',
  public: {
    label: 'Public profile',
    hint: 'While this is off, nobody else can open your page, your posts or your album, and you do not appear in the constellation.',
    on: { title: 'Profile shown', description: 'Others can find you again.' },
    off: { title: 'Profile hidden', description: 'Only you can see your page now.' },
  },
  visitors: {
    label: 'Visible to visitors',
    hint: 'While this is on, people without an account can read your public posts and find you on tag pages. Your links stay between members.',
    on: { title: 'Visible to visitors', description: 'Your public posts are open to everyone.' },
    off: { title: 'Members only', description: 'Visitors no longer see your posts.' },
  },
  feed: {
    label: 'Feeds',
    hint: 'While this is on, anyone can follow your public posts in a feed reader, by Atom or JSON Feed.',
    on: { title: 'Feeds on', description: 'Feed readers can follow your posts.' },
    off: { title: 'Feeds off', description: 'Your posts no longer appear in feeds.' },
  },
  elsewhere: 'You elsewhere',
  links: 'Your other pages',
  linksNote: 'One address on each line, up to five. Your page shows them, marked as yours.',
  saveLinks: 'Save pages',
  linksSaved: { title: 'Pages saved', description: 'Your page shows them now.' },
} as const;

export const FORMER_USERNAMES_TEXTS = {
  title: 'Former Oni IDs',
  lead: `Your last ${FORMER_USERNAMES.most} Oni IDs still lead to you.`,
  loadingFailed: 'Your former Oni IDs could not be loaded.',
  until: (date: string) => `Kept for you until ${date}`,
  takeBack: 'Take back',
  takeBackName: (username: string) => `Take back @${username}`,
  letGo: 'Let go',
  letGoName: (username: string) => `Let go of @${username}`,
  ask: (username: string) => ({
    title: `Let go of @${username}`,
    text: 'Links to it stop working, and anyone can take it.',
    confirm: 'Let go',
  }),
  releasing: 'Letting go...',
  released: (username: string) => ({ title: 'Oni ID let go', description: `@${username} is free.` }),
  failed: 'Letting Go Failed',
} as const;

export const APPEARANCE_TEXTS = {
  site: 'Site theme',
  siteHint: 'System follows your device.',
  modes: { dark: 'Dark', light: 'Light', system: 'System' },
  profile: 'Profile theme',
  mode: 'Profile theme mode',
  modeHint: 'Only for profile themes other than the main one.',
  messages: 'Messages',
  linkPreviews: {
    label: 'Link previews',
    hint: 'While this is on, messages show the title, the description and a picture of the pages they link to.',
    on: { title: 'Link previews on', description: 'Messages show the pages they link to.' },
    off: { title: 'Link previews off', description: 'Messages show links as plain text.' },
  },
  effects: 'Effects',
  save: 'Save appearance',
  saving: 'Saving...',
  saved: { title: 'Profile Updated', description: 'Your profile theme has been updated.' },
  failed: 'Update Failed',
} as const;

export const FIRST_MESSAGES_TEXTS = {
  section: 'Direct messages',
  label: 'Who may write to you',
  choices: {
    all: {
      title: 'Everyone',
      hint: 'A member without a line or a dimension in common with you sends a request, which you accept or decline.',
    },
    related: {
      title: 'Members with a line or a dimension in common',
      hint: 'Nobody else can start a conversation with you, and nobody is told why.',
    },
    nobody: {
      title: 'Nobody',
      hint: 'You can still write to others, and the conversations that you have stay open.',
    },
  } satisfies Record<FirstMessagesFrom, { title: string; hint: string }>,
  seen: {
    label: 'Show what I have read',
    hint: 'Members who show it too see how far you have read a conversation, and you see it of them.',
    on: { title: 'Shown', description: 'You and members who show it too see what the other has read.' },
    off: {
      title: 'Not shown',
      description: 'Nobody sees what you have read, and you do not see it of others.',
    },
  },
  saved: { title: 'Saved', description: 'It applies to conversations that start from now on.' },
  failed: 'Update Failed',
} as const;

export const HIDDEN_TEXTS = {
  pictures: 'Hidden pictures',
  lead: 'Pictures you hid from your album. Only you can see them. Unhide puts a picture back, delete removes it permanently.',
  loadingPictures: 'Loading hidden pictures',
  picturesFailed: 'Your hidden pictures could not be loaded.',
  noPictures: 'Nothing hidden',
  noPicturesText: 'Pictures you hide in the album are kept here. Only you can see them.',
  count: (pictures: number) => plural(pictures, 'picture'),
  untitled: 'Untitled',
  missing: 'Image Not Found',
  more: 'More pictures',
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
  noBoards: 'Boards you hide appear here.',
  boardShown: { title: 'Board shown', description: 'The board and all its pictures are visible again.' },
  documents: (count: number | undefined, more: boolean) => counted('Documents', count, more),
  loadingDocuments: 'Loading hidden documents',
  documentsFailed: 'Your hidden documents could not be loaded.',
  noDocuments: 'Documents you hide appear here.',
  moreDocuments: 'More documents',
} as const;

/** Adds the count, once it is known. A `+` marks a list that is not fully loaded. */
function counted(name: string, count: number | undefined, more = false): string {
  return count === undefined ? name : `${name} (${count}${more ? '+' : ''})`;
}
