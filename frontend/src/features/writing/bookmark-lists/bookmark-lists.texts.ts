import { NEW_POSTS_COUNTED } from '@oniverse/contracts';

export const BOOKMARK_LISTS_TEXTS = {
  newPosts: (count: number) =>
    count === 1
      ? '1 new post'
      : `${count < NEW_POSTS_COUNTED ? count : `${NEW_POSTS_COUNTED - 1}+`} new posts`,
  shelf: {
    title: 'Kept',
    all: 'All kept',
    empty: 'Keep a post, a picture, a tag or a member, and find it here. Nobody else can see it.',
    loading: 'Loading what you keep',
    failed: 'What you keep could not be loaded.',
  },
  page: {
    title: 'Kept',
    text: 'Only you can see this page. Hidden items return when their owner shows them.',
    kinds: 'Kinds',
    all: 'All',
    kind: { member: 'Members', post: 'Posts', picture: 'Pictures', tag: 'Tags', message: 'Messages' },
    list: 'What you keep',
    more: 'More',
    moreFailed: 'More could not be loaded.',
    empty: { title: 'Nothing kept yet', text: 'Keep what you want to come back to.' },
    nothing: { title: 'Nothing found', text: 'No note, title or beginning of a text contains this.' },
    search: 'Find in what you keep',
    searchPlaceholder: 'Notes and titles',
    filters: 'Filters',
  },
  note: {
    title: 'Note',
    label: 'What you want to remember about it',
    hint: 'Only you can see it.',
    discard: 'Cancel',
    confirm: 'Save',
    pending: 'Saving...',
    edit: (name: string) => `Note about ${name}`,
  },
  untitled: { member: '', post: 'Untitled', picture: 'A picture', tag: '', message: 'A message' },
} as const;
