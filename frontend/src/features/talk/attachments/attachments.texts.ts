import { isolated } from '../../../ui/member-name.js';

export const ATTACHMENT_TEXTS = {
  lost: 'Its files are gone.',
  add: 'Add pictures or files',
  drop: 'Drop the files here',
  notAdded: 'Not added',
  refused: (name: string, reason: string) => `${isolated(name)}: ${reason}`,
  unfinished: { title: 'Not sent', description: 'Try the files that failed again, or remove them.' },
} as const;
