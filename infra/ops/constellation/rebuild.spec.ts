import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TestStack } from '@oniverse/testing';
import {
  expectedConstellation,
  storedConstellation,
} from '../../../worker/src/testing/constellation-state.js';
import { rebuildConstellation } from './rebuild.js';

/** Enough that most share tags with more others than they keep links with. */
const MEMBERS = 120;
const TAGS = ['ash', 'bay', 'cy', 'dew', 'elm', 'fir', 'gum', 'haw', 'ivy', 'été', 'hub'];

describe('rebuilding the constellation', () => {
  let stack: TestStack;

  beforeAll(async () => {
    stack = await TestStack.start();
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

  const rebuild = () => rebuildConstellation(stack.dataSource, () => {});
  const spoil = (sql: string) => stack.dataSource.query(sql);

  it('LIV-013 GAP-115 GAP-116 makes all of it from nothing, then finds nothing to do', async () => {
    // One tag is marked as a hub, and shown by far too few.
    expect(await rebuild()).toMatchObject({ members: MEMBERS - Math.floor(MEMBERS / 11), hubs: 1 });
    const expected = await expectedConstellation(stack.dataSource);
    expect(expected.links.some(({ keptByFrom, keptByTo }) => keptByFrom !== keptByTo)).toBe(true);
    expect(expected.weakest.length).toBeGreaterThan(0);
    expect(await storedConstellation(stack.dataSource)).toEqual(expected);
    expect(await rebuild()).toMatchObject({ nodes: 0, tags: 0, hubs: 0, links: 0, examined: 0, weakest: 0 });
  });

  it('LIV-013 GAP-115 puts right what is wrong, and leaves the rest alone', async () => {
    await rebuild();
    const kept: { id: string }[] = await stack.dataSource.query('SELECT id FROM connections ORDER BY id');
    await spoil(`UPDATE constellation_nodes SET username = 'wrong' WHERE username = 'm1'`);
    await spoil(`DELETE FROM constellation_nodes WHERE username = 'm2'`);
    await spoil(`INSERT INTO constellation_nodes (user_id, username) VALUES (uuidv7(), 'ghost')`);
    await spoil(
      `INSERT INTO constellation_nodes (user_id, username) SELECT id, username FROM users WHERE username = 'm11'`,
    );
    await spoil(
      `INSERT INTO user_tags (user_id, tag_id)
       SELECT users.id, tags.id FROM users, tags WHERE users.username = 'm3' AND tags.name = 'old'`,
    );
    await spoil(
      `UPDATE connections SET strength = 1, shared_tags = '{wrong}' WHERE id = (SELECT min(id::text)::uuid FROM connections)`,
    );
    await spoil(
      `UPDATE connections SET kept_by_from = true, kept_by_to = true WHERE NOT (kept_by_from AND kept_by_to)`,
    );
    await spoil(`UPDATE constellation_nodes SET weakest_strength = 9 WHERE username = 'm4'`);
    await spoil(
      `UPDATE constellation_nodes SET weakest_strength = NULL, weakest_id = NULL WHERE username = 'm5'`,
    );
    await spoil(
      `INSERT INTO connections (from_user_id, to_user_id, strength, shared_tags)
       SELECT least(a.id, b.id), greatest(a.id, b.id), 1, '{old}' FROM users a, users b
        WHERE a.username = 'm11' AND b.username = 'm3'`,
    );
    expect(await rebuild()).toMatchObject({ nodes: 4, weakest: 3 });
    expect(await storedConstellation(stack.dataSource)).toEqual(
      await expectedConstellation(stack.dataSource),
    );
    expect(await stack.dataSource.query('SELECT id FROM connections ORDER BY id')).toEqual(kept);
  });

  it('GAP-116 a tag that too many show connects nobody, until fewer do', async () => {
    await rebuild();
    await spoil(
      `INSERT INTO users (username, email, password, profile_markdown)
       SELECT 'hub' || n, 'hub' || n || '@example.org', '!', '#hub' FROM generate_series(1, 1001) AS n`,
    );
    const linked = (): Promise<unknown[]> =>
      stack.dataSource.query(`SELECT FROM connections WHERE 'hub' = ANY(shared_tags)`);
    expect((await linked()).length).toBeGreaterThan(0);
    expect(await rebuild()).toMatchObject({ hubs: 1 });
    expect(await linked()).toEqual([]);
    await spoil(`DELETE FROM users WHERE left(username, 3) = 'hub'`);
    expect(await rebuild()).toMatchObject({ hubs: 1, nodes: 1001 });
    expect(await storedConstellation(stack.dataSource)).toEqual(
      await expectedConstellation(stack.dataSource),
    );
  });
});
