import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makeMember, TestStack } from '@oniverse/testing';
import { BackendUnderTest } from './testing/backend-under-test.js';
import {
  makeMembers,
  makePlaces,
  makeRing,
  makeTags,
  makeThings,
  type SharedPlace,
} from './testing/many-things.js';
import { publishedLists } from './testing/published-lists.js';
import { planOf, type Statement, StatementRecorder } from './testing/statements.js';

/** A member who asks, and what there is to ask for. */
interface Asker extends SharedPlace {
  sessionId: string;
  username: string;
}

interface List {
  call: string;
  /** What is asked beside the call itself. */
  query?: string;
  /** How many statements it takes, but for the session's. */
  statements: number;
  /** The indexes that bear it. */
  indexes: readonly string[];
}

/** Every list of the API. */
const LISTS: readonly List[] = [
  { call: '/posts/my', statements: 1, indexes: ['posts_own_idx'] },
  {
    call: '/posts/my',
    query: '?sort=oldest&tag=tag1&isPublic=false',
    statements: 1,
    indexes: ['posts_own_idx'],
  },
  { call: '/posts/my', query: '?q=post', statements: 1, indexes: ['posts_own_idx'] },
  { call: '/posts/archived', statements: 1, indexes: ['posts_own_idx'] },
  { call: '/feed', statements: 1, indexes: ['posts_public_idx'] },
  {
    call: '/feed',
    query: '?scope=near',
    statements: 1,
    indexes: ['posts_public_by_user_idx', 'connections_pkey', 'connections_to_user_id_idx'],
  },
  { call: '/users/{username}/posts', statements: 2, indexes: ['posts_public_by_user_idx'] },
  { call: '/users/{username}/images', statements: 2, indexes: ['images_visible_idx'] },
  {
    call: '/tags',
    statements: 2,
    indexes: ['posts_own_idx', 'images_own_idx', 'boards_own_idx', 'capsules_own_idx', 'tags_name_key'],
  },
  { call: '/capsules', statements: 1, indexes: ['capsules_own_idx'] },
  { call: '/profile-archives', statements: 1, indexes: ['profile_archives_own_idx'] },
  {
    call: '/profile-archives',
    query: '?q=a&sort=oldest',
    statements: 1,
    indexes: ['profile_archives_own_idx'],
  },
  { call: '/images', statements: 1, indexes: ['images_own_idx'] },
  { call: '/images', query: '?q=image&tag=tag1', statements: 1, indexes: ['images_own_idx'] },
  { call: '/boards', statements: 1, indexes: ['boards_own_idx'] },
  { call: '/servers', statements: 1, indexes: ['server_members_user_id_idx'] },
  { call: '/servers/{id}/members', statements: 2, indexes: ['server_members_newest_idx'] },
  {
    call: '/servers/{id}/members',
    query: '?q=m_',
    statements: 2,
    indexes: ['server_members_newest_idx'],
  },
  { call: '/servers/{id}/channels', statements: 2, indexes: [] },
  { call: '/channels/{id}/messages', statements: 2, indexes: ['messages_channel_id_seq_key'] },
  {
    call: '/channels/{id}/messages',
    query: '?after=1',
    statements: 2,
    indexes: ['messages_channel_id_seq_key'],
  },
  { call: '/activity', statements: 1, indexes: ['messages_created_idx', 'server_members_joined_idx'] },
  { call: '/auth/sessions', statements: 1, indexes: ['sessions_user_id_idx'] },
];

/** Those that have 100,000 rows and more. */
const LARGE = [
  'posts',
  'images',
  'objects',
  'boards',
  'capsules',
  'profile_archives',
  'connections',
  'messages',
  'tags',
  'sessions',
  'server_members',
];

/** Making them takes some seconds, and more where the machine has other work. */
const LARGE_SETUP_TIMEOUT_MS = 240_000;

const pathFor = ({ call, query = '' }: List, asker: Asker): string =>
  call
    .replace('{username}', asker.username)
    .replace('/servers/{id}', `/servers/${asker.serverId}`)
    .replace('/channels/{id}', `/channels/${asker.channelId}`) + query;

const titled = LISTS.map((list) => [`${list.call}${list.query ?? ''}`, list] as const);

