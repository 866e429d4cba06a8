import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { OUTBOX_TOPICS, type User } from '@oniverse/data';
import { makeMember, makeServer, TestStack, uniqueName } from '@oniverse/testing';
import { RecordingPublisher } from '../../testing/recording-publisher.js';
import { RefreshSuggestions } from './refresh-suggestions.js';
import { SuggestLinks } from './suggest-links.js';
import { SuggestionsRepository } from './suggestions.repository.js';

describe('suggestions', () => {
  let stack: TestStack;

  beforeAll(async () => {
    stack = await TestStack.start();
  });

  afterAll(async () => {
    await stack.stop();
  });

  const query = <T>(sql: string, values: unknown[]): Promise<T[]> => stack.dataSource.query(sql, values);
  const carry = async (user: User, tag: string): Promise<void> => {
    await query('INSERT INTO tags (name) VALUES ($1) ON CONFLICT DO NOTHING', [tag]);
    await query(
      'INSERT INTO constellation_nodes (user_id, username) VALUES ($1, $2) ON CONFLICT DO NOTHING',
      [user.id, user.username],
    );
    await query('INSERT INTO user_tags (user_id, tag_id) SELECT $1, id FROM tags WHERE name = $2', [
      user.id,
      tag,
    ]);
  };
  const suggestionsOf = ({ id }: User) =>
    query('SELECT kind, member_id, server_id, tags FROM suggestions WHERE user_id = $1 ORDER BY id', [id]);
  const refresh = () => new RefreshSuggestions(stack.dataSource, new SuggestionsRepository()).run();

  it('SAF-003 does not suggest a member across a block', async () => {
    const [{ user }, { user: other }] = [
      await makeMember(stack.dataSource),
      await makeMember(stack.dataSource),
    ];
    const tag = uniqueName('shared');
    for (const carrier of [user, other]) await carry(carrier, tag);
    await query('INSERT INTO visits (user_id) VALUES ($1)', [user.id]);
    await refresh();
    expect(await suggestionsOf(user)).toMatchObject([{ member_id: other.id }]);
    await query('INSERT INTO blocks (member_id, other_id, is_own) VALUES ($1, $2, true), ($2, $1, false)', [
      other.id,
      user.id,
    ]);
    await query('UPDATE visits SET suggested_at = NULL WHERE user_id = $1', [user.id]);
    await refresh();
    expect(await suggestionsOf(user)).toEqual([]);
  });

  it('NXT-060 suggests members one tag away with the reason, and dimensions of members with shown tags', async () => {
    const { user } = await makeMember(stack.dataSource);
    const [hidden, kept, shown] = [uniqueName('hidden'), uniqueName('kept'), uniqueName('shown')];
    await query(
      `INSERT INTO posts (user_id, title, content, markdown_content, tags, is_public) VALUES ($1, 'x', 'x', 'x', ARRAY[$2], false)`,
      [user.id, hidden],
    );
    await query('INSERT INTO bookmarks (user_id, tag) VALUES ($1, $2)', [user.id, kept]);
    const carriers = await Promise.all([hidden, kept, shown].map(() => makeMember(stack.dataSource)));
    for (const [index, tag] of [hidden, kept, shown].entries()) {
      const carrier = carriers[index];
      if (carrier) await carry(carrier.user, tag);
    }
    await carry(user, shown);
    const { user: secret } = await makeMember(stack.dataSource, { isPublic: false });
    await carry(secret, kept);
    const carrierOfShown = carriers[2];
    const { server } = await makeServer(stack.dataSource, {
      members: carrierOfShown ? [carrierOfShown.user] : [],
    });
    await query('INSERT INTO visits (user_id) VALUES ($1)', [user.id]);
    expect(await refresh()).toBe(1);
    expect(await suggestionsOf(user)).toEqual(
      expect.arrayContaining([
        { kind: 'private', member_id: carriers[0]?.user.id, server_id: null, tags: [hidden] },
        { kind: 'kept', member_id: carriers[1]?.user.id, server_id: null, tags: [kept] },
        { kind: 'shared', member_id: carrierOfShown?.user.id, server_id: null, tags: [shown] },
        { kind: 'dimension', member_id: null, server_id: server.id, tags: [shown] },
      ]),
    );
    expect(JSON.stringify(await suggestionsOf(user))).not.toContain(secret.id);
    // Refreshed today.
    expect(await refresh()).toBe(0);
    await query(`UPDATE suggestions SET dismissed_at = now() WHERE user_id = $1 AND kind = 'kept'`, [
      user.id,
    ]);
    await query(`UPDATE visits SET suggested_at = now() - interval '2 days' WHERE user_id = $1`, [user.id]);
    expect(await refresh()).toBe(1);
    const open = await query('SELECT kind FROM suggestions WHERE user_id = $1 AND dismissed_at IS NULL', [
      user.id,
    ]);
    expect(open).toHaveLength(3);
    expect(open).not.toContainEqual({ kind: 'kept' });
  });

  it('NXT-061 looks again after an hour for a member without any', async () => {
    const [{ user }, { user: other }] = [
      await makeMember(stack.dataSource),
      await makeMember(stack.dataSource),
    ];
    const tag = uniqueName('late');
    await carry(user, tag);
    await query('INSERT INTO visits (user_id) VALUES ($1)', [user.id]);
    expect(await refresh()).toBe(1);
    await carry(other, tag);
    expect(await refresh()).toBe(0);
    await query(`UPDATE visits SET suggested_at = now() - interval '2 hours' WHERE user_id = $1`, [user.id]);
    expect(await refresh()).toBe(1);
    expect(await suggestionsOf(user)).toMatchObject([{ member_id: other.id }]);
    await query(`UPDATE visits SET suggested_at = now() - interval '2 hours' WHERE user_id = $1`, [user.id]);
    expect(await refresh()).toBe(0);
  });

  it('NXT-061 computes them from the outbox, once, and hints to the member', async () => {
    const { user } = await makeMember(stack.dataSource);
    const { user: other } = await makeMember(stack.dataSource);
    const tag = uniqueName('tag');
    await carry(user, tag);
    await carry(other, tag);
    const live = new RecordingPublisher();
    const job = new SuggestLinks(stack.dataSource, new SuggestionsRepository(), live);
    await query('INSERT INTO outbox (topic, subject) VALUES ($1, $2)', [OUTBOX_TOPICS.suggestLinks, user.id]);
    await job.run(user.id);
    await job.run(user.id);
    expect(await suggestionsOf(user)).toMatchObject([{ kind: 'shared', member_id: other.id }]);
    expect(JSON.stringify(live)).toContain('links:changed');
  });
});
