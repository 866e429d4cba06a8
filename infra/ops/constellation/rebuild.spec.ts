import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TestStack } from '@oniverse/testing';
import { expectedSky, storedSky } from '../../../worker/src/testing/expected-links.js';
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
    expect(await rebuild()).toMatchObject({ members: MEMBERS - Math.floor(MEMBERS / 11) });
    const expected = await expectedSky(stack.dataSource);
    expect(expected.links.some(({ keptByFrom, keptByTo }) => keptByFrom !== keptByTo)).toBe(true);
    expect(await storedSky(stack.dataSource)).toEqual(expected);
    expect(await rebuild()).toMatchObject({ nodes: 0, tags: 0, links: 0 });
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
      `UPDATE connections SET strength = 9, shared_tags = '{wrong}' WHERE id = (SELECT min(id::text)::uuid FROM connections)`,
    );
    await spoil(
      `UPDATE connections SET kept_by_from = true, kept_by_to = true WHERE NOT (kept_by_from AND kept_by_to)`,
    );
    await spoil(
      `INSERT INTO connections (from_user_id, to_user_id, strength, shared_tags)
       SELECT least(a.id, b.id), greatest(a.id, b.id), 1, '{old}' FROM users a, users b
        WHERE a.username = 'm11' AND b.username = 'm3'`,
    );
    expect(await rebuild()).toMatchObject({ nodes: 4 });
    expect(await storedSky(stack.dataSource)).toEqual(await expectedSky(stack.dataSource));
    expect(await stack.dataSource.query('SELECT id FROM connections ORDER BY id')).toEqual(kept);
  });
});
