import { createHash, randomUUID } from 'node:crypto';
import http from 'node:http';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ExportTicket } from '@oniverse/contracts';
import {
  Application,
  Board,
  Capsule,
  ChannelAttention,
  Draft,
  ExportAddress,
  HeldMessage,
  ScheduledMessage,
  Image,
  MessageReaction,
  Notification,
  NotificationSettings,
  Post,
  PostReply,
  ProfileArchive,
  PushSubscription,
  Ripple,
  ServerAttention,
  Session,
  StoredObject,
  GroupMember,
  MemberGroup,
  TimeOut,
  type User,
  newObjectPath,
  storeKeyOf,
} from '@oniverse/data';
import { ObjectStore } from '@oniverse/platform';
import {
  makeConnection,
  makeMember,
  makeServer,
  DedicatedTestStack,
  unzip,
  waitUntil,
} from '@oniverse/testing';
import { makeAttachment } from '../../testing/album.js';
import { BackendUnderTest, bearer } from '../../testing/backend-under-test.js';
import { makePictureFile } from '../../testing/picture-files.js';
import { ExportedFiles } from './exported-files.js';
import { EXPORT } from './export-queue.js';
import { limitDuration } from './exports.service.js';

const NOT_FOUND = { statusCode: 404, code: 'not_found', message: 'Not found.', reason: 'notFound' };

