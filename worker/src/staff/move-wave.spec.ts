import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ROOMS } from '@oniverse/contracts';
import {
  Attachment,
  Measure,
  Mention,
  Message,
  MessageReaction,
  MessageVersion,
  NewText,
  OutboxRow,
  Pin,
  Post,
  PostReply,
  RemovedText,
  SpamWave,
  StoredObject,
} from '@oniverse/data';
import { makeMember, makePost, makeServer, TestStack } from '@oniverse/testing';
import { RecordingPublisher } from '../testing/recording-publisher.js';
import { MoveWave } from './move-wave.js';
import { PurgeWaves } from './purge-waves.js';
import { RemovedTextsRepository } from './removed-texts.repository.js';

const LONG_AGO = new Date(Date.now() - 3 * 24 * 3_600_000);

describe('MoveWave', () => {
  let stack: TestStack;
  let publisher: RecordingPublisher;
  let job: MoveWave;

  beforeAll(async () => {
    stack = await TestStack.start();
    publisher = new RecordingPublisher();
    job = new MoveWave(stack.dataSource, new RemovedTextsRepository(stack.dataSource), publisher);
  });

  afterAll(async () => {
    await stack.stop();
  });

  const db = () => stack.dataSource;

  /** A wave that staff have just decided to remove: a spammer with old and new texts, and others who talked to them. */
  const setUp = async () => {
    const [{ user: spammer }, { user: reader }] = [await makeMember(db()), await makeMember(db())];
    const { channel } = await makeServer(db(), { members: [spammer, reader] });
    const channelId = channel.id;
    await db().query('UPDATE channels SET last_seq = 3, last_rev = 3 WHERE id = $1', [channelId]);
    const texts: Partial<Message>[] = [
      { userId: spammer.id, content: 'Older than the wave.', createdAt: LONG_AGO },
      { userId: spammer.id, content: 'See https://spam.example', hasFiles: true, revisedAt: new Date() },
      { userId: reader.id, content: 'What is this?' },
    ];
    const [old, first, answer] = await db()
      .getRepository(Message)
      .save(
        texts.map((text, index) => ({
          ...text,
          channelId,
          seq: index + 1,
          rev: index + 1,
          nonce: `${index}`,
        })),
      );
    const place = { channelId, seq: 2 };
    await db()
      .getRepository(Mention)
      .insert({ userId: reader.id, ...place });
    await db()
      .getRepository(MessageReaction)
      .insert({ userId: reader.id, ...place, emoji: '👎', firstId: randomUUID() });
    await db().getRepository(Pin).insert(place);
    const version = { messageId: first!.id, userId: spammer.id, content: 'Before.', writtenAt: new Date() };
    await db().getRepository(MessageVersion).insert(version);
    const path = `/objects/${first!.id}`;
    await db().getRepository(StoredObject).insert({ path, userId: spammer.id, state: 'used' });
    await db().getRepository(Attachment).insert({
      userId: spammer.id,
      objectPath: path,
      name: 'sale.txt',
      size: 1,
      kind: 'file',
      messageId: first!.id,
      channelId,
      listedIn: channelId,
      place: 1,
    });
    const post = await makePost(db(), reader.id);
    const reply = await db()
      .getRepository(PostReply)
      .save({ postId: post.id, userId: spammer.id, content: 'Sale!' });
    const hidden = await makePost(db(), spammer.id, { isPublic: false });
    const decidedAt = new Date();
    const wave = await db()
      .getRepository(SpamWave)
      .save({ state: 'removing', decidedAt, accounts: 1, texts: 1 });
    await db()
      .getRepository(NewText)
      .insert({ hash: '1', userId: spammer.id, kind: 'message', waveId: wave.id });
    await db().getRepository(Measure).insert({
      userId: spammer.id,
      kind: 'suspended',
      rule: 'spam',
      reason: 'Spam.',
      createdAt: decidedAt,
    });
    await db()
      .getRepository(RemovedText)
      .insert({ subjectId: hidden.id, kind: 'post', waveId: wave.id, userId: spammer.id, content: '' });
    return { spammer, reader, channelId, old: old!, first: first!, answer: answer!, post, reply, path, wave };
  };
  const enqueue = async ({ id }: SpamWave) =>
    db().getRepository(OutboxRow).insert({ topic: 'move-wave', subject: id });
  const waveOf = async ({ id }: SpamWave) => db().getRepository(SpamWave).findOneByOrFail({ id });
  const messageOf = async ({ id }: Message) => db().getRepository(Message).findOneByOrFail({ id });
  const rowsOf = async (channelId: string, messageId: string) => ({
    mentions: await db().getRepository(Mention).findBy({ channelId }),
    reactions: await db().getRepository(MessageReaction).findBy({ channelId }),
    pins: await db().getRepository(Pin).findBy({ channelId }),
    versions: await db().getRepository(MessageVersion).findBy({ messageId }),
    files: await db().getRepository(Attachment).findBy({ messageId }),
  });
  const run = async (wave: SpamWave) => {
    await enqueue(wave);
    await job.run(wave.id);
    expect(await db().getRepository(OutboxRow).countBy({ topic: 'move-wave', subject: wave.id })).toBe(0);
  };
  const undo = async ({ id }: SpamWave) =>
    db().query(`UPDATE spam_waves SET state = 'returning' WHERE id = $1`, [id]);

  it('STF-094 removes what the accounts wrote since the day before, as if it was deleted', async () => {
    const { channelId, old, first, answer, reply, post, path, wave } = await setUp();
    await run(wave);
    expect(await waveOf(wave)).toMatchObject({ state: 'removed', removed: 2 });
    expect(await messageOf(first)).toMatchObject({ content: '', deletedAt: expect.any(Date), rev: 4 });
    expect(await messageOf(old)).toMatchObject({ content: 'Older than the wave.', deletedAt: null });
    expect(await messageOf(answer)).toMatchObject({ content: 'What is this?', rev: 3 });
    const { files, ...rows } = await rowsOf(channelId, first.id);
    expect(rows).toEqual({ mentions: [], reactions: [], pins: [], versions: [] });
    expect(files).toMatchObject([{ channelId: null, listedIn: null }]);
    const object = await db().getRepository(StoredObject).findOneByOrFail({ path });
    expect(object.state).toBe('used');
    const replied = await db().getRepository(PostReply).findOneByOrFail({ id: reply.id });
    expect(replied).toMatchObject({ content: '', deletedAt: expect.any(Date) });
    expect(publisher.hints).toContainEqual({ topic: 'messages:revised', payload: { channelId, rev: 4 } });
    expect(publisher.published).toContainEqual(
      expect.objectContaining({ event: 'post:changed', room: ROOMS.post(post.id) }),
    );
  });

  it('STF-095 returns all of it as it was', async () => {
    const { channelId, first, reply, wave } = await setUp();
    const before = await rowsOf(channelId, first.id);
    await run(wave);
    await db().query(`DELETE FROM removed_texts WHERE kind = 'post' AND wave_id = $1`, [wave.id]);
    await undo(wave);
    await run(wave);
    expect(await waveOf(wave)).toMatchObject({ state: 'open', removed: 0, decidedAt: null, decidedBy: null });
    expect(await messageOf(first)).toMatchObject({ content: first.content, deletedAt: null, rev: 5 });
    expect(await rowsOf(channelId, first.id)).toEqual(before);
    const replied = await db().getRepository(PostReply).findOneByOrFail({ id: reply.id });
    expect(replied).toMatchObject({ content: 'Sale!', deletedAt: null });
    const topics = (await db().getRepository(OutboxRow).findBy({ subject: first.id })).map(
      ({ topic }) => topic,
    );
    expect(topics).toEqual(['preview-links']);
    const causes = await db().getRepository(OutboxRow).findBy({ topic: 'notify' });
    expect(causes.map(({ subject }) => subject)).toContain(`mention:${channelId}:2`);
    const terms: unknown[] = await db().query(
      `SELECT FROM message_terms WHERE channel_id = $1 AND seq = 2 AND terms <> ''::tsvector`,
      [channelId],
    );
    expect(terms).toHaveLength(1);
    expect(await db().getRepository(RemovedText).countBy({ waveId: wave.id })).toBe(0);
  });

  it('STF-095 leaves out what belongs to members who were erased meanwhile', async () => {
    const { channelId, reader, first, wave } = await setUp();
    await run(wave);
    await db().query('DELETE FROM servers WHERE owner_id = $1', [reader.id]);
    await db().query('DELETE FROM users WHERE id = $1', [reader.id]);
    await db().query(`DELETE FROM removed_texts WHERE kind = 'post' AND wave_id = $1`, [wave.id]);
    await undo(wave);
    await run(wave);
    expect(await messageOf(first)).toMatchObject({ content: first.content, deletedAt: null });
    const { mentions, reactions, pins } = await rowsOf(channelId, first.id);
    expect([mentions.length, reactions.length, pins.length]).toEqual([0, 0, 1]);
  });

  it('STF-094 follows a decision that changes while it runs, and does nothing twice', async () => {
    const { first, wave } = await setUp();
    await enqueue(wave);
    await Promise.all([job.run(wave.id), job.run(wave.id)]);
    expect(await waveOf(wave)).toMatchObject({ state: 'removed', removed: 2 });
    await job.run(wave.id);
    await db().query(`DELETE FROM removed_texts WHERE kind = 'post' AND wave_id = $1`, [wave.id]);
    await undo(wave);
    await Promise.all([job.run(wave.id), job.run(wave.id)]);
    expect(await waveOf(wave)).toMatchObject({ state: 'open', removed: 0 });
    expect(await messageOf(first)).toMatchObject({ content: first.content, deletedAt: null });
  });

  it('STF-094 leaves a text that it was about to remove when the decision changed', async () => {
    const { first, wave } = await setUp();
    const texts = new RemovedTextsRepository(db());
    const message = { id: first.id, kind: 'message' } as const;
    const removal = (await texts.findWave(wave.id))!;
    await undo(wave);
    expect(await texts.remove(removal, message)).toBeUndefined();
    expect(await messageOf(first)).toMatchObject({ content: first.content, deletedAt: null });
    expect(await db().getRepository(RemovedText).countBy({ subjectId: first.id })).toBe(0);
  });

  it('STF-095 leaves out what staff have hidden since, and its files', async () => {
    const { first, reply, spammer, wave } = await setUp();
    await run(wave);
    for (const [kind, { id }] of [
      ['message', first],
      ['reply', reply],
    ] as const) {
      await db().getRepository(Measure).insert({
        userId: spammer.id,
        kind: 'content_hidden',
        rule: 'spam',
        reason: 'Spam.',
        subjectKind: kind,
        subjectId: id,
      });
    }
    await undo(wave);
    await run(wave);
    expect(await messageOf(first)).toMatchObject({ content: '', deletedAt: expect.any(Date) });
    expect(await db().getRepository(Attachment).countBy({ messageId: first.id })).toBe(0);
    const hidden = await db().getRepository(PostReply).findOneByOrFail({ id: reply.id });
    expect(hidden).toMatchObject({ content: '', deletedAt: expect.any(Date) });
    expect(await db().getRepository(RemovedText).countBy({ waveId: wave.id })).toBe(0);
  });

  it('STF-096 is final after 7 days: texts and files are deleted, and what was compared before', async () => {
    const { first, path, spammer, wave } = await setUp();
    await run(wave);
    const purge = new PurgeWaves(db());
    await purge.run();
    expect(await db().getRepository(RemovedText).countBy({ waveId: wave.id })).toBe(3);
    await db().query(
      `UPDATE removed_texts SET removed_at = now() - interval '7 days 1 second' WHERE wave_id = $1`,
      [wave.id],
    );
    await undo(wave);
    await purge.run();
    expect(await db().getRepository(RemovedText).countBy({ waveId: wave.id })).toBe(3);
    await db().query(`UPDATE spam_waves SET state = 'removed' WHERE id = $1`, [wave.id]);
    const compared = { hash: '2', userId: spammer.id, kind: 'post' } as const;
    await db()
      .getRepository(NewText)
      .insert([{ ...compared }, { ...compared, createdAt: LONG_AGO }]);
    await purge.run();
    expect(await db().getRepository(RemovedText).countBy({ waveId: wave.id })).toBe(0);
    expect(await db().getRepository(Attachment).countBy({ messageId: first.id })).toBe(0);
    expect((await db().getRepository(StoredObject).findOneByOrFail({ path })).state).toBe('discarded');
    expect(await db().getRepository(NewText).countBy({ hash: '2' })).toBe(1);
    expect(await db().getRepository(SpamWave).countBy({ id: wave.id })).toBe(1);
    const held = await makePost(db(), spammer.id, { isPublic: false, heldAt: new Date() });
    await db()
      .getRepository(NewText)
      .insert({ ...compared, subjectId: held.id, waveId: wave.id, isHeld: true });
    const heldAt = async () => (await db().getRepository(Post).findOneByOrFail({ id: held.id })).heldAt;
    await purge.run();
    expect(await heldAt()).not.toBeNull();
    await db().query(`UPDATE spam_waves SET decided_at = now() - interval '8 days' WHERE id = $1`, [wave.id]);
    await purge.run();
    expect(await heldAt()).toBeNull();
    await db().query(`UPDATE spam_waves SET decided_at = now() - interval '31 days' WHERE id = $1`, [
      wave.id,
    ]);
    await purge.run();
    expect(await db().getRepository(SpamWave).countBy({ id: wave.id })).toBe(0);
    expect(await db().getRepository(Post).countBy({ userId: spammer.id })).toBe(2);
  });
});
