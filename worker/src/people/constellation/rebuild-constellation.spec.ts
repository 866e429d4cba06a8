import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { formatRebuildPosition, OUTBOX_TOPICS, OutboxRow, startOf } from '@oniverse/data';
import type { JobHandler } from '@oniverse/platform/worker';
import { TestStack } from '@oniverse/testing';
import { constellationHandlers, listOutbox, runOutbox } from '../../testing/constellation-handlers.js';
import { expectedConstellation, storedConstellation } from '../../testing/constellation-state.js';
import { RecordingPublisher } from '../../testing/recording-publisher.js';

/** More than a page, and enough that most members share tags with more others than they keep links with. */
const MEMBERS = 120;
const TAGS = ['ash', 'bay', 'cy', 'dew', 'elm', 'fir', 'gum', 'haw', 'ivy', 'été', 'hub'];

describe('RebuildConstellation', () => {
  const live = new RecordingPublisher();
  let stack: TestStack;
  let handlers: ReadonlyMap<string, JobHandler>;

  beforeAll(async () => {
    stack = await TestStack.start();
    handlers = constellationHandlers(stack.dataSource, live);
    await stack.dataSource.query(`INSERT INTO tags (name, is_hub) VALUES ('hub', true), ('old', false)`);
    await stack.dataSource.query(
      `INSERT INTO users (username, email, password, is_public, profile_markdown)
       SELECT 'm' || n, 'm' || n || '@example.org', '!', n % 11 > 0, text
         FROM unnest($1::text[]) WITH ORDINALITY AS given (text, n)`,
      [
        Array.from({ length: MEMBERS }, (_, place) =>
          TAGS.filter((_tag, tag) => (place * 7 + tag * tag * 5 + place * tag) % 5 < 2)
            .map((tag) => `#${tag}`)
            .join(' '),
        ),
      ],
    );
  });

  afterAll(async () => {
    await stack.stop();
  });

  const query = (sql: string, values: unknown[] = []) => stack.dataSource.query(sql, values);
  const job = () => handlers.get(OUTBOX_TOPICS.rebuildConstellation);
  const pendingPositions = async (): Promise<string[]> =>
    (await listOutbox(stack.dataSource)).map(({ subject }) => subject);
  const enqueueRebuild = async (): Promise<string> => {
    const subject = formatRebuildPosition(startOf('tags'));
    await query('INSERT INTO outbox (topic, subject) VALUES ($1, $2)', [
      OUTBOX_TOPICS.rebuildConstellation,
      subject,
    ]);
    return subject;
  };
  const rebuild = async (): Promise<void> => {
    await enqueueRebuild();
    await runOutbox(stack.dataSource, handlers);
    expect(await storedConstellation(stack.dataSource)).toEqual(
      await expectedConstellation(stack.dataSource),
    );
  };

  it('LIV-013 GAP-115 GAP-116 NXT-084 builds everything from nothing, announces nothing, then finds no differences', async () => {
    await rebuild();
    expect(await stack.dataSource.getRepository(OutboxRow).count()).toBe(0);
    const { links, weakest } = await storedConstellation(stack.dataSource);
    expect(links.some(({ keptByFrom, keptByTo }) => keptByFrom !== keptByTo)).toBe(true);
    expect(weakest.length).toBeGreaterThan(0);
    // It was marked as a hub although few members show it.
    expect(links.some(({ sharedTags }) => sharedTags.includes('hub'))).toBe(true);
    live.published.length = 0;
    await rebuild();
    expect(live.published).toEqual([]);
  });

  it('LIV-013 GAP-115 repairs every kind of wrong row and leaves the others alone', async () => {
    await rebuild();
    const kept: unknown = await query('SELECT id FROM connections ORDER BY id');
    await query(`UPDATE constellation_nodes SET username = 'wrong' WHERE username = 'm1'`);
    await query(`INSERT INTO constellation_nodes (user_id, username) VALUES (uuidv7(), 'ghost')`);
    await query(
      `INSERT INTO constellation_nodes (user_id, username) SELECT id, username FROM users WHERE username = 'm11'`,
    );
    await query(
      `INSERT INTO user_tags (user_id, tag_id)
       SELECT users.id, tags.id FROM users, tags WHERE users.username = 'm3' AND tags.name = 'old'`,
    );
    await query(
      `UPDATE connections SET strength = 1, shared_tags = '{wrong}'
        WHERE id = (SELECT min(id::text)::uuid FROM connections)`,
    );
    await query(
      `UPDATE connections SET kept_by_from = true, kept_by_to = true WHERE NOT (kept_by_from AND kept_by_to)`,
    );
    await query(`UPDATE constellation_nodes SET weakest_strength = 9 WHERE username = 'm4'`);
    await query(
      `UPDATE constellation_nodes SET weakest_strength = NULL, weakest_id = NULL WHERE username = 'm5'`,
    );
    await query(
      `INSERT INTO connections (from_user_id, to_user_id, strength, shared_tags)
       SELECT least(a.id, b.id), greatest(a.id, b.id), 1, '{old}' FROM users a, users b
        WHERE a.username = 'm11' AND b.username = 'm3'`,
    );
    await rebuild();
    expect(await query('SELECT id FROM connections ORDER BY id')).toEqual(kept);
  });

  it('LIV-013 continues at its outbox row after a worker was killed, and runs a page that two workers took once', async () => {
    await query('DELETE FROM connections');
    const first = await enqueueRebuild();
    await Promise.all([job()?.run(first), job()?.run(first)]);
    const [second = '', ...none] = await pendingPositions();
    expect(none).toEqual([]);
    expect(second).toMatch(/^tags\//);
    expect(second).not.toBe(first);
    // A late repetition of the finished page.
    await job()?.run(first);
    expect(await pendingPositions()).toEqual([second]);
    handlers = constellationHandlers(stack.dataSource, live);
    await runOutbox(stack.dataSource, handlers);
    expect(await storedConstellation(stack.dataSource)).toEqual(
      await expectedConstellation(stack.dataSource),
    );
  });
});
