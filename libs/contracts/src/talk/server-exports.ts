import { objectAddressSchema } from '../album/objects.js';
import { ATTACHMENT_KINDS } from '../shared/attachments.js';
import { call } from '../shared/call.js';
import { okSchema } from '../shared/ok.js';
import { pageQuery } from '../shared/page-queries.js';
import { phrases } from '../shared/phrases.js';
import { type BodyOf, idField, omittable, requestBody } from '../shared/request-fields.js';
import {
  id,
  list,
  nullable,
  object,
  oneOf,
  text,
  timestamp,
  type TypeOf,
  wholeNumber,
} from '../shared/schema.js';

/** Bounds of exports, apart from `LIMITS`, which every visitor loads. */
export const SERVER_EXPORT_LIMITS = {
  /** Exports that a member requests in 24 hours, in all of their dimensions. */
  perDay: 3,
  /** How long an archive is kept. */
  archiveDays: 7,
  /** How long it is known that there was an export: as long as its entry in the audit log. */
  recordDays: 365,
  /** The size of an archive, in bytes: that of 6,400 parts. */
  bytes: 50 * 1_024 ** 3,
} as const;

/** The form of the JSON files in an archive. A change that a reader must know of raises it. */
export const SERVER_EXPORT_VERSION = 1;

/** The download address of the archive of an export, which takes a pass in its query. */
export const serverExportPath = (exportId: string): string => `/exports/dimensions/${exportId}`;

export const SERVER_EXPORT_MESSAGES = phrases({
  exportRunning: 'An export of this dimension is running. Wait for it to end, or cancel it.',
  tooManyExports: ({ max }: { max: number }) =>
    `You can start up to ${max} exports a day. Try again tomorrow.`,
});

export const SERVER_EXPORT_STATES = ['waiting', 'running', 'done', 'failed'] as const;
export type ServerExportState = (typeof SERVER_EXPORT_STATES)[number];

/** Why an export has no archive. */
export const SERVER_EXPORT_FAILURES = [
  'cancelled',
  'not_owner',
  'channel_gone',
  'too_large',
  'broken',
] as const;
export type ServerExportFailure = (typeof SERVER_EXPORT_FAILURES)[number];

export const serverExportSchema = object(
  'ServerExport',
  'An export of all messages of a dimension, or of one of its channels.',
  {
    id: id('The export.'),
    serverId: id('The dimension.'),
    channelId: nullable(id('The only channel that it has; null for all channels.')),
    channelName: nullable(
      text('The name of that channel when the export was requested.', { example: 'roof' }),
    ),
    state: oneOf(SERVER_EXPORT_STATES, 'What has become of it.', 'done'),
    failure: nullable(
      oneOf(
        SERVER_EXPORT_FAILURES,
        'Why it failed: it was cancelled, the member stopped being the owner, the channel was deleted, the archive grew too large, or it broke off several times.',
        'cancelled',
      ),
    ),
    messageCount: wholeNumber('The number of messages to export; 0 until it is running.', { example: 1_204 }),
    messagesDone: wholeNumber('How many of them are in the archive.', { example: 600 }),
    fileCount: wholeNumber('The number of files to export; 0 until it is running.', { example: 31 }),
    filesDone: wholeNumber('How many of them are in the archive.', { example: 12 }),
    size: nullable(
      wholeNumber('The size of the archive in bytes; null until it is done.', { example: 48_120 }),
    ),
    createdAt: timestamp('When it was requested.'),
    finishedAt: nullable(timestamp('When it was done or failed.')),
    expiresAt: nullable(timestamp('When the archive is deleted; null until it is done.')),
  },
);
export type ServerExportView = TypeOf<typeof serverExportSchema>;

export const exportNoticeSchema = object(
  'ExportNotice',
  'What members are told about exports of a dimension.',
  {
    exportedAt: nullable(
      timestamp(
        `When the last export was done; null if there was none in ${SERVER_EXPORT_LIMITS.recordDays} days.`,
      ),
    ),
  },
);
export type ExportNotice = TypeOf<typeof exportNoticeSchema>;

/** `POST /api/servers/{id}/exports`. */
export const serverExportBody = requestBody({
  channelId: omittable(idField('The only channel to export. Without it, the export has all channels.')),
});
export type ServerExportBody = BodyOf<typeof serverExportBody>;

