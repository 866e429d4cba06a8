import { createHash, randomBytes, randomUUID } from 'node:crypto';
import {
  Application,
  Board,
  Capsule,
  Case,
  Channel,
  ChannelCategory,
  ChannelGrant,
  GroupMember,
  HeldMessage,
  Image,
  Invite,
  MemberGroup,
  Message,
  Post,
  PostReply,
  ProfileArchive,
  Radio,
  RadioTrack,
  Report,
  ScheduledMessage,
  ServerRemoval,
  StoredObject,
  TimeOut,
  type User,
} from '@oniverse/data';
import { makeMember, makeServer, type Rows } from '@oniverse/testing';
import type { DataSource } from 'typeorm';
import { makeAttachment } from './album.js';

/** Callers to test permissions with. A stranger is a member outside the server; one who is timed out is in it. */
export const IDENTITIES = ['visitor', 'stranger', 'member', 'moderator', 'owner', 'timedOut'] as const;
export type Identity = (typeof IDENTITIES)[number];

/** One server with its members, and one of each kind of content that its owner can have. */
export interface Fixture {
  sessions: Record<Identity, string | null>;
  owner: User;
  strangerId: string;
  memberId: string;
  moderatorId: string;
  timedOutId: string;
  bannedId: string;
  bannedSession: string;
  /** Public id of another session of the owner, not in `sessions`. */
  otherSessionId: string;
  serverId: string;
  channelId: string;
  /** Not the default channel. It names the timed out member and the group with the moderator, and is not private. */
  otherChannelId: string;
  messageId: string;
  /** A channel where only staff write, and a message of the owner there. */
  locked: { channelId: string; messageId: string };
  /** A channel that only staff read, with a message of the owner and a thread on another one. */
  hidden: { channelId: string; messageId: string; threadId: string };
  categoryId: string;
  /** The ids of all channels and of the category, in their order. */
  channelOrder: string[];
  /** On a message of the owner in the other channel, without followers. */
  threadId: string;
  /** About a message of the member. */
  caseId: string;
  /** By the member. */
  heldMessageId: string;
  scheduledMessageId: string;
  /** By the stranger. */
  applicationId: string;
  inviteCode: string;
  /** With the member. */
  groupId: string;
  /** With the moderator. */
  staffGroupId: string;
  inviteId: string;
  postId: string;
  /** By the member, to the owner's post. */
  replyId: string;
  boardId: string;
  imageId: string;
  capsuleId: string;
  profileArchiveId: string;
  /** An upload of the owner that nothing uses yet. */
  unusedPath: string;
  imagePath: string;
  /** An upload of the owner that no message has. */
  attachmentId: string;
  /** By the owner, in the radio of the channel. */
  trackId: string;
}

const secret = (): string => randomBytes(24).toString('base64url');

async function storeObject(rows: Rows, userId: string, state: 'stored' | 'used'): Promise<string> {
  const path = `/objects/${secret()}`;
  await rows.getRepository(StoredObject).insert({
    path,
    userId,
    state,
    uploadTokenHash: createHash('sha256').update(path).digest('hex'),
    uploadExpiresAt: new Date(Date.now() + 60_000),
    contentType: 'image/png',
    size: 8,
    sha256: createHash('sha256').update('picture').digest('hex'),
  });
  return path;
}

/** @param shown whether the owner's profile and content and the server are public */
export async function makeFixture(dataSource: DataSource, options: { shown: boolean }): Promise<Fixture> {
  // In one transaction, because each `save` begins and commits its own otherwise.
  return dataSource.transaction((rows) => insertFixture(rows, options));
}

