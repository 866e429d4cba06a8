import type { AttachmentKind } from '../shared/attachments.js';
import { call } from '../shared/call.js';
import { pageQuery } from '../shared/page-queries.js';
import { phrases } from '../shared/phrases.js';
import { choiceField, requestBody, withDefault } from '../shared/request-fields.js';
import { id, list } from '../shared/schema.js';
import { listed } from '../shared/wording.js';
import { messageSchema } from './messages.js';

/** What the list of files of a channel is about. */
export const CHANNEL_FILE_FILTERS = ['pictures', 'sound', 'files', 'links'] as const;
export type ChannelFileFilter = (typeof CHANNEL_FILE_FILTERS)[number];

/** The attachments of each filter. Links are in the texts of messages. */
export const FILTERED_ATTACHMENTS: Readonly<Record<ChannelFileFilter, readonly AttachmentKind[]>> = {
  pictures: ['picture'],
  sound: ['sound', 'video'],
  files: ['file'],
  links: [],
};

export const CHANNEL_FILE_MESSAGES = phrases({
  badFileFilter: `The kind must be ${listed(CHANNEL_FILE_FILTERS, 'or')}.`,
});

export const channelFilesQuery = requestBody({
  ...pageQuery,
  kind: withDefault(
    choiceField(CHANNEL_FILE_FILTERS, {
      description: '`sound` includes videos, `files` is what is neither a picture nor played.',
      message: CHANNEL_FILE_MESSAGES.badFileFilter,
    }),
    'pictures',
  ),
});

export const listChannelFiles = call('GET', '/channels/:id/files', {
  summary: 'Lists the messages with files or links of a channel or thread, newest first',
  description:
    'Each message comes once, with all of its files. A channel lists the files of its threads too; the `channelId` of such a message is the thread. The links of a thread are listed in the thread only. A page may have fewer entries than its limit, although another one follows.',
  params: { id: id('The channel or thread.') },
  query: channelFilesQuery,
  answer: list(messageSchema),
  problems: ['not_found'],
});
