import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { User } from '@oniverse/data';
import { LiveClient, makeMember, makeServer, TestStack, until } from '@oniverse/testing';
import { BackendUnderTest, bearer } from '../testing/backend-under-test.js';
import { enlist, memberships, rowsOf } from '../testing/dimensions.js';
import { someoneWaits } from '../testing/locks.js';
import { ServersService } from './servers.service.js';

type Person = Awaited<ReturnType<typeof makeMember>>;

describe('the servers of a member who departs', () => {
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

  const people = (count: number): Promise<Person[]> =>
    Promise.all(Array.from({ length: count }, () => makeMember(stack.dataSource)));
  const makeOwned = async (owner: Person, members: readonly Person[]) => {
    const { body } = await backend.api
      .post('/api/servers')
      .set(...bearer(owner.sessionId))
      .send({ name: 'Ours' })
      .expect(201);
    const serverId = String(body.id);
    await enlist(
      stack.dataSource,
      serverId,
      members.map(({ user }) => user),
    );
    return serverId;
  };
  const promote = (serverId: string, { user }: Person) =>
    stack.dataSource.query(
      `UPDATE server_members SET role = 'moderator' WHERE server_id = $1 AND user_id = $2`,
      [serverId, user.id],
    );
  const connect = async ({ sessionId }: Person): Promise<LiveClient> => {
    const client = await LiveClient.connect(backend.url, { sessionId });
    clients.push(client);
    return client;
  };
  /** As the erasure of an account does it, inside a change of the member's: the member's row is held, and goes. */
  const depart = async ({ user }: { user: User }): Promise<void> => {
    const tell = await stack.dataSource.transaction(async (manager) => {
      await manager.query('SELECT 1 FROM users WHERE id = $1 FOR NO KEY UPDATE', [user.id]);
      const passed = await backend.app.get(ServersService).passOn(manager, user.id);
      await manager.query('DELETE FROM users WHERE id = $1', [user.id]);
      return passed;
    });
    await tell();
  };
  const rolesIn = (serverId: string) => memberships(stack.dataSource, serverId);

  it('ENT-068 pass to the oldest moderator, else to the oldest member, else go', async () => {
    const [owner, first, second, third] = await people(4);
    const moderated = await makeOwned(owner!, [first!, second!, third!]);
    await promote(moderated, third!);
    await promote(moderated, second!);
    const plain = await makeOwned(owner!, [second!, first!]);
    const alone = await makeOwned(owner!, []);
    const channels: { id: string }[] = await stack.dataSource.query(
      'SELECT id FROM channels WHERE server_id = $1',
      [alone],
    );
    await depart(owner!);
    expect(await rolesIn(moderated)).toEqual({
      [first!.user.id]: 'member',
      [second!.user.id]: 'owner',
      [third!.user.id]: 'moderator',
    });
    expect(await rolesIn(plain)).toEqual({ [second!.user.id]: 'owner', [first!.user.id]: 'member' });
    expect(Object.values(await rowsOf(stack.dataSource, alone, channels[0]!.id))).toEqual(
      Array.from({ length: 7 }, () => 0),
    );
  });

  it('GAP-137 the member is counted nowhere any more, and servers of others stay theirs', async () => {
    const [gone, other] = await people(2);
    const joined = await makeOwned(other!, [gone!]);
    const moderated = await makeOwned(other!, [gone!]);
    await promote(moderated, gone!);
    const open = await makeServer(stack.dataSource, { members: [gone!.user] });
    const untouched = await makeOwned(other!, []);
    await depart(gone!);
    for (const serverId of [joined, moderated, untouched]) {
      expect(await rolesIn(serverId)).toEqual({ [other!.user.id]: 'owner' });
    }
    expect(await rolesIn(open.server.id)).toEqual({ [open.owner.id]: 'owner' });
    // One who is in none departs as well.
    const [nobody] = await people(1);
    await depart(nobody!);
  });

  it('GAP-137 takes as many statements with one server as with twelve', async () => {
    const statementsOf = async (count: number): Promise<number> => {
      const [owner, next] = await people(2);
      for (let n = 0; n < count; n += 1) {
        await makeOwned(owner!, n % 2 === 0 ? [next!] : []);
        await makeOwned(next!, [owner!]);
      }
      return stack.dataSource.transaction(async (manager) => {
        const query = jest.spyOn(manager, 'query');
        await backend.app.get(ServersService).passOn(manager, owner!.user.id);
        return query.mock.calls.length;
      });
    };
    const few = await statementsOf(1);
    expect(await statementsOf(6)).toBe(few);
    expect(few).toBeLessThanOrEqual(11);
  });

  it('GAP-135 members learn who owns it now, and who is gone', async () => {
    const [owner, next, other] = await people(3);
    const serverId = await makeOwned(owner!, [next!, other!]);
    const [mine, watching] = await Promise.all([next!, other!].map(connect));
    await depart(owner!);
    await until('the new owner to be told', () => mine!.payloads('server:changed').length === 2);
    await until('the other to be told', () => watching!.payloads('member:changed').length > 0);
    const changed = watching!.payloads('server:changed');
    const left = {
      serverId,
      userId: owner!.user.id,
      memberCount: 2,
      updatedAt: changed[0]?.updatedAt,
    };
    expect(watching!.payloads('member:left')).toEqual([left]);
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

  it('GAP-137 who reads one that goes with its owner is told that it is gone', async () => {
    const [owner, reader] = await people(2);
    const serverId = await makeOwned(owner!, []);
    await stack.dataSource.query('UPDATE servers SET is_public = true WHERE id = $1', [serverId]);
    const [channel]: { id: string }[] = await stack.dataSource.query(
      'SELECT id FROM channels WHERE server_id = $1',
      [serverId],
    );
    const reading = await connect(reader!);
    expect(await reading.ask('channel:open', { channelId: channel!.id })).toMatchObject({ ok: true });
    await depart(owner!);
    await until('the end to be told', () => reading.payloads('server:removed').length > 0);
    expect(reading.payloads('server:removed')).toEqual([{ serverId }]);
  });

  it('GAP-137 who joins or leaves meanwhile is counted, and follows only where there still is something', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [owner, guest, leaver] = await people(3);
      const serverId = await makeOwned(owner!, [leaver!]);
      const { body } = await backend.api
        .post(`/api/servers/${serverId}/invites`)
        .set(...bearer(owner!.sessionId))
        .expect(201);
      const [accepted, left] = await Promise.all([
        backend.api.post(`/api/invites/${body.code}/accept`).set(...bearer(guest!.sessionId)),
        backend.api.post(`/api/servers/${serverId}/leave`).set(...bearer(leaver!.sessionId)),
        depart(owner!),
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

  it('GAP-137 a departure and a removal of the same member do not wait for each other in a circle', async () => {
    const [owner, gone] = await people(2);
    const serverId = await makeOwned(owner!, [gone!]);
    const runner = stack.dataSource.createQueryRunner();
    await runner.connect();
    await runner.startTransaction();
    await runner.query('SELECT 1 FROM users WHERE id = $1 FOR NO KEY UPDATE', [gone!.user.id]);
    await backend.app.get(ServersService).passOn(runner.manager, gone!.user.id);
    const removing = backend.api
      .delete(`/api/servers/${serverId}/members/${gone!.user.id}`)
      .set(...bearer(owner!.sessionId))
      .then(({ status }) => status);
    await until('the removal to wait', () => someoneWaits(stack.dataSource));
    await runner.query('DELETE FROM users WHERE id = $1', [gone!.user.id]);
    await runner.commitTransaction();
    await runner.release();
    expect(await removing).toBe(404);
  });
});