describe('what lists cost', () => {
  let stack: TestStack;
  let backend: BackendUnderTest;
  let recorder: StatementRecorder;

  beforeAll(async () => {
    stack = await TestStack.start();
    backend = await BackendUnderTest.start(stack.config());
    recorder = new StatementRecorder(backend.app);
  });

  afterAll(async () => {
    await backend.stop();
    await stack.stop();
  });

  /** Asks, and leaves out the look at the session, which every call takes. */
  const ask = async (path: string, sessionId: string) => {
    const { statements, ...answer } = await recorder.get(path, sessionId);
    expect([path, answer.status]).toEqual([path, 200]);
    expect(statements[0]?.sql).toContain('FROM sessions');
    return { ...answer, statements: statements.slice(1) };
  };

  it('knows every list of the API', () => {
    expect(publishedLists(backend.app).toSorted()).toEqual(
      [...new Set(LISTS.map(({ call }) => `/api${call}`))].toSorted(),
    );
  });

  describe('with few and with many rows', () => {
    let few: Asker;
    let many: Asker;

    const makeAsker = async (count: number): Promise<Asker> => {
      const { user, sessionId } = await makeMember(stack.dataSource);
      const circle = [user.id, ...(await makeMembers(stack.dataSource, count))];
      await makeThings(stack.dataSource, circle, count);
      await makeRing(stack.dataSource, circle, count / 2);
      const place = await makePlaces(stack.dataSource, circle, {
        servers: count,
        channels: count,
        messages: count,
      });
      return { ...place, sessionId, username: user.username };
    };

    beforeAll(async () => {
      few = await makeAsker(2);
      many = await makeAsker(60);
      await makeTags(stack.dataSource, 120);
    });

    it.each(titled)('%s takes as many statements with 2 rows as with 60', async (_title, list) => {
      const small = await ask(pathFor(list, few), few.sessionId);
      const large = await ask(pathFor(list, many), many.sessionId);
      expect(small.statements.map(({ sql }) => sql)).toEqual(large.statements.map(({ sql }) => sql));
      expect(large.statements).toHaveLength(list.statements);
      expect(Array.isArray(large.body) && large.body.length).toBeGreaterThanOrEqual(1);
    });

    it('GAP-117 the constellation takes two statements where all fit, and three past that', async () => {
      for (const { sessionId } of [few, many]) {
        expect((await ask('/constellation', sessionId)).statements).toHaveLength(2);
        expect((await ask('/constellation?limit=2', sessionId)).statements).toHaveLength(3);
      }
    });
  });

  describe('at 100,000 rows', () => {
    let asker: Asker;
    let lonely: string;

    beforeAll(async () => {
      const { user, sessionId } = await makeMember(stack.dataSource);
      ({ sessionId: lonely } = await makeMember(stack.dataSource));
      const everyone = [user.id, ...(await makeMembers(stack.dataSource, 999))];
      await makeThings(stack.dataSource, everyone, 100);
      await makeRing(stack.dataSource, everyone, 100);
      await makeTags(stack.dataSource, 100_000);
      const place = await makePlaces(stack.dataSource, everyone, {
        servers: 100,
        channels: 20,
        messages: 100_000,
      });
      asker = { ...place, sessionId, username: user.username };
      await stack.dataSource.query('VACUUM ANALYZE');
    }, LARGE_SETUP_TIMEOUT_MS);

    const expectIndexed = async (
      statements: readonly Statement[],
      indexes: readonly string[],
    ): Promise<void> => {
      const used = new Set<string>();
      for (const statement of statements) {
        const plan = await planOf(stack.dataSource, statement);
        expect([statement.sql, [...plan.scanned].filter((table) => LARGE.includes(table))]).toEqual([
          statement.sql,
          [],
        ]);
        for (const index of plan.indexes) used.add(index);
      }
      expect([...used]).toEqual(expect.arrayContaining([...indexes]));
    };

    it.each(titled)('%s reads its rows by an index, on every page', async (_title, list) => {
      const path = pathFor(list, asker);
      const first = await ask(path, asker.sessionId);
      expect(first.statements).toHaveLength(list.statements);
      await expectIndexed(first.statements, list.indexes);
      if (first.nextCursor === undefined) return;
      const glue = path.includes('?') ? '&' : '?';
      const second = await ask(`${path}${glue}cursor=${first.nextCursor}`, asker.sessionId);
      expect(second.statements).toHaveLength(list.statements);
      await expectIndexed(second.statements, list.indexes);
    });

    it('GAP-117 the constellation reads its rows by indexes', async () => {
      const near = await ask('/constellation?limit=50', asker.sessionId);
      expect(near.statements).toHaveLength(3);
      await expectIndexed(near.statements, ['users_public_idx', 'connections_pkey']);
      const filled = await ask('/constellation?limit=50', lonely);
      expect(filled.statements).toHaveLength(4);
      await expectIndexed(filled.statements, ['connections_strength_idx']);
    });
  });
});
