import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { EXPORT_TYPE, type ExportedMessage, ROOMS, SERVER_EXPORT_VERSION } from '@oniverse/contracts';
import {
  Attachment,
  Channel,
  HeldMessage,
  Message,
  MessageReaction,
  MessageVersion,
  newArchiveKey,
  newObjectPath,
  OUTBOX_TOPICS,
  Server,
  StoredObject,
  storeKeyOf,
  type User,
} from '@oniverse/data';
import { unavailable, type ZippedFile } from '@oniverse/platform';
import { JobPostponed } from '@oniverse/platform/worker';
import { makeMember, makeServer, TestStack, waitUntil } from '@oniverse/testing';
import { ExportFixture } from '../../testing/export-fixture.js';

async function* once(bytes: Buffer) {
  yield bytes;
}

/** Returns whether a value parsed from JSON is a list, which the archive has only of messages. */
const isMessages = (value: unknown): value is ExportedMessage[] => Array.isArray(value);

describe('ExportServer', () => {
  let stack: TestStack;
  let exports: ExportFixture;
  let server: Server;
  let channel: Channel;
  let owner: User;
  let author: User;

  beforeAll(async () => {
    stack = await TestStack.start();
  });

  beforeEach(async () => {
    exports = new ExportFixture(stack);
    author = (await makeMember(stack.dataSource, { displayName: 'Vesper Lund' })).user;
    ({ server, channel, owner } = await makeServer(stack.dataSource, { members: [author] }));
  });

  afterAll(async () => {
    await stack.stop();
  });

  const folderOf = (name: string, id: string): string => `channels/${name}-${id.slice(-12)}`;
  const textOf = (files: Map<string, Buffer>, name: string): string => String(files.get(name));
  const messagesIn = (files: Map<string, Buffer>, name: string): ExportedMessage[] => {
    const parsed: unknown = JSON.parse(textOf(files, name));
    if (!isMessages(parsed)) throw new Error(`${name} has no list.`);
    return parsed;
  };
  const makeChannel = async (values: Partial<Channel>) =>
    stack.dataSource.getRepository(Channel).save({ name: 'attic', ...values });
  const startThread = async (message: Message) =>
    makeChannel({
      name: '',
      parentId: message.channelId,
      parentMessageId: message.id,
      parentServerId: server.id,
    });
  const storeObject = async (bytes: Buffer, values: Partial<StoredObject> = {}): Promise<string> => {
    const path = newObjectPath();
    await stack.dataSource.getRepository(StoredObject).insert({
      path,
      userId: author.id,
      state: 'used',
      contentType: 'application/octet-stream',
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      ...values,
    });
    await exports.store.put(storeKeyOf(path), once(bytes), {
      size: bytes.length,
      contentType: 'application/octet-stream',
    });
    return path;
  };
  const attach = async (message: Message, objectPath: string, values: Partial<Attachment>) => {
    await stack.dataSource.getRepository(Message).update({ id: message.id }, { hasFiles: true });
    return stack.dataSource.getRepository(Attachment).save({
      userId: author.id,
      objectPath,
      name: 'notes.txt',
      size: 1,
      kind: 'file',
      readyAt: new Date(),
      messageId: message.id,
      channelId: message.channelId,
      listedIn: channel.id,
      place: 1,
      ...values,
    });
  };
  const archives = async (): Promise<string[]> => exports.store.listKeys('exports/');

  it('TLK-543 writes every message as it is stored, as Markdown and JSON', async () => {
    const repository = stack.dataSource.getRepository(Message);
    const first = await exports.write(channel, author, { content: 'Is **anyone** up?' });
    const answer = await exports.write(channel, owner, {
      content: 'Yes.',
      replyToSeq: 1,
      editedAt: new Date(),
      revisedAt: new Date(),
    });
    for (const user of [owner, author]) {
      await stack.dataSource.getRepository(MessageReaction).insert({
        channelId: channel.id,
        seq: 2,
        userId: user.id,
        emoji: '✨',
        firstId: owner.id,
      });
    }
    const orphan = await exports.write(channel, author, { content: 'Left behind.' });
    await repository.update({ id: orphan.id }, { userId: null });
    const deleted = await exports.write(channel, author, { content: '', deletedAt: new Date() });
    const afterDeleted = await exports.write(channel, author, { replyToSeq: deleted.seq });
    await stack.dataSource
      .getRepository(MessageVersion)
      .insert({ messageId: answer.id, userId: owner.id, content: 'umbraquill', writtenAt: new Date() });
    await stack.dataSource.getRepository(HeldMessage).insert({
      serverId: server.id,
      channelId: channel.id,
      userId: author.id,
      content: 'umbraquill',
      nonce: 'h',
    });
    const files = await exports.export(server, owner);
    const folder = folderOf('general', channel.id);
    const member = (user: User) => ({
      userId: user.id,
      username: user.username,
      displayName: user.displayName ?? null,
    });
    const common = {
      channelId: channel.id,
      replyToSeq: null,
      threadId: null,
      reactions: [],
      files: [],
      editedAt: null,
    };
    expect(messagesIn(files, `${folder}/messages.json`)).toEqual([
      {
        ...common,
        id: first.id,
        seq: 1,
        author: member(author),
        content: 'Is **anyone** up?',
        createdAt: first.createdAt.toISOString(),
      },
      {
        ...common,
        id: answer.id,
        seq: 2,
        author: member(owner),
        content: 'Yes.',
        replyToSeq: 1,
        reactions: [{ emoji: '✨', count: 2 }],
        createdAt: answer.createdAt.toISOString(),
        editedAt: answer.editedAt?.toISOString(),
      },
      expect.objectContaining({ seq: 3, author: null, content: 'Left behind.' }),
      expect.objectContaining({ id: afterDeleted.id, seq: 5, replyToSeq: 4 }),
    ]);
    const markdown = textOf(files, `${folder}/messages.md`);
    expect(markdown).toContain(String.raw`> Is \*\*anyone\*\* up?`);
    expect(markdown).toContain(
      String.raw`In reply to no. 1 by Vesper Lund (${author.username.replaceAll('_', String.raw`\_`)}): Is \*\*anyone\*\* up?`,
    );
    expect(markdown).toContain('Reactions: ✨ 2');
    expect(markdown).toContain(', edited · no. 2');
    expect(markdown).toContain('**A former member**');
    expect(markdown).toContain('In reply to no. 4, which was deleted');
    expect(markdown.match(/· no\. \d+/g)).toEqual(['· no. 1', '· no. 2', '· no. 3', '· no. 5']);
    expect([...files.keys()]).toEqual([
      'README.md',
      'export.json',
      `${folder}/messages.md`,
      `${folder}/messages.json`,
    ]);
    expect(Buffer.concat([...files.values()]).toString()).not.toMatch(/umbraquill|@example\.org/);
    expect(textOf(files, 'README.md')).toContain(`which is ${SERVER_EXPORT_VERSION}`);
  });

  it('TLK-543 has all channels, also private ones, in their folders, and the threads beside their messages', async () => {
    const hidden = await makeChannel({ serverId: server.id, name: 'Attic/../..', isPrivate: true });
    const starting = await exports.write(hidden, author, { content: 'Start' });
    const thread = await startThread(starting);
    const reply = await exports.write(thread, owner, { content: 'Within' });
    const other = await makeServer(stack.dataSource);
    await exports.write(other.channel, other.owner, { content: 'umbraquill' });
    const files = await exports.export(server, owner);
    const folder = folderOf('attic', hidden.id);
    expect(messagesIn(files, `${folder}/messages.json`)).toMatchObject([{ threadId: thread.id }]);
    expect(messagesIn(files, `${folder}/threads.json`)).toMatchObject([
      { id: reply.id, channelId: thread.id, seq: 1, content: 'Within' },
    ]);
    const markdown = textOf(files, `${folder}/threads.md`);
    expect(markdown).toContain(`## Thread on no. 1 by Vesper Lund`);
    expect(markdown).toContain('> Within');
    expect(JSON.parse(textOf(files, 'export.json'))).toMatchObject({
      version: SERVER_EXPORT_VERSION,
      server: { id: server.id, name: server.name },
      channels: [
        { id: channel.id, folder: folderOf('general', channel.id), isPrivate: false },
        { id: hidden.id, folder, isPrivate: true },
      ],
    });
    expect(Buffer.concat([...files.values()]).toString()).not.toContain('umbraquill');
    const alone = await exports.export(server, owner, hidden);
    expect([...alone.keys()].filter((name) => name.endsWith('messages.json'))).toEqual([
      `${folder}/messages.json`,
    ]);
  });

  it('TLK-543 has files as they are, and pictures as their largest rendition without metadata', async () => {
    const message = await exports.write(channel, author, { content: '' });
    const original = await storeObject(Buffer.from('original with a place'));
    await storeObject(Buffer.from('small'), { renditionOf: original, width: 320, contentType: 'image/webp' });
    await storeObject(Buffer.from('large'), {
      renditionOf: original,
      width: 1280,
      contentType: 'image/webp',
    });
    const picture = await attach(message, original, { name: 'roof.jpg', kind: 'picture', alt: 'Roof' });
    const notes = await attach(message, await storeObject(Buffer.from('notes')), {
      name: '../../“Az” 94.TXT',
      place: 2,
    });
    const lost = await attach(message, await storeObject(Buffer.from('x')), { name: 'lost.bin', place: 3 });
    await exports.store.remove([storeKeyOf(lost.objectPath)]);
    const files = await exports.export(server, owner);
    const folder = folderOf('general', channel.id);
    const [exported] = messagesIn(files, `${folder}/messages.json`);
    const names = exported?.files.map(({ file }) => file) ?? [];
    expect(exported?.files).toMatchObject([
      { id: picture.id, kind: 'picture', name: 'roof.jpg', alt: 'Roof' },
      { id: notes.id, kind: 'file', name: '../../“Az” 94.TXT', alt: '' },
      { id: lost.id },
    ]);
    expect(names[0]).toMatch(/^files\/\d{4}-\d\d-\d\d-roof-[0-9a-f]{12}\.webp$/);
    expect(names[1]).toMatch(/^files\/\d{4}-\d\d-\d\d-az-94-[0-9a-f]{12}\.txt$/);
    expect(textOf(files, `${folder}/${names[0]}`)).toBe('large');
    expect(textOf(files, `${folder}/${names[1]}`)).toBe('notes');
    expect(textOf(files, `${folder}/${names[2]}.missing.txt`)).toBe('This file could not be found.\n');
    expect(textOf(files, `${folder}/messages.md`)).toContain(`- [roof.jpg](<${names[0]}>): Roof`);
    expect(Buffer.concat([...files.values()]).toString()).not.toContain('original with a place');
  });

  it('TLK-542 reads long channels and many threads in pages, with few statements', async () => {
    await stack.dataSource.query(
      `INSERT INTO messages (channel_id, user_id, seq, rev, content, nonce)
       SELECT $1, $2, n, n, 'said ' || n, n::text FROM generate_series(1, 1201) n`,
      [channel.id, author.id],
    );
    await stack.dataSource.query(
      `WITH threads AS (
         INSERT INTO channels (name, parent_id, parent_message_id, parent_server_id)
         SELECT '', channel_id, id, $2 FROM messages WHERE channel_id = $1 AND seq <= 700 RETURNING id
       )
       INSERT INTO messages (channel_id, user_id, seq, rev, content, nonce)
       SELECT id, $3, n, n, 'reply', n::text FROM threads CROSS JOIN generate_series(1, 2) n`,
      [channel.id, server.id, author.id],
    );
    const query = jest.spyOn(stack.dataSource, 'query');
    const files = await exports.export(server, owner);
    const statements = query.mock.calls.length;
    query.mockRestore();
    const folder = folderOf('general', channel.id);
    expect(messagesIn(files, `${folder}/messages.json`).map(({ seq }) => seq)).toEqual(
      Array.from({ length: 1_201 }, (_, n) => n + 1),
    );
    const replies = messagesIn(files, `${folder}/threads.json`);
    expect(new Set(replies.map(({ id }) => id)).size).toBe(1_400);
    expect(textOf(files, `${folder}/threads.md`).match(/^## Thread/gm)).toHaveLength(700);
    // Twice three pages of messages, two of threads and five of replies, and some that do not depend on the size.
    expect(statements).toBeLessThan(40);
  });

  it('TLK-541 says how far it is, and ends with a row in the night log and a job less', async () => {
    await exports.write(channel, author);
    const id = await exports.request(server, owner);
    await exports.run(id);
    const row = await exports.find(id);
    expect(row).toMatchObject({
      state: 'done',
      failure: null,
      messageCount: 1,
      messagesDone: 1,
      claimedUntil: null,
    });
    expect(Number(row.expiresAt) - Number(row.finishedAt)).toBe(7 * 86_400_000);
    expect(await archives()).toEqual(expect.arrayContaining([row.objectKey]));
    expect(exports.live.published).toEqual([
      {
        event: 'export:changed',
        room: ROOMS.user(owner.id),
        payload: expect.objectContaining({ id, state: 'done', size: Number(row.size), messagesDone: 1 }),
      },
    ]);
    expect(await exports.pendingJobs(id)).toEqual([OUTBOX_TOPICS.notify]);
    await exports.run(id);
    expect(await exports.find(id)).toEqual(row);
  });

  /** An archive whose only file never ends. @returns when its worker reads it */
  const endless = () => {
    let begin = () => {};
    const begun = new Promise<void>((resolve) => (begin = resolve));
    async function* bytes() {
      begin();
      yield Buffer.from('beginning');
      await new Promise(() => {});
    }
    async function* listFiles(): AsyncGenerator<ZippedFile, void, void> {
      yield { path: 'endless', changedAt: new Date(), bytes: bytes(), isCompressible: false };
    }
    return { begun, archive: { listFiles } };
  };

  it('TLK-541 publishes its progress each second to the owner, who cancels it, and leaves nothing', async () => {
    const id = await exports.request(server, owner);
    const { begun, archive } = endless();
    const running = exports.run(id, exports.newService(archive));
    await begun;
    await waitUntil('the progress', () => exports.live.published.length > 0);
    expect(exports.live.published).toMatchObject([
      { event: 'export:changed', room: ROOMS.user(owner.id), payload: { id, state: 'running' } },
    ]);
    const { objectKey } = await exports.find(id);
    await exports.rows.update({ id }, { state: 'failed', failure: 'cancelled', finishedAt: new Date() });
    await running;
    expect(await exports.find(id)).toMatchObject({
      state: 'failed',
      failure: 'cancelled',
      objectKey: null,
      partsUploadId: null,
      claimedUntil: null,
    });
    expect(await archives()).not.toContain(objectKey);
    expect(await exports.pendingJobs(id)).toEqual([]);
  });

  it('TLK-541 has no archive if it is cancelled while the store makes the object', async () => {
    const id = await exports.request(server, owner);
    const completeParts = exports.store.completeParts.bind(exports.store);
    jest.spyOn(exports.store, 'completeParts').mockImplementation(async (...parts) => {
      await exports.rows.update({ id }, { state: 'failed', failure: 'cancelled', finishedAt: new Date() });
      return completeParts(...parts);
    });
    const before = await archives();
    await exports.run(id);
    expect(await exports.find(id)).toMatchObject({ failure: 'cancelled', objectKey: null });
    expect(await archives()).toEqual(before);
  });

  it('TLK-545 ends when the owner hands the dimension over, without a word in the night log', async () => {
    const id = await exports.request(server, owner);
    const { begun, archive } = endless();
    const running = exports.run(id, exports.newService(archive));
    await begun;
    await stack.dataSource.getRepository(Server).update({ id: server.id }, { ownerId: author.id });
    await running;
    expect(await exports.find(id)).toMatchObject({ state: 'failed', failure: 'not_owner', objectKey: null });
    expect(await exports.pendingJobs(id)).toEqual([]);
  });

  it('TLK-545 ends without an archive for a deleted dimension, owner or channel', async () => {
    const gone = await makeServer(stack.dataSource);
    const attic = await makeChannel({ serverId: server.id });
    const ids = [await exports.request(gone.server, gone.owner), await exports.request(server, owner, attic)];
    await stack.dataSource.getRepository(Server).delete({ id: gone.server.id });
    await stack.dataSource.getRepository(Channel).delete({ id: attic.id });
    const before = await archives();
    for (const id of ids) await exports.run(id);
    const rows = await Promise.all(ids.map((id) => exports.find(id)));
    expect(rows.map(({ failure }) => failure)).toEqual(['not_owner', 'channel_gone']);
    expect(await archives()).toEqual(before);
  });

  it('TLK-542 is written by one worker at a time, which begins again what a killed one left', async () => {
    await exports.write(channel, author);
    const id = await exports.request(server, owner);
    const killed = await exports.repository.claim(id);
    if (!killed) throw new Error('Nothing to claim');
    const key = newArchiveKey();
    await exports.repository.startArchive(killed, key, { messageCount: 1, fileCount: 0 });
    const uploadId = await exports.store.startParts(key, EXPORT_TYPE);
    await exports.repository.saveUploadId(killed, uploadId);
    await expect(exports.run(id)).rejects.toThrow(JobPostponed);
    expect(await exports.pendingJobs(id)).toEqual([OUTBOX_TOPICS.exportServer]);
    await exports.rows.update({ id }, { claimedUntil: new Date(0) });
    await exports.run(id);
    const row = await exports.find(id);
    expect(row).toMatchObject({ state: 'done', attempts: 2 });
    expect(row.objectKey).not.toBe(key);
    // The former attempt has no effect any longer, and its parts are gone.
    expect(await exports.repository.saveProgress(killed, { messagesDone: 0, filesDone: 0 })).toBeUndefined();
    expect(await exports.repository.complete(stack.dataSource.manager, killed, 1)).toBeUndefined();
    const part = exports.store.putPart(key, uploadId, 1, once(Buffer.from('x')), { size: 1 });
    expect(await part).toBeUndefined();
    expect((await archives()).filter((name) => [key, row.objectKey].includes(name))).toEqual([row.objectKey]);
  });

  it('TLK-542 leaves its job to the attempt that took over', async () => {
    const id = await exports.request(server, owner);
    const { begun, archive } = endless();
    const slow = exports.run(id, exports.newService(archive));
    await begun;
    await exports.rows.update({ id }, { claimedUntil: new Date(0) });
    const next = await exports.repository.claim(id);
    await slow;
    expect(await exports.pendingJobs(id)).toEqual([OUTBOX_TOPICS.exportServer]);
    expect(await exports.find(id)).toMatchObject({ state: 'running', claimId: next?.claimId });
  });

  it('TLK-542 waits for a store that is down, and for a worker that is busy or stops, which count for nothing', async () => {
    const id = await exports.request(server, owner);
    const startParts = jest.spyOn(exports.store, 'startParts').mockRejectedValueOnce(unavailable());
    await expect(exports.run(id)).rejects.toMatchObject({ code: 'unavailable' });
    startParts.mockRestore();
    expect(await exports.find(id)).toMatchObject({ state: 'running', attempts: 0, claimedUntil: null });
    const { begun, archive } = endless();
    const service = exports.newService(archive);
    const running = exports.run(id, service);
    await begun;
    const second = await makeServer(stack.dataSource);
    const other = await exports.request(second.server, second.owner);
    await expect(exports.run(other, service)).rejects.toThrow(JobPostponed);
    service.onModuleDestroy();
    await expect(running).rejects.toThrow(JobPostponed);
    expect(await exports.find(id)).toMatchObject({ attempts: 0, claimedUntil: null });
    await exports.run(id);
    expect(await exports.find(id)).toMatchObject({ state: 'done', attempts: 1 });
  });

  it('TLK-542 fails after five attempts that broke off, and says so in the night log', async () => {
    const id = await exports.request(server, owner);
    const broken = {
      listFiles: async function* (): AsyncGenerator<ZippedFile, void, void> {
        yield await Promise.reject<ZippedFile>(new Error('broken'));
      },
    };
    for (let n = 0; n < 5; n += 1) {
      await expect(exports.run(id, exports.newService(broken))).rejects.toThrow('broken');
    }
    const { objectKey } = await exports.find(id);
    await exports.run(id);
    expect(await exports.find(id)).toMatchObject({ state: 'failed', failure: 'broken', objectKey: null });
    expect(await archives()).not.toContain(objectKey);
    expect(await exports.pendingJobs(id)).toEqual([OUTBOX_TOPICS.notify]);
  });
});
