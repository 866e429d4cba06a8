import { Injectable } from '@nestjs/common';
import { tagsOf } from '@oniverse/contracts';
import { storeKeyOf, type User } from '@oniverse/data';
import { ObjectStore } from '@oniverse/platform';
import { fileNameOf, folderNameOf } from './file-names.js';
import { jsonList } from './json-list.js';
import { markdownOf } from './markdown.js';
import { DATA_LISTS, MemberDataRepository, type PictureRow } from './member-data.repository.js';
import { README } from './readme.js';
import type { ZippedFile } from './zip.js';

const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/avif': 'avif',
};

/** Says in the place of a picture that there is none. */
const MISSING = 'This picture could not be found.\n';

const LISTS = ['posts', 'archived-posts', 'profile-archives'] as const;
const FOLDERS = {
  posts: 'posts',
  'archived-posts': 'posts/archived',
  'profile-archives': 'archives',
} as const;

/** All that a member has, as files. */
@Injectable()
export class ExportedFiles {
  constructor(
    private readonly data: MemberDataRepository,
    private readonly store: ObjectStore,
  ) {}

  /** Each is read when its turn comes; nothing of it but what passes just now is in memory. */
  async *of(userId: string): AsyncGenerator<ZippedFile, void, void> {
    const member = await this.data.member(userId);
    // Erased since the export began: there is nothing any more.
    if (!member) return;
    const now = new Date();
    const text = (path: string, ...bytes: string[]): ZippedFile => packedText(path, now, only(...bytes));
    yield text('README.md', README);
    yield text('account.json', json(accountOf(member)));
    yield text('profile.json', json(profileOf(member)));
    yield text('profile.md', member.profileMarkdown);
    for (const list of namesOf(DATA_LISTS)) {
      yield packedText(`${list}.json`, now, jsonList(this.data.entries(userId, list)));
    }
    yield packedText('images.json', now, jsonList(this.imageEntries(userId)));
    yield packedText('tags.json', now, jsonList(this.data.tags(userId, tagsOf([], member.profileMarkdown))));
    yield packedText('invites.json', now, jsonList(this.data.invites(userId)));
    const claim = await this.data.waitlistEntry(member.email);
    if (claim) yield text('waitlist.json', json(claim));
    yield* this.messages(userId, now);
    yield* this.texts(userId);
    yield* this.pictures(member);
  }

  private async *texts(userId: string): AsyncGenerator<ZippedFile, void, void> {
    for (const list of LISTS) {
      for await (const row of this.data.texts(userId, list)) {
        const path = `${FOLDERS[list]}/${fileNameOf(row)}.md`;
        yield packedText(path, row.createdAt, only(markdownOf(row)));
      }
    }
  }

  private async *messages(userId: string, now: Date): AsyncGenerator<ZippedFile, void, void> {
    for await (const { serverId, serverName, channelId, channelName } of this.data.channels(userId)) {
      const folder = folderNameOf(serverName ?? '', serverId);
      const file = folderNameOf(channelName ?? '', channelId);
      const path = `messages/${folder}/${file}.json`;
      yield packedText(path, now, jsonList(this.data.messages(userId, channelId)));
    }
  }

  private async *imageEntries(userId: string): AsyncGenerator<object, void, void> {
    for await (const row of this.data.pictures(userId)) yield { ...row, file: pictureFile(row) };
  }

  private async *pictures(member: User): AsyncGenerator<ZippedFile, void, void> {
    if (member.profileImageUrl !== null) {
      const contentType = await this.data.contentType(member.id, member.profileImageUrl);
      const path = `avatar.${extensionOf(contentType)}`;
      yield* this.picture(path, member.profileImageUrl, member.updatedAt);
    }
    for await (const row of this.data.pictures(member.id)) {
      yield* this.picture(pictureFile(row), row.imageUrl, row.createdAt);
    }
  }

  private async *picture(
    path: string,
    objectPath: string,
    changedAt: Date,
  ): AsyncGenerator<ZippedFile, void, void> {
    const bytes = await this.store.get(storeKeyOf(objectPath));
    if (!bytes) {
      yield packedText(`${path}.missing.txt`, changedAt, only(MISSING));
      return;
    }
    try {
      yield { path, changedAt, bytes, compresses: false };
    } finally {
      // Nobody may have read it, where the reader of it all went away just now.
      bytes.destroy();
    }
  }
}

const namesOf = <K extends string>(lists: Readonly<Record<K, unknown>>): K[] =>
  Object.keys(lists).filter((name): name is K => name in lists);

const json = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;

async function* only(...texts: string[]): AsyncGenerator<string, void, void> {
  yield* texts;
}

const packedText = (path: string, changedAt: Date, texts: AsyncIterable<string>): ZippedFile => ({
  path,
  changedAt,
  bytes: encoded(texts),
  compresses: true,
});

const encoder = new TextEncoder();

/**
 * Texts as their bytes. Not by `Buffer.from`, which cuts small ones from a pool: the names of all files, which a ZIP
 * keeps until its end, come from the same pool, and would keep the texts beside them.
 */
async function* encoded(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array, void, void> {
  for await (const text of texts) yield encoder.encode(text);
}

const extensionOf = (contentType: string | null | undefined): string =>
  EXTENSIONS[contentType ?? ''] ?? 'bin';

const pictureFile = ({ id, title, createdAt, contentType }: PictureRow): string =>
  `pictures/${fileNameOf({ id, title: title ?? '', createdAt })}.${extensionOf(contentType)}`;

const accountOf = ({ id, username, email, isPublic, createdAt, updatedAt }: User): object => ({
  id,
  username,
  email,
  isPublic,
  createdAt,
  updatedAt,
});

const profileOf = (user: User): object => ({
  username: user.username,
  displayName: user.displayName,
  bio: user.bio,
  profileMarkdown: user.profileMarkdown,
  userBadges: user.userBadges,
  enshinBadge: user.enshinBadge,
  profileTheme: user.profileTheme,
  profileThemeMode: user.profileThemeMode,
  profileImageUrl: user.profileImageUrl,
});
