import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { User } from '@oniverse/data';
import { LiveClient, makeMember, makeServer, TestStack, waitUntil } from '@oniverse/testing';
import { BackendUnderTest, bearer } from '../../testing/backend-under-test.js';
import { addServerMembers, listMemberRoles, countServerRows } from '../../testing/server-rows.js';
import { hasLockWaiter } from '../../testing/locks.js';
import { ServersService } from './servers.service.js';

type Member = Awaited<ReturnType<typeof makeMember>>;

describe('erasing a member', () => {
  let stack: TestStack;
  let backend: BackendUnderTest;
  const clients: LiveClient[] = [];

  beforeAll(async () => {
    stack = await TestStack.start();
    backend = await BackendUnderTest.start(stack.config());
  });

  afterAll(async () => {
    for (const client of clients) client.close();
    await backend.stop();
    await stack.stop();
  });

  const makeMembers = (count: number): Promise<Member[]> =>
    Promise.all(Array.from({ length: count }, () => makeMember(stack.dataSource)));
  const makeOwned = async (owner: Member, members: readonly Member[]) => {
    const { body } = await backend.api
      .post('/api/servers')
      .set(...bearer(owner.sessionId))
      .send({ name: 'Ours' })
      .expect(201);
    const serverId = String(body.id);
    await addServerMembers(
      stack.dataSource,
      serverId,
      members.map(({ user }) => user),
    );
    return serverId;
  };
  const promote = (serverId: string, { user }: Member) =>
    stack.dataSource.query(
      `UPDATE server_members SET role = 'moderator' WHERE server_id = $1 AND user_id = $2`,
      [serverId, user.id],
    );
  const connect = async ({ sessionId }: Member): Promise<LiveClient> => {
    const client = await LiveClient.connect(backend.url, { sessionId });
    clients.push(client);
    return client;
  };
  /** Does what the erasure of an account does: locks the member's row, calls the service, deletes the row. */
  const erase = async ({ user }: { user: User }): Promise<void> => {
    const publish = await stack.dataSource.transaction(async (manager) => {
      await manager.query('SELECT 1 FROM users WHERE id = $1 FOR NO KEY UPDATE', [user.id]);
      const afterCommit = await backend.app.get(ServersService).removeErasedMember(manager, user.id);
      await manager.query('DELETE FROM users WHERE id = $1', [user.id]);
      return afterCommit;
    });
    await publish();
  };
  const rolesIn = (serverId: string) => listMemberRoles(stack.dataSource, serverId);

  it('ENT-068 transfers servers to the oldest moderator, else to the oldest member, else deletes them', async () => {
    const [owner, first, second, third] = await makeMembers(4);
    const moderated = await makeOwned(owner!, [first!, second!, third!]);
    await promote(moderated, third!);
    await promote(moderated, second!);
    const plain = await makeOwned(owner!, [second!, first!]);
    const alone = await makeOwned(owner!, []);
    const channels: { id: string }[] = await stack.dataSource.query(
      'SELECT id FROM channels WHERE server_id = $1',
      [alone],
    );
    await erase(owner!);
    expect(await rolesIn(moderated)).toEqual({
      [first!.user.id]: 'member',
      [second!.user.id]: 'owner',
      [third!.user.id]: 'moderator',
    });
    expect(await rolesIn(plain)).toEqual({ [second!.user.id]: 'owner', [first!.user.id]: 'member' });
    expect(Object.values(await countServerRows(stack.dataSource, alone, channels[0]!.id))).toEqual(
      Array.from({ length: 10 }, () => 0),
    );
  });

  it('GAP-137 removes the member from all servers, whose owners do not change', async () => {
    const [erased, other] = await makeMembers(2);
    const joined = await makeOwned(other!, [erased!]);
    const moderated = await makeOwned(other!, [erased!]);
    await promote(moderated, erased!);
    const open = await makeServer(stack.dataSource, { members: [erased!.user] });
    const untouched = await makeOwned(other!, []);
    await erase(erased!);
    for (const serverId of [joined, moderated, untouched]) {
      expect(await rolesIn(serverId)).toEqual({ [other!.user.id]: 'owner' });
    }
    expect(await rolesIn(open.server.id)).toEqual({ [open.owner.id]: 'owner' });
    const [withoutServers] = await makeMembers(1);
    await erase(withoutServers!);
  });

  it('GAP-137 needs as many statements for twelve servers as for one', async () => {
    const statementsOf = async (count: number): Promise<number> => {
      const [owner, next] = await makeMembers(2);
      for (let n = 0; n < count; n += 1) {
        await makeOwned(owner!, n % 2 === 0 ? [next!] : []);
        await makeOwned(next!, [owner!]);
      }
      return stack.dataSource.transaction(async (manager) => {
        const query = jest.spyOn(manager, 'query');
        await backend.app.get(ServersService).removeErasedMember(manager, owner!.user.id);
        return query.mock.calls.length;
      });
    };
    const few = await statementsOf(1);
    expect(await statementsOf(6)).toBe(few);
    expect(few).toBeLessThanOrEqual(13);
  });

  it('GAP-135 publishes the new owner and the departure to members', async () => {
    const [owner, next, other] = await makeMembers(3);
    const serverId = await makeOwned(owner!, [next!, other!]);
    const [mine, watching] = await Promise.all([next!, other!].map(connect));
    await erase(owner!);
    await waitUntil('the new owner to be notified', () => mine!.payloads('server:changed').length === 2);
    await waitUntil('the other member to be notified', () => watching!.payloads('member:changed').length > 0);
    const changed = watching!.payloads('server:changed');
    const departure = {
      serverId,
      userId: owner!.user.id,
      memberCount: 2,
      updatedAt: changed[0]?.updatedAt,
    };
    expect(watching!.payloads('member:left')).toEqual([departure]);
    expect(changed).toEqual([
      expect.objectContaining({ id: serverId, ownerId: next!.user.id, memberCount: 2 }),
    ]);
    expect(changed[0]).not.toHaveProperty('membership');
    expect(watching!.payloads('member:changed')).toEqual([
      {
        userId: next!.user.id,
        username: next!.user.username,
        displayName: null,
        profileImageUrl: null,
        inServer: { serverId, role: 'owner' },
      },
    ]);
    expect(mine!.payloads('server:changed')).toEqual([
      ...changed,
      { ...changed[0], membership: { role: 'owner' } },
    ]);
  });

  it('GAP-137 publishes the deletion of a server without successor to its readers', async () => {
    const [owner, reader] = await makeMembers(2);
    const serverId = await makeOwned(owner!, []);
    await stack.dataSource.query('UPDATE servers SET is_public = true WHERE id = $1', [serverId]);
    const [channel]: { id: string }[] = await stack.dataSource.query(
      'SELECT id FROM channels WHERE server_id = $1',
      [serverId],
    );
    const reading = await connect(reader!);
    expect(await reading.request('channel:open', { channelId: channel!.id })).toMatchObject({ ok: true });
    await erase(owner!);
    await waitUntil('the deletion to be published', () => reading.payloads('server:removed').length > 0);
    expect(reading.payloads('server:removed')).toEqual([{ serverId }]);
  });

  it('GAP-137 leaves exactly one owner, or no server, when members join and leave concurrently', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [owner, guest, leaver] = await makeMembers(3);
      const serverId = await makeOwned(owner!, [leaver!]);
      const { body } = await backend.api
        .post(`/api/servers/${serverId}/invites`)
        .set(...bearer(owner!.sessionId))
        .expect(201);
      const [accepted, left] = await Promise.all([
        backend.api.post(`/api/invites/${body.code}/accept`).set(...bearer(guest!.sessionId)),
        backend.api.post(`/api/servers/${serverId}/leave`).set(...bearer(leaver!.sessionId)),
        erase(owner!),
      ]);
      const roles = await rolesIn(serverId);
      const owners = Object.values(roles).filter((role) => role === 'owner');
      expect(owners).toHaveLength(Object.keys(roles).length === 0 ? 0 : 1);
      expect(roles[owner!.user.id]).toBeUndefined();
      expect([200, 404]).toContain(accepted.status);
      expect([200, 404, 409]).toContain(left.status);
      if (accepted.status === 200) expect(roles[guest!.user.id]).toBeDefined();
    }
  });

  it('GAP-137 does not deadlock with a concurrent removal of the same member', async () => {
    const [owner, erased] = await makeMembers(2);
    const serverId = await makeOwned(owner!, [erased!]);
    const runner = stack.dataSource.createQueryRunner();
    await runner.connect();
    await runner.startTransaction();
    await runner.query('SELECT 1 FROM users WHERE id = $1 FOR NO KEY UPDATE', [erased!.user.id]);
    await backend.app.get(ServersService).removeErasedMember(runner.manager, erased!.user.id);
    const removing = backend.api
      .delete(`/api/servers/${serverId}/members/${erased!.user.id}`)
      .set(...bearer(owner!.sessionId))
      .then(({ status }) => status);
    await waitUntil('the removal to wait', () => hasLockWaiter(stack.dataSource));
    await runner.query('DELETE FROM users WHERE id = $1', [erased!.user.id]);
    await runner.commitTransaction();
    await runner.release();
    expect(await removing).toBe(404);
  });
});
