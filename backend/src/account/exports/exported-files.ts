import { Injectable } from '@nestjs/common';
import { publicProfileSchema, viewOf } from '@oniverse/contracts';
import { storeKeyOf, type User } from '@oniverse/data';
import { combineTags } from '@oniverse/markdown';
import {
  fileNameOf,
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
import { markdownOf, README } from './readme.js';
import { DATA_LISTS } from './data-lists.js';
import { type AttachmentRow, MemberDataRepository, type PictureRow } from './member-data.repository.js';

const TEXT_LISTS = ['posts', 'archived-posts', 'profile-archives'] as const;
const FOLDERS = {
  posts: 'posts',
  'archived-posts': 'posts/archived',
  'profile-archives': 'archives',
} as const;

@Injectable()
export class ExportedFiles {
  constructor(
    private readonly data: MemberDataRepository,
    private readonly store: ObjectStore,
  ) {}

  /** Reads each file when it is consumed. Awaits `turn` after the first, so a waiting client gets headers at once. */
  async *listFiles(userId: string, turn: Promise<void>): AsyncGenerator<ZippedFile, void, void> {
    const now = new Date();
    const text = (path: string, content: string): ZippedFile => textFile(path, now, [content]);
    yield text('README.md', README);
    await turn;
    const member = await this.data.findMember(userId);
    // The account was erased after the export started.
    if (!member) return;
    yield text('account.json', jsonText(accountOf(member)));
    yield text('profile.json', jsonText(profileOf(member)));
    yield text('profile.md', member.profileMarkdown);
    for (const list of keysOf(DATA_LISTS)) {
      yield textFile(`${list}.json`, now, jsonList(this.data.entries(userId, list)));
    }
    yield textFile('images.json', now, jsonList(this.imageEntries(userId)));
    yield textFile('files.json', now, jsonList(this.attachmentEntries(userId)));
    yield textFile(
      'tags.json',
      now,
      jsonList(this.data.tags(userId, combineTags([], member.profileMarkdown))),
    );
    yield textFile('invites.json', now, jsonList(this.data.invites(userId)));
    yield textFile('reactions.json', now, jsonList(this.data.reactions(userId)));
    const claim = member.email !== null && (await this.data.findWaitlistEntry(member.email));
    if (claim) yield text('waitlist.json', jsonText(claim));
    yield* this.messages(userId, now);
    yield* this.conversations(userId, now);
    yield* this.texts(userId);
    yield* this.pictures(member);
    for await (const row of this.data.attachments(userId)) {
      yield* this.stored(attachmentPath(row), row.objectPath, row.createdAt);
    }
  }

  private async *texts(userId: string): AsyncGenerator<ZippedFile, void, void> {
    for (const list of TEXT_LISTS) {
      for await (const row of this.data.texts(userId, list)) {
        const path = `${FOLDERS[list]}/${fileNameOf(row)}.md`;
        yield textFile(path, row.createdAt, [markdownOf(row)]);
      }
    }
  }

  private async *messages(userId: string, now: Date): AsyncGenerator<ZippedFile, void, void> {
    for await (const channel of this.data.channels(userId)) {
      const { serverId, serverName, channelId, channelName, isThread, isReadable } = channel;
      // Whole, among the conversations.
      if (serverId === null && isReadable) continue;
      const folder = serverId === null ? 'conversations' : folderNameOf(serverName ?? '', serverId);
      const file = folderNameOf(channelName ?? '', channelId);
      const path = `messages/${folder}/${isThread ? 'threads/' : ''}${file}.json`;
      yield textFile(path, now, jsonList(this.data.messages(userId, channelId)));
    }
  }

  private async *conversations(userId: string, now: Date): AsyncGenerator<ZippedFile, void, void> {
    for await (const { id, name } of this.data.conversations(userId)) {
      const messages = this.data.conversationMessages(userId, id);
      const folder = `conversations/${folderNameOf(name, id)}`;
      yield textFile(`${folder}.json`, now, jsonList(messages));
      for await (const threadId of this.data.threads(userId, id)) {
        const replies = this.data.conversationMessages(userId, threadId);
        yield textFile(`${folder}/threads/${threadId}.json`, now, jsonList(replies));
      }
    }
  }

  private async *imageEntries(userId: string): AsyncGenerator<object, void, void> {
    for await (const row of this.data.pictures(userId)) yield { ...row, file: picturePath(row) };
  }

  private async *attachmentEntries(userId: string): AsyncGenerator<object, void, void> {
    for await (const { objectPath: _, ...row } of this.data.attachments(userId)) {
      yield { ...row, file: attachmentPath(row) };
    }
  }

  private async *pictures(member: User): AsyncGenerator<ZippedFile, void, void> {
    if (member.profileImageUrl !== null) {
      const contentType = await this.data.findContentType(member.id, member.profileImageUrl);
      const path = `avatar.${pictureExtension(contentType)}`;
      yield* this.stored(path, member.profileImageUrl, member.updatedAt);
    }
    for await (const row of this.data.pictures(member.id)) {
      yield* this.stored(picturePath(row), row.imageUrl, row.createdAt);
    }
  }

  private stored(path: string, objectPath: string, changedAt: Date): AsyncGenerator<ZippedFile, void, void> {
    return storedFile(this.store, { path, key: storeKeyOf(objectPath), changedAt });
  }
}

const keysOf = <K extends string>(lists: Readonly<Record<K, unknown>>): K[] =>
  Object.keys(lists).filter((name): name is K => name in lists);

const picturePath = ({ id, title, createdAt, contentType }: PictureRow): string =>
  `pictures/${fileNameOf({ id, title: title ?? '', createdAt })}.${pictureExtension(contentType)}`;

const attachmentPath = (row: Pick<AttachmentRow, 'id' | 'name' | 'createdAt'>): string =>
  `files/${uploadNameOf(row)}`;

const accountOf = ({
  id,
  username,
  email,
  emailVerifiedAt,
  recoveryEmail,
  isPublic,
  createdAt,
  updatedAt,
}: User): object => ({
  id,
  username,
  email,
  emailVerifiedAt,
  recoveryEmail,
  isPublic,
  createdAt,
  updatedAt,
});

const profileOf = (user: User): object => {
  const { id: _id, createdAt: _createdAt, ...profile } = viewOf(publicProfileSchema, user);
  return { ...profile, enshinBadge: user.enshinBadge };
};
