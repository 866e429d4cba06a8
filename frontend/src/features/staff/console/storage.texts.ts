import { sizeText } from '@oniverse/contracts';
import { plural } from '../../../ui/plural.js';

export const STORAGE_TEXTS = {
  title: 'Storage',
  text: 'What members store, largest first. A lower limit deletes nothing; it only takes no more.',
  search: 'Oni ID, complete',
  list: {
    title: 'Storage of members',
    loading: 'Loading storage',
    empty: 'Nobody stores anything yet.',
    more: 'More members',
  },
  noneFound: 'No member has this Oni ID.',
  pictures: (count: number, bytes: number, limit: number) =>
    `${plural(count, 'picture')}, ${sizeText(bytes)} of ${sizeText(limit)}`,
  files: (bytes: number, limit: number) => `files, ${sizeText(bytes)} of ${sizeText(limit)}`,
  own: 'own limit',
  limits: 'Limits',
  limitsOf: (username: string) => `Limits of ${username}`,
  form: {
    text: 'In MB. Leave a field empty for the limit of everyone.',
    pictures: 'album',
    files: 'files of messages, posts and replies',
    bad: (max: string) => `Enter a whole number of MB from 1 to ${max}, or nothing.`,
    discard: 'Cancel',
    confirm: 'Save limits',
    pending: 'saving...',
  },
} as const;