async function insertFixture(rows: Rows, { shown }: { shown: boolean }): Promise<Fixture> {
  const stranger = await makeMember(rows);
  const member = await makeMember(rows);
  const moderator = await makeMember(rows);
  const timedOut = await makeMember(rows);
  const banned = await makeMember(rows);
  const { server, channel, owner } = await makeServer(rows, {
    isPublic: shown,
    members: [member.user, moderator.user, timedOut.user],
  });
  await rows.query(`UPDATE server_members SET role = 'moderator' WHERE user_id = $1`, [moderator.user.id]);
  await rows.getRepository(ServerRemoval).insert({ serverId: server.id, userId: banned.user.id });
  await rows.getRepository(TimeOut).insert({
    serverId: server.id,
    userId: timedOut.user.id,
    until: new Date(Date.now() + 3_600_000),
    reason: 'Spoilers.',
  });
  await rows.query('UPDATE users SET is_public = $2 WHERE id = $1', [owner.id, shown]);
  const ownerSession = await addSession(rows, owner.id);
  const other = await addSession(rows, owner.id);
  const userId = owner.id;
  const otherChannel = await rows.getRepository(Channel).save({ serverId: server.id, name: 'roof' });
  const message = await rows
    .getRepository(Message)
    .save({ channelId: channel.id, userId, seq: 1, rev: 1, content: 'Clear skies.', nonce: 'one' });
  await rows.getRepository(Channel).update({ id: channel.id }, { lastSeq: 1, lastRev: 1 });
  const caseId = await openCase(rows, {
    serverId: server.id,
    channelId: otherChannel.id,
    authorId: member.user.id,
    reporterId: userId,
  });
  const heldMessage = await rows.getRepository(HeldMessage).save({
    serverId: server.id,
    channelId: channel.id,
    userId: member.user.id,
    content: 'Free nitro.',
    nonce: 'held',
    replyToSeq: null,
    word: null,
    decidedAt: null,
  });
  const sendAt = new Date(Date.now() + 86_400_000);
  const scheduledMessage = await rows.getRepository(ScheduledMessage).save({
    userId: member.user.id,
    channelId: channel.id,
    content: 'Clear skies tonight.',
    nonce: 'scheduled',
    replyToSeq: null,
    sendAt,
    dueAt: sendAt,
    claimedUntil: null,
    failure: null,
  });
  const application = await rows.getRepository(Application).save({
    serverId: server.id,
    userId: stranger.user.id,
    answers: [{ question: 'Why?', answer: 'For the stars.' }],
    word: null,
    decidedAt: null,
  });
  const save = { userId, tags: ['saturn'] };
  const post = await rows.getRepository(Post).save({
    ...save,
    title: 'First light',
    content: 'Saw the rings.',
    markdownContent: 'Saw the rings. #saturn',
    isPublic: shown,
  });
  const reply = await rows
    .getRepository(PostReply)
    .save({ postId: post.id, userId: member.user.id, parentId: null, content: 'Clouds.', deletedAt: null });
  const board = await rows
    .getRepository(Board)
    .save({ ...save, name: 'Observatory', isPublic: shown, description: null });
  const imagePath = await storeObject(rows, userId, 'used');
  const image = await rows
    .getRepository(Image)
    .save({ ...save, boardId: board.id, imageUrl: imagePath, title: 'Saturn', isPublic: shown });
  const capsule = await rows.getRepository(Capsule).save({ ...save, name: 'Winter', description: null });
  const archive = await rows.getRepository(ProfileArchive).save({
    ...save,
    capsuleId: capsule.id,
    title: 'Autumn',
    markdownContent: '# Shrine',
    isShownPublicly: true,
  });
  const locked = await lockChannel(rows, { serverId: server.id, userId });
  const hidden = await hideChannel(rows, { serverId: server.id, userId });
  const groupId = await makeGroup(rows, server.id, { name: 'night_watch', userId: member.user.id });
  const staffGroupId = await makeGroup(rows, server.id, {
    name: 'lookouts',
    userId: moderator.user.id,
  });
  const named = { channelId: otherChannel.id, serverId: server.id };
  await rows.getRepository(ChannelGrant).insert([
    { ...named, userId: timedOut.user.id, groupId: null },
    { ...named, userId: null, groupId: staffGroupId },
  ]);
  const category = await rows
    .getRepository(ChannelCategory)
    .save({ serverId: server.id, name: 'Events', position: 1 });
  const inviteCode = randomBytes(16).toString('base64url');
  const inviteId = randomUUID();
  await rows.getRepository(Invite).insert({
    publicId: inviteId,
    id: createHash('sha256').update(inviteCode).digest('hex'),
    serverId: server.id,
    createdBy: userId,
    expiresAt: new Date(Date.now() + 3_600_000),
  });
  return {
    sessions: {
      visitor: null,
      stranger: stranger.sessionId,
      member: member.sessionId,
      moderator: moderator.sessionId,
      owner: ownerSession.sessionId,
      timedOut: timedOut.sessionId,
    },
    owner,
    strangerId: stranger.user.id,
    memberId: member.user.id,
    moderatorId: moderator.user.id,
    timedOutId: timedOut.user.id,
    bannedId: banned.user.id,
    bannedSession: banned.sessionId,
    otherSessionId: other.publicId,
    serverId: server.id,
    channelId: channel.id,
    otherChannelId: otherChannel.id,
    messageId: message.id,
    locked,
    hidden,
    categoryId: category.id,
    channelOrder: [channel.id, otherChannel.id, locked.channelId, hidden.channelId, category.id],
    threadId: await openThread(rows, { serverId: server.id, parentId: otherChannel.id, userId }),
    caseId,
    groupId,
    staffGroupId,
    heldMessageId: heldMessage.id,
    scheduledMessageId: scheduledMessage.id,
    applicationId: application.id,
    inviteCode,
    inviteId,
    postId: post.id,
    replyId: reply.id,
    boardId: board.id,
    imageId: image.id,
    capsuleId: capsule.id,
    profileArchiveId: archive.id,
    unusedPath: await storeObject(rows, userId, 'stored'),
    imagePath,
    attachmentId: (await makeAttachment(rows, userId)).id,
    trackId: await startRadio(rows, channel.id, userId),
  };
}

