import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  CLEANED_TABLES,
  CLEANING_START,
  enqueueOutbox,
  formatCleaningPosition,
  OUTBOX_TOPICS,
  OutboxRow,
  Post,
  User,
} from '@oniverse/data';
import { createLogger } from '@oniverse/platform';
import { makeMember, makePost, makeServer, TestStack } from '@oniverse/testing';
import { CleanTexts } from './clean-texts.js';

const DIRT = '\u0001\u0008\u000B\u000C\u000E\u001F\uFFFE\uFFFF';

describe('CleanTexts', () => {
  let stack: TestStack;
  let job: CleanTexts;

  beforeAll(async () => {
    stack = await TestStack.start();
    job = new CleanTexts(stack.dataSource, createLogger('test', 'silent'));
  });

  afterAll(async () => {
    await stack.stop();
  });

  const enqueue = () =>
    enqueueOutbox(stack.dataSource.manager, [
      { topic: OUTBOX_TOPICS.cleanTexts, subject: formatCleaningPosition(CLEANING_START) },
    ]);
  const pending = async (): Promise<string | undefined> =>
    (await stack.dataSource.getRepository(OutboxRow).findOneBy({ topic: OUTBOX_TOPICS.cleanTexts }))?.subject;
  /** Runs the jobs like a worker. Returns their positions. */
  const runAll = async (): Promise<string[]> => {
    const positions: string[] = [];
    for (let subject = await pending(); subject !== undefined; subject = await pending()) {
      positions.push(subject);
      await job.run(subject);
    }
    return positions;
  };

  it('NXT-302 leaves what feeds cannot carry out of stored texts, in batches, and changes nothing else', async () => {
    const { user } = await makeMember(stack.dataSource, { displayName: `${DIRT} Ves${DIRT}per`, bio: DIRT });
    const { channel } = await makeServer(stack.dataSource, { members: [user] });
    await stack.dataSource.query(
      `INSERT INTO messages (channel_id, user_id, seq, rev, content, nonce) VALUES ($1, $2, 1, 1, $3, 'a')`,
      [channel.id, user.id, `Still${DIRT} up?`],
    );
    const dirty = await makePost(stack.dataSource, user.id, {
      title: DIRT,
      content: ` a${DIRT}\tb\n`,
      markdownContent: `**a**${DIRT}`,
    });
    await stack.dataSource.query(
      `INSERT INTO posts (user_id, title, content, markdown_content)
       SELECT $1, 'Tides', $2, $2 FROM generate_series(1, 501)`,
      [user.id, `🌊 ${DIRT}é\r\n`],
    );
    await enqueue();
    const positions = await runAll();
    expect(new Set(positions.map((position) => position.split('/')[0]))).toEqual(new Set(CLEANED_TABLES));
    expect(positions.filter((position) => position.startsWith('posts/'))).toHaveLength(2);
    const { displayName, bio } = await stack.dataSource.getRepository(User).findOneByOrFail({ id: user.id });
    expect([displayName, bio]).toEqual(['Vesper', null]);
    const posts = await stack.dataSource.getRepository(Post).findBy({ userId: user.id });
    expect(posts.find(({ id }) => id === dirty.id)).toMatchObject({
      title: '\uFFFD',
      content: ' a\tb\n',
      markdownContent: '**a**',
      updatedAt: dirty.updatedAt,
    });
    const others = posts.filter(({ id }) => id !== dirty.id);
    expect(new Set(others.map(({ content }) => content))).toEqual(new Set(['🌊 é\r\n']));
    expect(await stack.dataSource.query('SELECT content FROM messages')).toEqual([{ content: 'Still up?' }]);
  });

  it('NXT-421 puts stored names and titles on one line', async () => {
    const written = ' A\r\n\tB\u2028\u0085C\u202E\u2067\u009Bd\u2029';
    const { user } = await makeMember(stack.dataSource, { displayName: written, bio: 'A\nB\u001F' });
    const post = await makePost(stack.dataSource, user.id, { title: written });
    const { server, channel } = await makeServer(stack.dataSource, { members: [user] });
    await stack.dataSource.query('UPDATE servers SET name = $1 WHERE id = $2', [written, server.id]);
    await stack.dataSource.query('UPDATE channels SET name = $1 WHERE id = $2', [written, channel.id]);
    await enqueue();
    await runAll();
    const names: { name: string }[] = await stack.dataSource.query(
      `SELECT display_name AS name FROM users WHERE id = $1
       UNION ALL SELECT title FROM posts WHERE id = $2
       UNION ALL SELECT name FROM servers WHERE id = $3
       UNION ALL SELECT name FROM channels WHERE id = $4`,
      [user.id, post.id, server.id, channel.id],
    );
    expect(names.map(({ name }) => name)).toEqual(['A B Cd', 'A B Cd', 'A B Cd', 'A B Cd']);
    const { bio } = await stack.dataSource.getRepository(User).findOneByOrFail({ id: user.id });
    expect(bio).toBe('A\nB');
  });

  it('NXT-302 can be repeated, also twice at once, and continues at its position', async () => {
    await enqueue();
    const first = await pending();
    if (first === undefined) throw new Error('No row was enqueued');
    await Promise.all([job.run(first), job.run(first)]);
    expect(await stack.dataSource.getRepository(OutboxRow).countBy({ topic: OUTBOX_TOPICS.cleanTexts })).toBe(
      1,
    );
    expect(await runAll()).not.toContain(first);
  });
});