describe('exports', () => {
  let stack: DedicatedTestStack;
  let backend: BackendUnderTest;
  let store: ObjectStore;

  beforeAll(async () => {
    stack = await DedicatedTestStack.startOnSharedPostgres();
    backend = await BackendUnderTest.start(stack.config());
    store = new ObjectStore(stack.config().objectStore);
  });

  afterAll(async () => {
    await backend.stop();
    await stack.stop();
  });

  const createAddress = (sessionId: string) =>
    backend.api.post('/api/users/me/export').set(...bearer(sessionId));
  const ticket = async (sessionId: string): Promise<ExportTicket> =>
    (await createAddress(sessionId).expect(200)).body;
  const download = async (url: string) => {
    const answer = await fetch(url);
    return { answer, bytes: Buffer.from(await answer.arrayBuffer()) };
  };
  const downloadExport = async (sessionId: string): Promise<Map<string, Buffer>> => {
    const { answer, bytes } = await download((await ticket(sessionId)).url);
    expect(answer.status).toBe(200);
    return unzip(bytes);
  };
  const parseFile = (files: Map<string, Buffer>, name: string): unknown =>
    JSON.parse(String(files.get(name)));
  const rows = () => stack.dataSource.getRepository(ExportAddress);
  const makePicture = async (
    user: User,
    bytes: Buffer | null,
    image: Partial<Image> = {},
  ): Promise<{ path: string; image: Image }> => {
    const path = newObjectPath();
    await stack.dataSource.getRepository(StoredObject).insert({
      path,
      userId: user.id,
      state: 'used',
      contentType: 'image/png',
      size: bytes?.length ?? 1,
      sha256: createHash('sha256').update(path).digest('hex'),
    });
    if (bytes)
      await store.put(storeKeyOf(path), chunks(bytes), { size: bytes.length, contentType: 'image/png' });
    const saved = await stack.dataSource
      .getRepository(Image)
      .save({ userId: user.id, imageUrl: path, title: 'Saturn', tags: ['rings'], ...image });
    return { path, image: saved };
  };
  async function* chunks(bytes: Buffer) {
    yield bytes;
  }
  const insertMessage = async (
    channelId: string,
    userId: string,
    seq: number,
    content: string,
    deleted = false,
  ) => {
    await stack.dataSource.query(
      `INSERT INTO messages (channel_id, user_id, seq, rev, content, nonce, deleted_at)
       VALUES ($1, $2, $3::integer, $3::integer, $4, $3::text, CASE WHEN $5 THEN now() END)`,
      [channelId, userId, seq, content, deleted],
    );
  };

  const createInvite = async (sessionId: string, serverId: string, body: object = {}): Promise<string> => {
    const answer = await backend.api
      .post(`/api/servers/${serverId}/invites`)
      .set(...bearer(sessionId))
      .send(body)
      .expect(201);
    return String(answer.body.code);
  };

  describe('the download address', () => {
    it('GAP-043 is valid for 15 minutes and stored as a hash', async () => {
      const { user, sessionId } = await makeMember(stack.dataSource);
      const before = Date.now();
      const { body } = await createAddress(sessionId).expect(200);
      expect(body).toEqual({ url: expect.any(String), expiresAt: expect.any(String) });
      expect(body.url).toMatch(new RegExp(`^${backend.url}/exports/[A-Za-z0-9_-]{43}$`));
      const validMs = new Date(body.expiresAt).getTime() - before;
      expect(validMs).toBeGreaterThan(EXPORT.addressMs - 5_000);
      expect(validMs).toBeLessThan(EXPORT.addressMs + 60_000);
      const token = body.url.split('/').at(-1);
      const row = await rows().findOneByOrFail({ userId: user.id });
      expect(row.tokenHash).toBe(createHash('sha256').update(token).digest('hex'));
    });

    it('GAP-043 replaces the previous address of the same member only', async () => {
      const { user, sessionId } = await makeMember(stack.dataSource);
      const stranger = await makeMember(stack.dataSource);
      const others = await ticket(stranger.sessionId);
      const [first, second] = [await ticket(sessionId), await ticket(sessionId)];
      expect(await rows().countBy({ userId: user.id })).toBe(1);
      await backend.api.get(new URL(first.url).pathname).expect(404, NOT_FOUND);
      expect((await download(second.url)).answer.status).toBe(200);
      expect((await download(others.url)).answer.status).toBe(200);
    });

    it('GAP-043 works once and without a session', async () => {
      const { sessionId } = await makeMember(stack.dataSource);
      const { url } = await ticket(sessionId);
      const { answer, bytes } = await download(url);
      expect(answer.status).toBe(200);
      expect((await unzip(bytes)).size).toBeGreaterThan(5);
      for (const again of [
        await backend.api.get(new URL(url).pathname),
        await backend.api.get(new URL(url).pathname).set(...bearer(sessionId)),
      ]) {
        expect([again.status, again.body]).toEqual([404, NOT_FOUND]);
      }
    });

    it('GAP-043 works for one of many concurrent downloads', async () => {
      const { sessionId } = await makeMember(stack.dataSource);
      const { url } = await ticket(sessionId);
      const answers = await Promise.all(Array.from({ length: 6 }, () => download(url)));
      const [first, ...others] = answers.map(({ answer }) => answer.status).toSorted((a, b) => a - b);
      expect(first).toBe(200);
      // 429 to those that arrive while the export runs and the address is not used up yet.
      expect(others.filter((status) => status !== 404 && status !== 429)).toEqual([]);
      await backend.api.get(new URL(url).pathname).expect(404, NOT_FOUND);
    });

    it('GAP-043 returns 404 when expired or unknown', async () => {
      const { user, sessionId } = await makeMember(stack.dataSource);
      const { url } = await ticket(sessionId);
      await rows().update({ userId: user.id }, { expiresAt: new Date(Date.now() - 1) });
      await backend.api.head(new URL(url).pathname).expect(404);
      await backend.api.get(new URL(url).pathname).expect(404, NOT_FOUND);
      for (const path of ['/exports/nothing', `/exports/${'x'.repeat(43)}`]) {
        await backend.api.get(path).expect(404, NOT_FOUND);
      }
      await backend.api.post(new URL(url).pathname).expect(404);
    });

    it('GAP-043 is not used up by HEAD', async () => {
      const { sessionId } = await makeMember(stack.dataSource);
      const { pathname } = new URL((await ticket(sessionId)).url);
      const head = await backend.api.head(pathname).expect(200);
      expect(head.headers['content-type']).toBe('application/zip');
      await backend.api.head('/exports/nothing').expect(404);
      await backend.api.get(pathname).expect(200);
      await backend.api.head(pathname).expect(404);
    });

    it('GAP-043 PER-003 requires a session to create', async () => {
      const { body } = await backend.api.post('/api/users/me/export').expect(401);
      expect(body.code).toBe('unauthorized');
    });

    it('GAP-043 can be created 10 times an hour per member', async () => {
      const limited = await BackendUnderTest.start(stack.config({ rateLimits: true }));
      try {
        const { sessionId } = await makeMember(stack.dataSource);
        const other = await makeMember(stack.dataSource);
        const create = (session: string) => limited.api.post('/api/users/me/export').set(...bearer(session));
        for (let n = 0; n < 10; n += 1) await create(sessionId).expect(200);
        const answer = await create(sessionId).expect(429);
        expect(answer.body.code).toBe('rate_limited');
        expect(Number(answer.headers['retry-after'])).toBeGreaterThan(60);
        await create(other.sessionId).expect(200);
      } finally {
        await limited.stop();
      }
    });
  });

  describe('the archive', () => {
    it('GAP-043 is sent as a ZIP attachment and never cached', async () => {
      const { user, sessionId } = await makeMember(stack.dataSource);
      const { answer } = await download((await ticket(sessionId)).url);
      const today = new Date().toISOString().slice(0, 10);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'application/zip',
        'content-disposition': `attachment; filename="oniverse-${user.username}-${today}.zip"`,
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      });
    });

    it('GAP-043 contains every list, empty for a new member', async () => {
      const { user, sessionId } = await makeMember(stack.dataSource);
      const files = await downloadExport(sessionId);
      const lists =
        'posts archived-posts replies ripples profile-archives bookmarks capsules boards images tags memberships read-marks attention drafts removals groups time-outs earlier-texts scheduled-messages radio-tracks held-messages applications followed-threads started-threads invites reactions connections passkeys';
      for (const list of lists.split(' ')) {
        expect([list, parseFile(files, `${list}.json`)]).toEqual([list, []]);
      }
      expect(parseFile(files, 'account-activity.json')).toEqual([
        expect.objectContaining({ kind: 'exported' }),
      ]);
      expect([...files.keys()].filter((name) => name.includes('/') || name === 'waitlist.json')).toEqual([]);
      expect(parseFile(files, 'account.json')).toEqual({
        id: user.id,
        username: user.username,
        email: user.email,
        emailVerifiedAt: null,
        recoveryEmail: null,
        isPublic: true,
        createdAt: user.createdAt.toISOString(),
        updatedAt: user.updatedAt.toISOString(),
      });
    });

    it('NXT-092 TLK-412 contains the own night log with its reminders, how the member hears of it, and no addresses of browsers', async () => {
      const { user, sessionId } = await makeMember(stack.dataSource);
      const friend = (await makeMember(stack.dataSource)).user;
      const entry = { kind: 'link', cause: 'test', groupKey: 'test' } as const;
      await makeConnection(stack.dataSource, user, friend, ['saturn']);
      const notifications = stack.dataSource.getRepository(Notification);
      const away = { readAt: new Date(0), putAwayAt: new Date(0), remindAt: new Date(1) };
      await notifications.insert({ ...entry, ...away, recipientId: user.id, actorId: friend.id });
      await notifications.insert({ ...entry, recipientId: friend.id, actorId: user.id });
      await stack.dataSource
        .getRepository(NotificationSettings)
        .insert({ userId: user.id, pushKinds: ['link'] });
      const session = await stack.dataSource.getRepository(Session).findOneByOrFail({ userId: user.id });
      await stack.dataSource.getRepository(PushSubscription).insert({
        sessionId: session.id,
        userId: user.id,
        endpoint: 'https://push.example/secret',
        p256dh: 'key',
        auth: 'secret',
      });
      const files = await downloadExport(sessionId);
      expect(parseFile(files, 'notifications.json')).toEqual([
        expect.objectContaining({
          kind: 'link',
          from: friend.username,
          readAt: '1970-01-01T00:00:00.000Z',
          putAwayAt: '1970-01-01T00:00:00.000Z',
          remindAt: '1970-01-01T00:00:00.001Z',
          happenedAt: null,
        }),
      ]);
      expect(parseFile(files, 'notification-settings.json')).toEqual([
        expect.objectContaining({ pushLinks: true, pushMentions: false, timeZone: 'UTC' }),
      ]);
      expect(parseFile(files, 'push-subscriptions.json')).toEqual([
        expect.objectContaining({ id: session.publicId, service: 'push.example' }),
      ]);
      expect(String(files.get('push-subscriptions.json'))).not.toContain('secret');
    });

    it('TLK-005 TLK-028 TLK-110 GAP-043 NXT-053 contains all data of a member', async () => {
      const { dataSource } = stack;
      const { user, sessionId } = await makeMember(dataSource, {
        displayName: 'Vesper Lund',
        bio: 'Nebulae.',
        profileMarkdown: '# Shrine\n\n#saturn',
      });
      const friend = await makeMember(dataSource);
      await dataSource.query(
        `INSERT INTO bookmarks (user_id, tag, note) VALUES ($1, 'saturn', 'For the talk in May.')`,
        [user.id],
      );
      await dataSource.query('INSERT INTO bookmarks (user_id, member_id) VALUES ($1, $2)', [
        user.id,
        friend.user.id,
      ]);
      await makeConnection(dataSource, user, friend.user, ['saturn']);
      const { server, channel, owner } = await makeServer(dataSource, { members: [user] });
      await insertMessage(channel.id, user.id, 1, 'Is anyone still up?');
      await insertMessage(channel.id, user.id, 2, '', true);
      await dataSource.query('UPDATE messages SET reply_to_seq = 1 WHERE channel_id = $1 AND seq = 2', [
        channel.id,
      ]);
      const reaction = { userId: user.id, channelId: channel.id, seq: 1, emoji: '✨', firstId: user.id };
      await dataSource.getRepository(MessageReaction).insert(reaction);
      await dataSource.getRepository(MessageReaction).insert({ ...reaction, userId: friend.user.id });
      await dataSource
        .getRepository(ServerAttention)
        .insert({ userId: user.id, serverId: server.id, level: 'all' });
      await dataSource
        .getRepository(ChannelAttention)
        .insert({ userId: user.id, channelId: channel.id, level: 'nothing' });
      const draft = { channelId: channel.id, content: 'Is anyone still', replyToSeq: 1, rev: '1' };
      await dataSource.getRepository(Draft).insert({ ...draft, userId: user.id });
      await dataSource.getRepository(Draft).insert({ ...draft, userId: friend.user.id });
      const timeOut = { serverId: server.id, until: new Date('2026-12-24T18:00:00Z'), reason: 'Spoilers.' };
      await dataSource.getRepository(TimeOut).insert([
        { ...timeOut, userId: user.id },
        { ...timeOut, userId: friend.user.id, reason: 'Another.' },
      ]);
      const group = await dataSource
        .getRepository(MemberGroup)
        .save({ serverId: server.id, name: 'night_watch', color: 'warm' });
      const named = { groupId: group.id, serverId: server.id };
      await dataSource.getRepository(GroupMember).insert([
        { ...named, userId: user.id },
        { ...named, userId: owner.id },
      ]);
      const heldMessage = { serverId: server.id, channelId: channel.id, nonce: 'held', replyToSeq: null };
      const declined = { state: 'declined' as const, word: 'No.', decidedAt: new Date() };
      await dataSource.getRepository(HeldMessage).insert([
        { ...heldMessage, ...declined, userId: user.id, content: 'Mine' },
        { ...heldMessage, ...declined, userId: friend.user.id, content: 'Another' },
      ]);
      const scheduledMessage = {
        channelId: channel.id,
        nonce: 'scheduled',
        replyToSeq: null,
        sendAt: new Date('2026-12-24T18:00:00.000Z'),
        dueAt: null,
        claimedUntil: null,
        failure: { code: 'not_found' as const, message: 'Gone.' },
      };
      await dataSource.getRepository(ScheduledMessage).insert([
        { ...scheduledMessage, userId: user.id, content: 'Mine' },
        { ...scheduledMessage, userId: friend.user.id, content: 'Another' },
      ]);
      const application = { serverId: server.id, ...declined, word: 'Not yet.' };
      const answers = [{ question: 'Why?', answer: 'For the stars.' }];
      await dataSource.getRepository(Application).insert([
        { ...application, userId: user.id, answers },
        { ...application, userId: friend.user.id, answers: [] },
      ]);
      const own = { userId: user.id, tags: ['saturn'] };
      const post = await dataSource.getRepository(Post).save({
        ...own,
        title: 'First light',
        content: 'Saw the rings.',
        markdownContent: 'Saw **the rings**.',
        isPublic: false,
      });
      const archived = await dataSource.getRepository(Post).save({
        ...own,
        title: 'Old news',
        content: 'Old.',
        markdownContent: 'Old.',
        isArchived: true,
      });
      const theirs = await dataSource
        .getRepository(Post)
        .save({ userId: friend.user.id, title: 'Rings', content: 'a', markdownContent: 'a' });
      const written = await dataSource.getRepository(PostReply).save({
        postId: theirs.id,
        userId: user.id,
        parentId: null,
        content: 'Two seconds.',
        deletedAt: null,
      });
      await dataSource.getRepository(Ripple).insert({ postId: theirs.id, userId: user.id });
      const capsule = await dataSource
        .getRepository(Capsule)
        .save({ ...own, name: 'Winter', description: null });
      const archive = await dataSource
        .getRepository(ProfileArchive)
        .save({ ...own, capsuleId: capsule.id, title: 'Autumn', markdownContent: '# Then', isHidden: true });
      await dataSource
        .getRepository(ProfileArchive)
        .save({ ...own, title: 'Spring', markdownContent: 'Leaves.', isShownPublicly: true });
      const board = await dataSource
        .getRepository(Board)
        .save({ ...own, name: 'Roof', description: null, isPublic: false });
      const bytes = makePictureFile('image/png', 300_000);
      const { image, path } = await makePicture(user, bytes, {
        boardId: board.id,
        description: 'On the roof.',
        isPublic: false,
      });
      await dataSource.query(
        `INSERT INTO waitlist_entries (email, oni_id, access_key, source) VALUES ($1, 'vesper_l', 'S3CRET', 'landing')`,
        [user.email],
      );
      const avatar = await makePicture(user, makePictureFile('image/png', 700));
      await dataSource.getRepository(Image).delete(avatar.image.id);
      await dataSource.query('UPDATE users SET profile_image_url = $2 WHERE id = $1', [user.id, avatar.path]);

      const files = await downloadExport(sessionId);
      expect(parseFile(files, 'profile.json')).toMatchObject({
        username: user.username,
        displayName: 'Vesper Lund',
        bio: 'Nebulae.',
        profileImageUrl: avatar.path,
      });
      expect(String(files.get('profile.md'))).toBe('# Shrine\n\n#saturn');
      const dates = { createdAt: expect.any(String), updatedAt: expect.any(String) };
      expect(parseFile(files, 'posts.json')).toEqual([
        {
          id: post.id,
          title: 'First light',
          content: 'Saw the rings.',
          markdownContent: 'Saw **the rings**.',
          tags: ['saturn'],
          isPublic: false,
          isArchived: false,
          ...dates,
        },
      ]);
      expect(parseFile(files, 'archived-posts.json')).toMatchObject([{ id: archived.id, isArchived: true }]);
      expect(parseFile(files, 'replies.json')).toEqual([
        {
          id: written.id,
          postId: theirs.id,
          parentId: null,
          content: 'Two seconds.',
          createdAt: expect.any(String),
          deletedAt: null,
        },
      ]);
      expect(parseFile(files, 'ripples.json')).toEqual([{ id: theirs.id, createdAt: expect.any(String) }]);
      expect(parseFile(files, 'bookmarks.json')).toEqual([
        {
          id: expect.any(String),
          kind: 'tag',
          subject: 'saturn',
          title: 'saturn',
          note: 'For the talk in May.',
          boardId: null,
          openedAt: null,
          createdAt: expect.any(String),
        },
        {
          id: expect.any(String),
          kind: 'member',
          subject: friend.user.id,
          title: null,
          note: null,
          boardId: null,
          openedAt: null,
          createdAt: expect.any(String),
        },
      ]);
      expect(parseFile(files, 'capsules.json')).toEqual([
        { id: capsule.id, name: 'Winter', description: null, tags: ['saturn'], ...dates },
      ]);
      expect(parseFile(files, 'profile-archives.json')).toMatchObject([
        {
          id: archive.id,
          capsuleId: capsule.id,
          markdownContent: '# Then',
          isHidden: true,
          isShownPublicly: false,
        },
        { title: 'Spring', isShownPublicly: true },
      ]);
      expect(parseFile(files, 'boards.json')).toMatchObject([
        { id: board.id, name: 'Roof', isPublic: false },
      ]);
      const day = image.createdAt.toISOString().slice(0, 10);
      const file = `pictures/${day}-saturn-${image.id.slice(-12)}.png`;
      expect(parseFile(files, 'images.json')).toMatchObject([
        {
          id: image.id,
          imageUrl: path,
          description: 'On the roof.',
          boardId: board.id,
          isPublic: false,
          file,
        },
      ]);
      expect(files.get(file)?.equals(bytes)).toBe(true);
      expect(files.get('avatar.png')?.equals(makePictureFile('image/png', 700))).toBe(true);
      // The profile, two posts, a capsule, two archives and a board.
      expect(parseFile(files, 'tags.json')).toEqual([
        { name: 'rings', uses: 1 },
        { name: 'saturn', uses: 7 },
      ]);
      expect(parseFile(files, 'memberships.json')).toEqual([
        { id: server.id, name: server.name, isPublic: true, role: 'member', joinedAt: expect.any(String) },
      ]);
      const folder = [...files.keys()].filter((name) => name.startsWith('messages/'));
      expect(folder).toHaveLength(1);
      expect(parseFile(files, folder[0] ?? '')).toMatchObject([
        { seq: 1, content: 'Is anyone still up?', replyToSeq: null, deletedAt: null },
        { seq: 2, content: '', replyToSeq: 1, deletedAt: expect.any(String) },
      ]);
      expect(parseFile(files, 'reactions.json')).toEqual([
        { channelId: channel.id, seq: 1, emoji: '✨', createdAt: expect.stringMatching(/Z$/) },
      ]);
      expect(parseFile(files, 'attention.json')).toEqual(
        [
          { id: server.id, serverId: server.id, channelId: null, level: 'all' },
          { id: channel.id, serverId: server.id, channelId: channel.id, level: 'nothing' },
        ].toSorted((one, other) => (one.id < other.id ? -1 : 1)),
      );
      expect(parseFile(files, 'drafts.json')).toEqual([
        {
          id: channel.id,
          content: 'Is anyone still',
          replyToSeq: 1,
          updatedAt: expect.stringMatching(/Z$/),
        },
      ]);
      expect(parseFile(files, 'time-outs.json')).toEqual([
        {
          id: server.id,
          until: '2026-12-24T18:00:00.000Z',
          reason: 'Spoilers.',
          createdAt: expect.stringMatching(/Z$/),
        },
      ]);
      expect(parseFile(files, 'groups.json')).toEqual([
        {
          id: group.id,
          serverId: server.id,
          name: 'night_watch',
          color: 'warm',
          addedAt: expect.stringMatching(/Z$/),
        },
      ]);
      expect(parseFile(files, 'scheduled-messages.json')).toEqual([
        {
          id: expect.any(String),
          channelId: channel.id,
          content: 'Mine',
          replyToSeq: null,
          sendAt: '2026-12-24T18:00:00.000Z',
          isLeft: false,
          notSentBecause: 'Gone.',
          createdAt: expect.stringMatching(/Z$/),
        },
      ]);
      expect(parseFile(files, 'held-messages.json')).toEqual([
        {
          id: expect.any(String),
          channelId: channel.id,
          content: 'Mine',
          state: 'declined',
          word: 'No.',
          createdAt: expect.stringMatching(/Z$/),
        },
      ]);
      expect(parseFile(files, 'applications.json')).toEqual([
        {
          id: expect.any(String),
          serverId: server.id,
          answers,
          state: 'declined',
          word: 'Not yet.',
          createdAt: expect.stringMatching(/Z$/),
        },
      ]);
      expect(parseFile(files, 'connections.json')).toMatchObject([
        { id: friend.user.id, username: friend.user.username, strength: 1, sharedTags: ['saturn'] },
      ]);
      expect(parseFile(files, 'sessions.json')).toMatchObject([{ id: expect.any(String), device: null }]);
      expect(parseFile(files, 'waitlist.json')).toMatchObject({ email: user.email, oniId: 'vesper_l' });
      expect(String(files.get(`posts/${day}-first-light-${post.id.slice(-12)}.md`))).toBe(
        `# First light\n\n${post.createdAt.toISOString()} #saturn\n\n---\n\nSaw **the rings**.\n`,
      );
      expect(files.has(`posts/archived/${day}-old-news-${archived.id.slice(-12)}.md`)).toBe(true);
      expect(files.has(`archives/${day}-autumn-${archive.id.slice(-12)}.md`)).toBe(true);
    });

    it('TLK-052 contains the messages in threads, and the started and the followed threads', async () => {
      const { user, sessionId } = await makeMember(stack.dataSource);
      const { server, channel } = await makeServer(stack.dataSource, { members: [user] });
      const send = async (path: string, content: string) => {
        const answer = await backend.api
          .post(`/api${path}`)
          .set(...bearer(sessionId))
          .send({ content })
          .expect(201);
        return answer.body;
      };
      const message = await send(`/channels/${channel.id}/messages`, 'Clear skies.');
      const { channelId } = await send(`/messages/${message.id}/thread`, 'Here too.');
      const files = await downloadExport(sessionId);
      const folder = [...files.keys()].filter((name) => name.startsWith('messages/')).toSorted();
      expect(folder).toEqual([
        expect.stringMatching(new RegExp(`/general-${channel.id.slice(-12)}\\.json$`)),
        expect.stringMatching(
          new RegExp(`${server.id.slice(-12)}/threads/general-${channelId.slice(-12)}\\.json$`),
        ),
      ]);
      expect(parseFile(files, folder[1] ?? '')).toMatchObject([{ seq: 1, content: 'Here too.' }]);
      const createdAt = expect.stringMatching(/Z$/);
      expect(parseFile(files, 'started-threads.json')).toEqual([
        { id: channelId, messageId: message.id, createdAt },
      ]);
      expect(parseFile(files, 'followed-threads.json')).toEqual([{ id: channelId, createdAt }]);
    });

    it('TLK-432 contains the messages in conversations, and the conversations', async () => {
      const [one, other] = [await makeMember(stack.dataSource), await makeMember(stack.dataSource)];
      await makeConnection(stack.dataSource, one.user, other.user, ['maps']);
      const call = (path: string, body: object, { sessionId } = one) =>
        backend.api
          .post(`/api${path}`)
          .set(...bearer(sessionId))
          .send(body)
          .expect(201);
      const { body: conversation } = await call('/conversations', { userIds: [other.user.id] });
      await call(`/channels/${conversation.id}/messages`, { content: 'Ten past five.' });
      const { body: answer } = await call(
        `/channels/${conversation.id}/messages`,
        { content: 'I will be there.' },
        other,
      );
      const { body: reply } = await call(`/messages/${answer.id}/thread`, { content: 'At the gate.' }, other);
      const threadId: string = reply.channelId;
      await call(`/channels/${threadId}/messages`, { content: 'At the gate, then.' });
      const files = await downloadExport(one.sessionId);
      expect(parseFile(files, `conversations/${conversation.id.slice(-12)}.json`)).toMatchObject([
        { seq: 1, from: one.user.username, content: 'Ten past five.', threadId: null },
        { seq: 2, from: other.user.username, content: 'I will be there.', threadId },
      ]);
      const folder = `conversations/${conversation.id.slice(-12)}/threads`;
      expect(parseFile(files, `${folder}/${threadId}.json`)).toMatchObject([
        { seq: 1, from: other.user.username, content: 'At the gate.' },
        { seq: 2, from: one.user.username, content: 'At the gate, then.' },
      ]);
      expect(parseFile(files, 'followed-threads.json')).toMatchObject([{ id: threadId }]);
      expect([...files.keys()].filter((name) => name.startsWith('messages/'))).toEqual([]);
      expect(parseFile(files, 'conversations.json')).toMatchObject([
        { id: conversation.id, isGroup: false, name: null, members: [other.user.username] },
      ]);
      expect(parseFile(files, 'started-threads.json')).toEqual([]);

      // Of a conversation that the member left, only their own messages are left.
      await backend.api
        .delete(`/api/conversations/${conversation.id}/membership`)
        .set(...bearer(one.sessionId))
        .expect(200);
      const later = await downloadExport(one.sessionId);
      const path = `messages/conversations/${conversation.id.slice(-12)}.json`;
      expect(parseFile(later, path)).toMatchObject([{ seq: 1, content: 'Ten past five.' }]);
      const inThread = `messages/conversations/threads/${threadId.slice(-12)}.json`;
      expect(parseFile(later, inThread)).toMatchObject([{ seq: 2, content: 'At the gate, then.' }]);
      expect([...later.keys()].filter((name) => name.startsWith('conversations/'))).toEqual([]);
    });

    it('SAF-040 contains the members that the member blocked and muted, and no blocks by others', async () => {
      const { user, sessionId } = await makeMember(stack.dataSource);
      const [blocked, blocker, muted] = await Promise.all(
        [{}, {}, { isPublic: false }].map(
          async (values) => (await makeMember(stack.dataSource, values)).user,
        ),
      );
      await stack.dataSource.query(
        `INSERT INTO blocks (member_id, other_id, is_own)
         VALUES ($1, $2, true), ($2, $1, false), ($1, $3, false), ($3, $1, true)`,
        [user.id, blocked?.id, blocker?.id],
      );
      await stack.dataSource.query('INSERT INTO mutes (member_id, other_id) VALUES ($1, $2)', [
        user.id,
        muted?.id,
      ]);
      const files = await downloadExport(sessionId);
      expect(parseFile(files, 'blocks.json')).toEqual([
        { id: blocked?.id, username: blocked?.username, createdAt: expect.any(String) },
      ]);
      // The name of a private member is withheld from those who share no dimension.
      expect(parseFile(files, 'mutes.json')).toEqual([
        { id: muted?.id, username: null, createdAt: expect.any(String) },
      ]);
    });

    it('GAP-043 contains no secrets', async () => {
      const { user, sessionId } = await makeMember(stack.dataSource, { password: 'HASHED-PASSWORD' });
      await stack.dataSource.query(
        `INSERT INTO waitlist_entries (email, access_key, source) VALUES ($1, 'HASHED-KEY', 'landing')`,
        [user.email],
      );
      const sessionHash = createHash('sha256').update(sessionId).digest('hex');
      const { url } = await ticket(sessionId);
      const files = await unzip((await download(url)).bytes);
      const all = Buffer.concat([...files.values()]).toString();
      for (const secret of ['HASHED-PASSWORD', 'HASHED-KEY', sessionId, sessionHash, url.split('/').at(-1)]) {
        expect(all).not.toContain(secret);
      }
    });

    it('GAP-043 PER-005 PER-010 PER-011 contains no private data of other members', async () => {
      const { dataSource } = stack;
      const { user, sessionId } = await makeMember(dataSource);
      const mark = 'umbraquill';
      const other = await makeMember(dataSource, {
        username: mark,
        displayName: mark,
        profileMarkdown: `#${mark}`,
        isPublic: false,
      });
      await dataSource.query('INSERT INTO bookmarks (user_id, member_id) VALUES ($1, $2)', [
        user.id,
        other.user.id,
      ]);
      await makeConnection(dataSource, user, other.user, [mark]);
      await dataSource
        .getRepository(Post)
        .save({ userId: other.user.id, title: mark, content: mark, markdownContent: mark });
      await makePicture(other.user, Buffer.from(mark), { title: mark });
      const shared = await makeServer(dataSource, { isPublic: false, members: [user, other.user] });
      await insertMessage(shared.channel.id, other.user.id, 1, mark);
      await insertMessage(shared.channel.id, user.id, 2, 'I am here.');
      // The member has left this server and must not see its new name.
      const left = await makeServer(dataSource, { isPublic: false, members: [other.user] });
      await insertMessage(left.channel.id, user.id, 1, 'I was here.');
      await dataSource.query('UPDATE servers SET name = $2 WHERE id = $1', [left.server.id, mark]);
      await dataSource.query('UPDATE channels SET name = $2 WHERE id = $1', [left.channel.id, mark]);

      const files = await downloadExport(sessionId);
      for (const [name, bytes] of files) {
        expect([name, name.includes(mark) || bytes.includes(mark)]).toEqual([name, false]);
        expect([name, bytes.includes(other.user.id)]).toEqual([name, false]);
      }
      expect(
        parseFile(files, `messages/${left.server.id.slice(-12)}/${left.channel.id.slice(-12)}.json`),
      ).toMatchObject([{ content: 'I was here.' }]);
      const own = [...files].filter(([name]) => name.includes(shared.channel.id.slice(-12)));
      expect(own.map(([, bytes]) => JSON.parse(String(bytes)))).toMatchObject([[{ content: 'I am here.' }]]);
      expect(parseFile(files, 'memberships.json')).toMatchObject([{ id: shared.server.id }]);
    });

    it('GAP-043 GAP-126 lists the member’s invites without their codes', async () => {
      const { dataSource } = stack;
      const { user, sessionId } = await makeMember(dataSource);
      const other = await makeMember(dataSource);
      const here = await makeServer(dataSource, { isPublic: false, members: [user, other.user] });
      const left = await makeServer(dataSource, { isPublic: false, members: [user] });
      await dataSource.query(`UPDATE server_members SET role = 'moderator' WHERE user_id = ANY($1)`, [
        [user.id, other.user.id],
      ]);
      const codes = [
        await createInvite(sessionId, here.server.id, { maxUses: 3, expiresInHours: 2 }),
        await createInvite(sessionId, left.server.id),
        await createInvite(other.sessionId, here.server.id, { maxUses: 77 }),
      ];
      const guest = await makeMember(dataSource);
      await backend.api
        .post(`/api/invites/${codes[0]}/accept`)
        .set(...bearer(guest.sessionId))
        .expect(200);
      await backend.api
        .post(`/api/servers/${left.server.id}/leave`)
        .set(...bearer(sessionId))
        .expect(200);

      const files = await downloadExport(sessionId);
      const invites: unknown = parseFile(files, 'invites.json');
      const times = { createdAt: expect.any(String), expiresAt: expect.any(String) };
      expect(invites).toEqual([
        { serverId: here.server.id, serverName: here.server.name, maxUses: 3, uses: 1, ...times },
      ]);
      const all = Buffer.concat([...files.values()]).toString();
      for (const code of codes) {
        expect(all).not.toContain(code);
        expect(all).not.toContain(createHash('sha256').update(code).digest('hex'));
      }
    });

    it('GAP-043 PER-009 lists no connections for a private member', async () => {
      const { user, sessionId } = await makeMember(stack.dataSource, { isPublic: false });
      const other = await makeMember(stack.dataSource);
      await makeConnection(stack.dataSource, user, other.user, ['saturn']);
      expect(parseFile(await downloadExport(sessionId), 'connections.json')).toEqual([]);
    });

    it('GAP-043 contains only the README when the member was erased before the start', async () => {
      const files = backend.app.get(ExportedFiles).listFiles(randomUUID(), Promise.resolve());
      expect((await files.next()).value).toMatchObject({ path: 'README.md' });
      expect(await files.next()).toEqual({ done: true, value: undefined });
    });

    it('GAP-043 notes a missing picture and continues', async () => {
      const { user, sessionId } = await makeMember(stack.dataSource);
      const { image } = await makePicture(user, null);
      const bytes = makePictureFile('image/png', 900);
      const { image: stored } = await makePicture(user, bytes);
      const files = await downloadExport(sessionId);
      const images: unknown = parseFile(files, 'images.json');
      const fileOf = (id: string): string =>
        Array.isArray(images) ? String(images.find((entry) => entry.id === id)?.file) : '';
      expect(files.has(fileOf(image.id))).toBe(false);
      expect(String(files.get(`${fileOf(image.id)}.missing.txt`))).toBe('This file could not be found.\n');
      expect(files.get(fileOf(stored.id))?.equals(bytes)).toBe(true);
    });

    it('TLK-361 has the files of messages as they were uploaded', async () => {
      const { user, sessionId } = await makeMember(stack.dataSource);
      const { id, path } = await makeAttachment(stack.dataSource, user.id, {
        name: 'Az 94: “first” path.TXT',
        alt: 'A note',
      });
      const bytes = Buffer.from('Az 94 for both.');
      await store.put(storeKeyOf(path), chunks(bytes), { size: bytes.length, contentType: 'text/plain' });
      const files = await downloadExport(sessionId);
      const file = expect.stringMatching(/^files\/\d{4}-\d{2}-\d{2}-az-94-first-path-[0-9a-f]{12}\.txt$/);
      const listed: unknown = parseFile(files, 'files.json');
      expect(listed).toEqual([expect.objectContaining({ id, alt: 'A note', messageId: null, file })]);
      const [name] = [...files.keys()].filter((key) => key.startsWith('files/'));
      expect(listed).toMatchObject([{ file: name }]);
      expect(files.get(name ?? '')?.equals(bytes)).toBe(true);
    });

    it('GAP-043 uses file names that are valid on every system', async () => {
      const { user, sessionId } = await makeMember(stack.dataSource);
      const titles = [
        '../../../etc/passwd',
        'C:\\Windows\\con',
        '...',
        'a/b:c*d?"<>|',
        '🌒🌓',
        'Ночь',
        'same',
        'same',
        '夜'.repeat(200),
        'line\nbreak',
      ];
      await stack.dataSource
        .getRepository(Post)
        .save(titles.map((title) => ({ userId: user.id, title, content: 'x', markdownContent: 'x' })));
      const names = [...(await downloadExport(sessionId)).keys()].filter((name) => name.startsWith('posts/'));
      expect(names).toHaveLength(titles.length);
      for (const name of names) {
        expect(name).toMatch(/^posts\/\d{4}-\d\d-\d\d(-[\p{L}\p{M}\p{N}-]+)?-[0-9a-f]{12}\.md$/u);
        expect(Buffer.byteLength(name)).toBeLessThan(255);
      }
      expect(names.some((name) => name.includes('etc-passwd'))).toBe(true);
      expect(names.some((name) => name.includes('ночь'))).toBe(true);
    });

    it('GAP-043 contains every entry of lists with many pages', async () => {
      const { user, sessionId } = await makeMember(stack.dataSource);
      await stack.dataSource.query(
        `INSERT INTO posts (user_id, title, content, markdown_content, tags, is_archived)
         SELECT $1, 'Post ' || n, 'text', 'text', ARRAY['tag' || n], n % 2 = 0 FROM generate_series(1, 130) n`,
        [user.id],
      );
      const servers = [await makeServer(stack.dataSource), await makeServer(stack.dataSource)];
      for (const { channel } of servers) {
        await stack.dataSource.query(
          `INSERT INTO messages (channel_id, user_id, seq, rev, content, nonce)
           SELECT $1, $2, n, n, 'said ' || n, n::text FROM generate_series(1, 1201) n`,
          [channel.id, user.id],
        );
      }
      await stack.dataSource.query(
        `INSERT INTO invites (id, server_id, created_by, expires_at)
         SELECT encode(sha256(n::text::bytea), 'hex'), $1, $2, now() FROM generate_series(1, 1100) n`,
        [servers[0]?.server.id, user.id],
      );
      const files = await downloadExport(sessionId);
      expect(parseFile(files, 'posts.json')).toHaveLength(65);
      expect(parseFile(files, 'invites.json')).toHaveLength(1_100);
      expect(parseFile(files, 'archived-posts.json')).toHaveLength(65);
      expect(parseFile(files, 'tags.json')).toHaveLength(130);
      const messageFiles = [...files.keys()].filter((name) => name.startsWith('messages/'));
      expect(messageFiles).toHaveLength(2);
      for (const name of messageFiles) {
        const messages = parseFile(files, name);
        expect(Array.isArray(messages) && messages.map(({ seq }) => seq)).toEqual(
          Array.from({ length: 1201 }, (_, n) => n + 1),
        );
      }
    });
  });

  describe('the download', () => {
    /** Starts a download without reading its body. */
    const startDownload = (url: string): Promise<{ status: number; abort: () => void }> =>
      new Promise((resolve, reject) => {
        const request = http.get(url, { agent: false }, (answer) => {
          resolve({ status: answer.statusCode ?? 0, abort: () => request.destroy() });
        });
        request.on('error', reject);
      });
    const withBigPictures = async () => {
      const member = await makeMember(stack.dataSource);
      for (let n = 0; n < 2; n += 1) await makePicture(member.user, makePictureFile('image/png', 10_000_000));
      return member;
    };

    it('GAP-043 waits its turn when the maximum number of exports is running', async () => {
      const members = await Promise.all(Array.from({ length: EXPORT.concurrent }, withBigPictures));
      const downloads = await Promise.all(
        members.map(async ({ sessionId }) => startDownload((await ticket(sessionId)).url)),
      );
      expect(downloads.map(({ status }) => status)).toEqual(downloads.map(() => 200));
      const { sessionId: late } = await makeMember(stack.dataSource);
      const waiting = await fetch((await ticket(late)).url);
      expect(waiting.status).toBe(200);
      downloads[0]?.abort();
      const files = await unzip(Buffer.from(await waiting.arrayBuffer()));
      expect(files.has('account.json')).toBe(true);
      for (const { abort } of downloads) abort();
    });

    it('GAP-043 runs once per member at a time and does not use up a second address', async () => {
      const { sessionId } = await withBigPictures();
      const first = await startDownload((await ticket(sessionId)).url);
      const { url } = await ticket(sessionId);
      const refused = await backend.api.get(new URL(url).pathname).expect(429);
      expect(refused.body.code).toBe('rate_limited');
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      first.abort();
      await waitUntil('the first download to end', async () => (await download(url)).answer.status === 200);
    });

    it('GAP-043 is aborted when it takes too long', async () => {
      const bytes = new PassThrough();
      limitDuration(bytes, Promise.resolve(), 1);
      await expect(bytes.toArray()).rejects.toThrow('took too long');
    });

    it('GAP-043 uses up the address when the connection breaks, and a new address works', async () => {
      const { sessionId } = await withBigPictures();
      const { url } = await ticket(sessionId);
      const { abort } = await startDownload(url);
      abort();
      await backend.api.get(new URL(url).pathname).expect(404, NOT_FOUND);
      expect((await downloadExport(sessionId)).size).toBeGreaterThan(2);
    });

    it('GAP-043 fails visibly when the object store stops, so that no partial archive looks complete', async () => {
      const { sessionId } = await withBigPictures();
      const { url } = await ticket(sessionId);
      const answer = await new Promise<http.IncomingMessage>((resolve, reject) => {
        http.get(url, { agent: false }, resolve).on('error', reject);
      });
      await stack.killObjectStore();
      await expect(answer.toArray()).rejects.toThrow();
      await stack.startObjectStore();
      expect((await downloadExport(sessionId)).size).toBeGreaterThan(2);
    });
  });
});
