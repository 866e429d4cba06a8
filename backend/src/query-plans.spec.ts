import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makeStaff } from '@oniverse/testing';
import {
  makeAuditEntries,
  makeConsoleRows,
  makeCases,
  makeMeasures,
  makeContent,
  makeConversations,
  makeHiddenMembers,
  makeLinkRing,
  makeMembers,
  makeNotifications,
  makeResponses,
  makeSharedServers,
  makeServerExports,
  makeTags,
  makeWaves,
} from './testing/bulk-data.js';
import { makeCarriers } from './testing/carriers.js';
import {
  type ListCaller,
  LISTS,
  pathFor,
  RecordedBackend,
  titledLists,
  withoutTotals,
} from './testing/lists.js';
import { findListPaths } from './testing/published-lists.js';

describe('list queries', () => {
  let recorded: RecordedBackend;

  beforeAll(async () => {
    recorded = await RecordedBackend.start();
  });

  afterAll(async () => {
    await recorded.stop();
  });

  it('cover every list of the API', () => {
    expect(findListPaths(recorded.backend.app).toSorted()).toEqual(
      [...new Set(LISTS.map(({ call }) => `/api${call}`))].toSorted(),
    );
  });

  describe('with few and many rows', () => {
    let few: ListCaller;
    let many: ListCaller;

    const makeCaller = async (count: number): Promise<ListCaller> => {
      const { user, sessionId } = await makeStaff(recorded.stack.dataSource, 'admin');
      const members = [user.id, ...(await makeMembers(recorded.stack.dataSource, count))];
      await makeContent(recorded.stack.dataSource, members, count);
      const postId = await makeResponses(recorded.stack.dataSource, members, count);
      await makeLinkRing(recorded.stack.dataSource, members, count / 2);
      await makeNotifications(recorded.stack.dataSource, members, count / 2);
      await makeHiddenMembers(recorded.stack.dataSource, members, count);
      await makeCarriers(recorded.stack.dataSource, members, ['saturn']);
      const shared = await makeSharedServers(recorded.stack.dataSource, members, {
        servers: count,
        channels: count,
        messages: count,
      });
      await makeConversations(recorded.stack.dataSource, members, count);
      await makeCases(recorded.stack.dataSource, members, count);
      await makeAuditEntries(recorded.stack.dataSource, members);
      await makeServerExports(recorded.stack.dataSource, members);
      await makeMeasures(recorded.stack.dataSource, members, count);
      await makeConsoleRows(recorded.stack.dataSource, members);
      return {
        ...shared,
        sessionId,
        postId,
        boardId: await recorded.findBoard(user.id),
        attachmentId: await recorded.addAttachment(user.id),
        username: user.username,
        waveId: await makeWaves(recorded.stack.dataSource, members, count),
      };
    };

    beforeAll(async () => {
      few = await makeCaller(2);
      many = await makeCaller(60);
      await makeTags(recorded.stack.dataSource, 120);
    });

    it.each(titledLists)('%s executes the same statements with 2 rows as with 60', async (_title, list) => {
      const small = await recorded.call(pathFor(list, few), few.sessionId);
      const large = await recorded.call(pathFor(list, many), many.sessionId);
      expect(small.statements.map(({ sql }) => sql)).toEqual(large.statements.map(({ sql }) => sql));
      expect(large.statements).toHaveLength(list.statements);
      expect(Array.isArray(large.body) && large.body.length).toBeGreaterThanOrEqual(1);
    });

    it('GAP-117 the constellation executes two statements when everything fits and three otherwise', async () => {
      for (const { sessionId } of [few, many]) {
        expect((await recorded.call('/constellation', sessionId)).statements).toHaveLength(2);
        expect(
          withoutTotals((await recorded.call('/constellation?limit=2', sessionId)).statements),
        ).toHaveLength(3);
      }
    });
  });
});
