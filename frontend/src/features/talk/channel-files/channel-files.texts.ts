import type { ChannelFileFilter } from '@oniverse/contracts';

export const CHANNEL_FILES_TEXTS = {
  title: 'Files',
  ofChannel: 'Files of the channel',
  ofThread: 'Files of the thread',
  ofConversation: 'Files of the conversation',
  filter: 'What to list',
  filters: {
    pictures: 'Pictures',
    sound: 'Sound',
    files: 'Files',
    links: 'Links',
  } satisfies Record<ChannelFileFilter, string>,
  /** The name of an entry, which jumps to its message. */
  jumpTo: (name: string, author: string) => `${name}, by ${author}. Jump to the message`,
  download: (name: string) => `Download ${name}`,
  open: (address: string) => `Open ${address}`,
  inThread: 'in a thread',
  more: 'Show earlier ones',
  loading: 'Loading the files',
  failed: 'The files could not be loaded.',
  empty: {
    pictures: { title: 'No pictures yet', text: 'The first one that is sent here starts the collection.' },
    sound: { title: 'Nothing to hear yet', text: 'Sound and videos appear here as they are sent.' },
    files: { title: 'No files yet', text: 'Notes, charts and all other files appear here as they are sent.' },
    links: { title: 'No links yet', text: 'Addresses appear here once a message has one.' },
  } satisfies Record<ChannelFileFilter, { title: string; text: string }>,
} as const;
