import { Injectable } from '@nestjs/common';
import {
  type ExportedMessage,
  exportedMessageSchema,
  SERVER_EXPORT_VERSION,
  viewOf,
} from '@oniverse/contracts';
import { storeKeyOf } from '@oniverse/data';
import {
  folderNameOf,
  jsonList,
  jsonText,
  ObjectStore,
  pictureExtension,
  storedFile,
  textFile,
  uploadNameOf,
  type ZippedFile,
} from '@oniverse/platform';
import {
  type ExportedChannel,
  ExportedMessagesRepository,
  type ExportedServer,
  type MessageRow,
  type NamedFile,
  type ThreadRow,
} from './exported-messages.repository.js';
import { dayHeading, excerptMarkdown, inlineMarkdown, messageMarkdown } from './message-markdown.js';
import { readmeOf } from './readme.js';
import type { ExportProgress } from './server-exports.repository.js';

/** What an archive has, until when. */
export interface ArchiveScope {
  server: ExportedServer;
  channels: readonly ExportedChannel[];
  until: Date;
}

const fileOf = (row: NamedFile): string =>
  `files/${uploadNameOf(row, row.kind === 'picture' ? pictureExtension(row.contentType) : undefined)}`;

const messageOf = (row: MessageRow): ExportedMessage => ({
  ...viewOf(exportedMessageSchema, { ...row, files: [] }),
  files: (row.files ?? []).map(({ id, kind, name, alt, ...file }) => ({
    id,
    kind,
    name,
    alt,
    file: fileOf({ id, kind, name, alt, ...file, createdAt: new Date(file.createdAt) }),
  })),
});

const titleOf = ({ name, description }: ExportedServer, kind = ''): string =>
  `# ${kind}${inlineMarkdown(name)}\n${description === null ? '' : `\n${inlineMarkdown(description)}\n`}`;

/** Reads the files of an archive while they are packed. */
@Injectable()
export class ServerArchive {
  constructor(
    private readonly repository: ExportedMessagesRepository,
    private readonly store: ObjectStore,
  ) {}

  /** @param progress is updated as files are read */
  async *listFiles(scope: ArchiveScope, progress: ExportProgress): AsyncGenerator<ZippedFile, void, void> {
    const { server, channels, until } = scope;
    const listed = channels.map((channel) => ({
      ...channel,
      folder: `channels/${folderNameOf(channel.name, channel.id)}`,
    }));
    const about = {
      version: SERVER_EXPORT_VERSION,
      exportedAt: until.toISOString(),
      server,
      channels: listed,
    };
    yield textFile('README.md', until, [readmeOf(server.name)]);
    yield textFile('export.json', until, [jsonText(about)]);
    // Each message is read twice.
    let read = 0;
    const count = () => {
      read += 1;
      progress.messagesDone = Math.floor(read / 2);
    };
    for (const channel of listed) {
      const { id, folder } = channel;
      const messages = () => this.messages([id], until, count);
      yield textFile(`${folder}/messages.md`, until, this.channelMarkdown(channel, messages()));
      yield textFile(`${folder}/messages.json`, until, jsonList(this.messageEntries(messages())));
      const { done: hasNoThreads } = await this.repository.threadPages(id, until).next();
      if (!hasNoThreads) {
        yield textFile(`${folder}/threads.md`, until, this.threadsMarkdown(channel, until, count));
        yield textFile(`${folder}/threads.json`, until, jsonList(this.threadEntries(id, until, count)));
      }
      for await (const row of this.repository.files(id, until)) {
        const key = row.objectPath === null ? null : storeKeyOf(row.objectPath);
        yield* storedFile(this.store, { path: `${folder}/${fileOf(row)}`, key, changedAt: row.createdAt });
        progress.filesDone += 1;
      }
    }
  }

  private async *messages(
    channelIds: readonly string[],
    until: Date,
    count: () => void,
  ): AsyncGenerator<MessageRow, void, void> {
    for await (const row of this.repository.messages(channelIds, until)) {
      yield row;
      count();
    }
  }

  private async *messageEntries(
    rows: AsyncIterable<MessageRow>,
  ): AsyncGenerator<ExportedMessage, void, void> {
    for await (const row of rows) yield messageOf(row);
  }

  private async *threadEntries(
    channelId: string,
    until: Date,
    count: () => void,
  ): AsyncGenerator<ExportedMessage, void, void> {
    for await (const threads of this.repository.threadPages(channelId, until)) {
      yield* this.messageEntries(this.messages(idsOf(threads), until, count));
    }
  }

  private async *channelMarkdown(
    channel: ExportedChannel,
    rows: AsyncIterable<MessageRow>,
  ): AsyncGenerator<string, void, void> {
    yield titleOf(channel, String.raw`\#`);
    yield* this.days(rows);
  }

  private async *threadsMarkdown(
    channel: ExportedChannel,
    until: Date,
    count: () => void,
  ): AsyncGenerator<string, void, void> {
    yield titleOf(channel, String.raw`Threads in \#`);
    for await (const threads of this.repository.threadPages(channel.id, until)) {
      const starts = new Map(threads.map(({ id, start }) => [id, start]));
      yield* this.days(this.messages(idsOf(threads), until, count), (threadId) => {
        const start = starts.get(threadId);
        return `\n## Thread on ${start ? excerptMarkdown(start) : 'a deleted message'}\n`;
      });
    }
  }

  /** Yields messages by day. @param headingOf begins each thread */
  private async *days(
    rows: AsyncIterable<MessageRow>,
    headingOf?: (threadId: string) => string,
  ): AsyncGenerator<string, void, void> {
    let previous: MessageRow | undefined;
    for await (const row of rows) {
      if (headingOf && row.channelId !== previous?.channelId) {
        yield headingOf(row.channelId);
        previous = undefined;
      }
      yield dayHeading(headingOf ? '###' : '##', row.createdAt, previous?.createdAt);
      yield messageMarkdown(messageOf(row), row.answered);
      previous = row;
    }
  }
}

const idsOf = (threads: readonly ThreadRow[]): string[] => threads.map(({ id }) => id);
