import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { may, type Permission, PERMISSIONS, type Standing } from '@oniverse/contracts';
import { Application, Server } from '@oniverse/data';
import { TestStack } from '@oniverse/testing';
import { BackendUnderTest, bearer } from '../../testing/backend-under-test.js';
import { type Fixture, ReusedFixtures } from '../../testing/fixture.js';

interface Attempt {
  method: 'DELETE' | 'GET' | 'PATCH' | 'POST' | 'PUT';
  /** Below `/api`. `own` is a message of the caller. */
  path: (fixture: Fixture, own: string) => string;
  needsOwn?: true;
  body?: (fixture: Fixture) => object;
}

const QUESTION = 'Why?';

/** A call that needs each permission. */
const ATTEMPTS: Record<Permission, Attempt> = {
  seeServer: { method: 'GET', path: ({ serverId }) => `/servers/${serverId}` },
  readServer: { method: 'GET', path: ({ serverId }) => `/servers/${serverId}/channels` },
  applyToServer: {
    method: 'POST',
    path: ({ serverId }) => `/servers/${serverId}/application`,
    body: () => ({ answers: [{ question: QUESTION, answer: 'For the stars.' }] }),
  },
  manageApplications: {
    method: 'GET',
    path: ({ serverId }) => `/servers/${serverId}/queue?kind=application`,
  },
  joinServer: { method: 'POST', path: ({ serverId }) => `/servers/${serverId}/join` },
  // It only filters lists, which blocks.spec.ts checks. Another call for the same roles stands for it here.
  seeBlockedMembers: { method: 'GET', path: ({ serverId }) => `/servers/${serverId}/bans` },
  leaveServer: { method: 'POST', path: ({ serverId }) => `/servers/${serverId}/leave` },
  writeMessages: {
    method: 'POST',
    path: ({ channelId }) => `/channels/${channelId}/messages`,
    body: () => ({ content: 'Hello.' }),
  },
  reactToMessages: {
    method: 'PUT',
    path: ({ locked }) => `/messages/${locked.messageId}/reactions/%E2%9C%A8`,
  },
  deleteOwnMessages: { method: 'DELETE', path: (_, own) => `/messages/${own}`, needsOwn: true },
  ignoreChannelLimits: {
    method: 'POST',
    path: ({ locked }) => `/channels/${locked.channelId}/messages`,
    body: () => ({ content: 'Hello.' }),
  },
  followMessages: {
    method: 'PUT',
    path: ({ channelId }) => `/channels/${channelId}/draft`,
    body: () => ({ content: 'Is anyone' }),
  },
  deleteMessages: { method: 'DELETE', path: ({ messageId }) => `/messages/${messageId}` },
  pinMessages: { method: 'PUT', path: ({ messageId }) => `/messages/${messageId}/pin` },
  deleteThreads: { method: 'DELETE', path: ({ threadId }) => `/threads/${threadId}` },
  manageChannels: {
    method: 'POST',
    path: ({ serverId }) => `/servers/${serverId}/channels`,
    body: () => ({ name: 'attic' }),
  },
  manageRadios: { method: 'PUT', path: ({ channelId }) => `/channels/${channelId}/radio`, body: () => ({}) },
  manageInvites: { method: 'GET', path: ({ serverId }) => `/servers/${serverId}/invites` },
  manageBans: { method: 'GET', path: ({ serverId }) => `/servers/${serverId}/bans` },
  manageTimeOuts: {
    method: 'PUT',
    path: ({ serverId, memberId }) => `/servers/${serverId}/members/${memberId}/time-out`,
    body: () => ({ minutes: 60, reason: 'Spoilers.' }),
  },
  manageGroups: {
    method: 'PATCH',
    path: ({ groupId }) => `/groups/${groupId}`,
    body: () => ({ color: 'warm' }),
  },
  manageStaffGroups: {
    method: 'PATCH',
    path: ({ staffGroupId }) => `/groups/${staffGroupId}`,
    body: () => ({ color: 'warm' }),
  },
  manageFilters: {
    method: 'PUT',
    path: ({ serverId }) => `/servers/${serverId}/filters`,
    body: () => ({ revision: 0, filters: [] }),
  },
  handleReports: { method: 'GET', path: ({ serverId }) => `/servers/${serverId}/cases` },
  viewAudit: { method: 'GET', path: ({ serverId }) => `/servers/${serverId}/audit` },
  removeMembers: {
    method: 'DELETE',
    path: ({ serverId, memberId }) => `/servers/${serverId}/members/${memberId}`,
  },
  removeModerators: {
    method: 'DELETE',
    path: ({ serverId, moderatorId }) => `/servers/${serverId}/members/${moderatorId}`,
  },
  assignRoles: {
    method: 'PATCH',
    path: ({ serverId, memberId }) => `/servers/${serverId}/members/${memberId}`,
    body: () => ({ role: 'moderator' }),
  },
  transferOwnership: {
    method: 'POST',
    path: ({ serverId }) => `/servers/${serverId}/owner`,
    body: ({ memberId }) => ({ userId: memberId }),
  },
  updateServer: {
    method: 'PATCH',
    path: ({ serverId }) => `/servers/${serverId}`,
    body: () => ({ name: 'Ours' }),
  },
  exportMessages: { method: 'GET', path: ({ serverId }) => `/servers/${serverId}/exports` },
  deleteServer: { method: 'DELETE', path: ({ serverId }) => `/servers/${serverId}` },
};