/** Gives a channel a radio with a track. */
async function startRadio(rows: Rows, channelId: string, userId: string): Promise<string> {
  await rows.getRepository(Radio).insert({ channelId, quietFrom: null, quietTo: null });
  const { id } = await rows
    .getRepository(RadioTrack)
    .save({ channelId, userId, title: 'Rain', durationMs: 60_000, refusal: null });
  return id;
}

async function makeGroup(
  rows: Rows,
  serverId: string,
  { name, userId }: { name: string; userId: string },
): Promise<string> {
  const { id: groupId } = await rows.getRepository(MemberGroup).save({ serverId, name, color: 'accent' });
  await rows.getRepository(GroupMember).insert({ groupId, serverId, userId });
  return groupId;
}

/** Inserts a locked channel with a message. */
async function lockChannel(
  rows: Rows,
  { serverId, userId }: { serverId: string; userId: string },
): Promise<Fixture['locked']> {
  const { id: channelId } = await rows
    .getRepository(Channel)
    .save({ serverId, name: 'notices', isLocked: true, lastSeq: 1, lastRev: 1 });
  const message = { channelId, userId, seq: 1, rev: 1, content: 'Clouds.', nonce: 'one' };
  const { id: messageId } = await rows.getRepository(Message).save(message);
  return { channelId, messageId };
}

/** Inserts a private channel that names nobody, with a message and a thread. */
async function hideChannel(
  rows: Rows,
  { serverId, userId }: { serverId: string; userId: string },
): Promise<Fixture['hidden']> {
  const { id: channelId } = await rows
    .getRepository(Channel)
    .save({ serverId, name: 'attic', isPrivate: true });
  const { id: messageId } = await rows
    .getRepository(Message)
    .save({ channelId, userId, seq: 1, rev: 1, content: 'Clouds.', nonce: 'one' });
  return {
    channelId,
    messageId,
    threadId: await openThread(rows, { serverId, parentId: channelId, userId }),
  };
}

