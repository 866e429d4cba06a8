import { plural } from '../../../ui/plural.js';
import { isolated } from '../../../ui/member-name.js';

export const ATTACHMENT_TEXTS = {
  lost: 'Its files are gone.',
  add: 'Add pictures or files',
  drop: 'Drop the files here',
  notAdded: 'Not added',
  refused: (name: string, reason: string) => `${isolated(name)}: ${reason}`,
  onTheWay: (count: number) => `${plural(count, 'file')} ${count === 1 ? 'is' : 'are'} on the way.`,
  changedElsewhere: {
    title: 'Not saved',
    description: 'The files of this post were changed elsewhere. Check them, and save again.',
  },
  unfinished: { title: 'Not sent', description: 'Try the files that failed again, or remove them.' },
} as const;