const exportedMember = object('ExportedMember', 'A member, as they are named when the export runs.', {
  userId: id('The member.'),
  username: text('The Oni ID.', { example: 'vesper' }),
  displayName: nullable(text('The display name.', { example: 'Vesper Lund' })),
});

export const exportedFileSchema = object('ExportedFile', 'A file of an exported message.', {
  id: id('The attachment.'),
  kind: oneOf(ATTACHMENT_KINDS, 'What it is.', 'picture'),
  name: text('Its name.', { example: 'roof-21-16.jpg' }),
  alt: text('What it shows or says; empty if its author did not say.', { example: 'Saturn at dusk' }),
  file: text('Its place in the archive, beside this file.', {
    example: 'files/2026-11-29-roof-21-16-3b5c8d0e6f12.webp',
  }),
});

export const serverExportBytesSchema = text(
  'A ZIP file: JSON and Markdown of the messages, and their files.',
  { format: 'binary' },
);

/** A message in `messages.json` and `threads.json` of an archive. */
export const exportedMessageSchema = object(
  'ExportedMessage',
  'A message of an exported channel or thread.',
  {
    id: id('The message.'),
    channelId: id('The channel, or the thread.'),
    seq: wholeNumber('The position in the channel or thread, from 1. Deleted messages leave gaps.', {
      minimum: 1,
      example: 530,
    }),
    author: nullable(exportedMember),
    content: text('The text.', { example: 'Is anyone still up?' }),
    replyToSeq: nullable(
      wholeNumber('The `seq` of the message that it answers; null if it answers none.', { example: 529 }),
    ),
    threadId: nullable(id('The thread that it starts, which is in `threads.json`; null if it starts none.')),
    reactions: list(
      object('ExportedReaction', 'An emoji that members reacted with.', {
        emoji: text('The emoji.', { example: '✨' }),
        count: wholeNumber('How many members reacted with it.', { minimum: 1, example: 4 }),
      }),
    ),
    files: list(exportedFileSchema),
    createdAt: timestamp('When it was sent.'),
    editedAt: nullable(timestamp('When it was last edited; null if it never was.')),
  },
);
export type ExportedMessage = TypeOf<typeof exportedMessageSchema>;

const dimension = { id: id('The dimension.') };
const oneExport = { ...dimension, exportId: id('The export.') };

export const listServerExports = call('GET', '/servers/:id/exports', {
  summary: 'Lists the exports of a dimension, newest first',
  description: `For the owner. Archives are kept for ${SERVER_EXPORT_LIMITS.archiveDays} days, the entries for ${SERVER_EXPORT_LIMITS.recordDays}.`,
  params: dimension,
  query: pageQuery,
  answer: list(serverExportSchema),
  problems: ['not_found', 'forbidden'],
});

export const getExportNotice = call('GET', '/servers/:id/exports/latest', {
  summary: 'Returns when the last export of a dimension was done',
  description: 'For every member: the owner can export all messages.',
  params: dimension,
  answer: exportNoticeSchema,
  problems: ['not_found', 'not_a_member'],
});

export const createServerExport = call('POST', '/servers/:id/exports', {
  summary: 'Exports all messages of a dimension, or of one of its channels',
  description: `For the owner. The archive is made in the background, and its owner hears of it in the night log. One export of a dimension runs at a time, and a member can request ${SERVER_EXPORT_LIMITS.perDay} a day. The archive has Markdown and JSON of every message that is not deleted, and the files, pictures as renditions.`,
  status: 201,
  params: dimension,
  body: { title: 'ServerExportDto', fields: serverExportBody },
  answer: serverExportSchema,
  problems: ['not_found', 'forbidden', 'quota_reached'],
});

export const cancelServerExport = call('DELETE', '/servers/:id/exports/:exportId', {
  summary: 'Cancels an export that waits or runs',
  description: 'For the owner.',
  params: oneExport,
  answer: okSchema,
  problems: ['not_found', 'forbidden'],
});

export const createServerExportAddress = call('POST', '/servers/:id/exports/:exportId/address', {
  summary: 'Returns an address by which a browser downloads the archive of an export',
  description:
    'For the owner. It works for an hour, within the session that asked for it, and while its member is the owner.',
  params: oneExport,
  answer: objectAddressSchema,
  carriesSecret: true,
  problems: ['not_found', 'forbidden'],
  duringMaintenance: true,
});
