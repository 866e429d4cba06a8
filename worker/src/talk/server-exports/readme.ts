import { PRODUCT_NAME, SERVER_EXPORT_VERSION } from '@oniverse/contracts';
import { inlineMarkdown } from './message-markdown.js';

/** Returns the description of an archive. */
export const readmeOf = (serverName: string): string => `# ${inlineMarkdown(serverName)}

Messages of this dimension on ${PRODUCT_NAME}, as of the moment its owner requested this archive. All times are in UTC.

- export.json: the dimension, its channels and their folders, and the version of these files, which is ${SERVER_EXPORT_VERSION}
- channels/: a folder for each channel
  - messages.md: its messages to read, by day. Each has its number in the channel.
  - messages.json: the same for programs, a list with one message on each line
  - threads.md, threads.json: the threads of its messages, if it has any
  - files/: the files of its messages and threads. Pictures are as members see them, without metadata. If a file could not
    be found, one ending in .missing.txt takes its place.

A message in messages.json and threads.json has these fields:

- id, channelId, seq: the message, its channel or thread, and its number there, from 1. Deleted messages leave gaps.
- author: userId, username (the Oni ID) and displayName; null for a member who erased their account
- content: the text
- replyToSeq: the number of the message that it answers, or null
- threadId: the thread that it starts, or null
- reactions: each emoji and how many members used it
- files: id, kind, name, alt (what its author says it shows) and file, its place in this folder
- createdAt, editedAt: when it was sent, and last edited or null

Not here: deleted messages, those that wait for review or were declined, what messages said before they were edited, drafts,
direct conversations, and who has read what. What members changed while the archive was made may be here in either form.

This archive contains what other people wrote. Keep it as safe as they would expect.
`;