interface Caller {
  id: string;
  session: string | null;
}

/** Returns the member of a fixture who has a standing in its server. */
function callerOf(fixture: Fixture, standing: Standing): Caller {
  const { sessions } = fixture;
  const owner = { id: fixture.owner.id, session: sessions.owner };
  const moderator = { id: fixture.moderatorId, session: sessions.moderator };
  const member = { id: fixture.memberId, session: sessions.member };
  const stranger = { id: fixture.strangerId, session: sessions.stranger };
  const banned = { id: fixture.bannedId, session: fixture.bannedSession };
  const callers: Record<Standing, Caller> = {
    owner,
    moderator,
    member,
    timed_out: { id: fixture.timedOutId, session: sessions.timedOut },
    guest: stranger,
    banned,
    outsider: stranger,
    shut_out: banned,
    archived_owner: owner,
    archived_moderator: moderator,
    archived_member: member,
    archived_guest: stranger,
    archived_outsider: stranger,
  };
  return callers[standing];
}

const isPermission = (name: string): name is Permission => Object.hasOwn(ATTEMPTS, name);
const MEMBERS = ['owner', 'moderator', 'member', 'timed_out'] as const;
/** The standings that one can have in each kind of server. */
const STANDINGS = {
  public: [...MEMBERS, 'guest', 'banned'],
  private: [...MEMBERS, 'guest', 'banned'],
  asking: [...MEMBERS, 'outsider', 'shut_out'],
  archived: ['archived_owner', 'archived_moderator', 'archived_member', 'archived_guest'],
  archivedAsking: ['archived_owner', 'archived_moderator', 'archived_member', 'archived_outsider'],
} as const satisfies Record<string, readonly Standing[]>;
type Kind = keyof typeof STANDINGS;