/** Inserts the second message of a channel, and a reply that starts a thread on it. @returns the thread */
async function openThread(
  rows: Rows,
  { serverId, parentId, userId }: { serverId: string; parentId: string; userId: string },
): Promise<string> {
  const message = { userId, content: 'Clear skies.', nonce: 'two' };
  const starting = await rows
    .getRepository(Message)
    .save({ ...message, channelId: parentId, seq: 2, rev: 2, revisedAt: new Date() });
  await rows.getRepository(Channel).update({ id: parentId }, { lastSeq: 2, lastRev: 2 });
  const { id } = await rows.getRepository(Channel).save({
    name: '',
    parentId,
    parentServerId: serverId,
    parentMessageId: starting.id,
    lastSeq: 1,
    lastRev: 1,
  });
  const reply = await rows.getRepository(Message).save({ ...message, channelId: id, seq: 1, rev: 1 });
  await rows.getRepository(Channel).update({ id }, { activityId: reply.id });
  return id;
}

/** Inserts the first message of a channel, and a report of it. @returns the case */
async function openCase(
  rows: Rows,
  place: { serverId: string; channelId: string; authorId: string; reporterId: string },
): Promise<string> {
  const { serverId, channelId, authorId, reporterId } = place;
  const message = { channelId, userId: authorId, seq: 1, rev: 1, content: 'Nobody asked.', nonce: 'one' };
  const { id: subjectId } = await rows.getRepository(Message).save(message);
  await rows.getRepository(Channel).update({ id: channelId }, { lastSeq: 1, lastRev: 1 });
  const { id } = await rows.getRepository(Case).save({
    kind: 'message',
    subjectId,
    serverId,
    aboutUserId: authorId,
    reason: 'harassment',
    snapshot: null,
    snapshotObject: null,
  });
  await rows.getRepository(Report).insert({ caseId: id, reporterId, reason: 'harassment', note: null });
  return id;
}

async function addSession(rows: Rows, userId: string): Promise<{ sessionId: string; publicId: string }> {
  const sessionId = randomBytes(32).toString('base64url');
  const sessions: { public_id: string }[] = await rows.query(
    `INSERT INTO sessions (id, user_id, expires_at) VALUES ($1, $2, now() + interval '1 day') RETURNING public_id`,
    [createHash('sha256').update(sessionId).digest('hex'), userId],
  );
  return { sessionId, publicId: sessions[0]?.public_id ?? '' };
}

/** Fixtures that several requests share. */
export class ReusedFixtures {
  private readonly untouched = new Map<boolean, Fixture>();
  private readonly changed = new Map<boolean, Fixture>();

  /** @param getDataSource called when the first fixture is made */
  constructor(private readonly getDataSource: () => DataSource) {}

  /** Returns a fixture that no request has changed. @param shown see `makeFixture` */
  async get(shown: boolean): Promise<Fixture> {
    const fixture = this.untouched.get(shown) ?? (await makeFixture(this.getDataSource(), { shown }));
    this.untouched.set(shown, fixture);
    return fixture;
  }

  /**
   * Sends a request for a change. One that is expected to succeed may get a fixture that others have changed in the same
   * way; all others get an untouched one, because what was changed could be the cause of a refusal.
   */
  async change(
    { shown, succeeds }: { shown: boolean; succeeds: boolean },
    send: (fixture: Fixture) => Promise<number>,
  ): Promise<number> {
    const changed = succeeds ? this.changed.get(shown) : undefined;
    const again = changed && (await send(changed));
    if (again !== undefined && again < 400) return again;
    const fixture = await this.get(shown);
    const status = await send(fixture);
    if (status < 400) {
      this.untouched.delete(shown);
      this.changed.set(shown, fixture);
    }
    return status;
  }

  /** Lets the next change, which is another one, start with an untouched fixture. */
  startChange(): void {
    this.changed.clear();
  }
}