describe('the permissions in a server', () => {
  let stack: TestStack;
  let backend: BackendUnderTest;

  beforeAll(async () => {
    stack = await TestStack.start();
    backend = await BackendUnderTest.start(stack.config());
  });

  afterAll(async () => {
    await backend.stop();
    await stack.stop();
  });

  const fixtures = new ReusedFixtures(() => stack.dataSource);

  const prepare = async ({ serverId }: Fixture, kind: Kind): Promise<void> => {
    const questions = kind === 'asking' || kind === 'archivedAsking' ? [QUESTION] : [];
    const archivedAt = kind.startsWith('archived') ? new Date() : null;
    await stack.dataSource.getRepository(Server).update({ id: serverId }, { questions, archivedAt });
    // The stranger's would stand in the way of another one.
    await stack.dataSource.getRepository(Application).delete({ serverId });
  };
  const writeOwn = async (channelId: string, userId: string): Promise<string> => {
    const rows: { id: string }[] = await stack.dataSource.query(
      `WITH channel AS (UPDATE channels SET last_seq = last_seq + 1, last_rev = last_rev + 1 WHERE id = $1 RETURNING *)
       INSERT INTO messages (channel_id, user_id, seq, rev, content, nonce)
       SELECT id, $2, last_seq, last_rev, 'Clouds.', uuidv4() FROM channel RETURNING id`,
      [channelId, userId],
    );
    return String(rows[0]?.id);
  };
  const attempt = async (permission: Permission, standing: Standing, kind: Kind): Promise<string> => {
    const { method, path, body, needsOwn } = ATTEMPTS[permission];
    const shown = kind !== 'private';
    const send = async (fixture: Fixture): Promise<number> => {
      await prepare(fixture, kind);
      const { id, session } = callerOf(fixture, standing);
      const own = needsOwn ? await writeOwn(fixture.channelId, id) : '';
      const request = backend.api
        .get(`/api${path(fixture, own)}`)
        .ok(() => true)
        .set(...bearer(String(session)));
      request.method = method;
      return (await (body ? request.send(body(fixture)) : request)).status;
    };
    const status = await (method === 'GET'
      ? send(await fixtures.get(shown))
      : fixtures.change({ shown, succeeds: may(standing, permission) }, send));
    if (status < 300) return 'allowed';
    return status === 404 ? 'not found' : 'refused';
  };

  it.each(['public', 'private', 'asking', 'archived', 'archivedAsking'] as const)(
    'TLK-240 TLK-228 let channel_reader and channel_member say of channels and threads what the table says of a server (%s)',
    async (kind) => {
      const fixture = await fixtures.get(kind !== 'private');
      await prepare(fixture, kind);
      for (const standing of STANDINGS[kind]) {
        const exists = kind !== 'private' || (standing !== 'guest' && standing !== 'banned');
        for (const channelId of [fixture.channelId, fixture.threadId]) {
          const rows: unknown[] = await stack.dataSource.query(
            `SELECT EXISTS (SELECT FROM channel_reader($1, $2)) AS reads, EXISTS (SELECT FROM channel_member($1, $2)) AS follows`,
            [channelId, callerOf(fixture, standing).id],
          );
          const reads = exists && may(standing, 'readServer');
          expect([standing, rows]).toEqual([
            standing,
            [{ reads, follows: reads && may(standing, 'followMessages') }],
          ]);
        }
      }
    },
  );

  describe.each(Object.keys(PERMISSIONS).filter(isPermission))('%s', (permission) => {
    it('is what the table says in a public server', async () => {
      fixtures.startChange();
      for (const standing of STANDINGS.public) {
        const expected = may(standing, permission) ? 'allowed' : 'refused';
        expect([standing, await attempt(permission, standing, 'public')]).toEqual([standing, expected]);
      }
    });

    it('TLK-228 is what the table says in a public server that asks questions, whose contents do not exist for others', async () => {
      fixtures.startChange();
      for (const standing of STANDINGS.asking) {
        const outcome = await attempt(permission, standing, 'asking');
        const isMember = standing !== 'outsider' && standing !== 'shut_out';
        const expected = isMember ? ['refused'] : ['refused', 'not found'];
        expect([standing, may(standing, permission) ? ['allowed'] : expected]).toEqual([
          standing,
          expect.arrayContaining([outcome]),
        ]);
      }
    });

    it.each(['archived', 'archivedAsking'] as const)(
      'STF-051 is what the table says in an archived server (%s)',
      async (kind) => {
        fixtures.startChange();
        for (const standing of STANDINGS[kind]) {
          const outcome = await attempt(permission, standing, kind);
          const expected = standing === 'archived_outsider' ? ['refused', 'not found'] : ['refused'];
          expect([standing, may(standing, permission) ? ['allowed'] : expected]).toEqual([
            standing,
            expect.arrayContaining([outcome]),
          ]);
        }
      },
    );

    it('is what the table says in a private server, which does not exist for those who have not joined', async () => {
      fixtures.startChange();
      for (const standing of STANDINGS.private) {
        const isMember = standing !== 'guest' && standing !== 'banned';
        const expected = may(standing, permission) ? 'allowed' : 'refused';
        const outcome = isMember ? expected : 'not found';
        expect([standing, await attempt(permission, standing, 'private')]).toEqual([standing, outcome]);
      }
    });
  });
});
