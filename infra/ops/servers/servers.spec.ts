import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Channel, PLATFORM_ACCOUNT, Server, ServerMember } from '@oniverse/data';
import { makeMember, TestStack } from '@oniverse/testing';
import { seed } from '../../seed/seed.js';
import { createServer } from './create-server.js';
import { makeModerator } from './make-moderator.js';

describe('public servers created by operators', () => {
  let stack: TestStack;

  beforeAll(async () => {
    stack = await TestStack.start();
  });

  afterAll(async () => {
    await stack.stop();
  });

  const create = (name: string, description: string | null = null) =>
    createServer(stack.dataSource, { name, description });
  const server = (id: string) => stack.dataSource.getRepository(Server).findOneByOrFail({ id });
  const rolesIn = async (serverId: string) =>
    Object.fromEntries(
      (await stack.dataSource.getRepository(ServerMember).findBy({ serverId })).map(({ userId, role }) => [
        userId,
        role,
      ]),
    );

  it('GAP-127 DIM-002 belong to the platform, have a default channel, and follow the rules for names', async () => {
    await expect(create('Too early')).rejects.toThrow('account is missing');
    await seed(stack.dataSource);
    const id = await create('  Harbour ', ' Boats. ');
    expect(await server(id)).toMatchObject({
      ownerId: PLATFORM_ACCOUNT.id,
      name: 'Harbour',
      description: 'Boats.',
      isPublic: true,
      memberCount: 0,
    });
    expect(await stack.dataSource.getRepository(Channel).findBy({ serverId: id })).toEqual([
      expect.objectContaining({ name: 'general', isDefault: true }),
    ]);
    expect(await server(await create('Bare'))).toMatchObject({ description: null });
    const before = await stack.dataSource.getRepository(Server).count();
    await expect(create(' ')).rejects.toThrow('Please enter a name.');
    await expect(create('x'.repeat(101))).rejects.toThrow('up to 100');
    await expect(create('Long', 'x'.repeat(501))).rejects.toThrow('up to 500');
    expect(await stack.dataSource.getRepository(Server).count()).toBe(before);
  });

  it('GAP-127 GAP-137 moderators are added to the server if necessary, and counted once', async () => {
    await seed(stack.dataSource);
    const { user } = await makeMember(stack.dataSource);
    const id = await create('Harbour');
    for (let time = 0; time < 2; time += 1) {
      await makeModerator(stack.dataSource, id, user.username.toUpperCase());
      expect(await rolesIn(id)).toEqual({ [user.id]: 'moderator' });
      expect(await server(id)).toMatchObject({ memberCount: 1 });
    }
    await expect(makeModerator(stack.dataSource, id, 'nobody_here')).rejects.toThrow(
      'No member has the Oni ID nobody_here',
    );
    for (const unknown of ['019abb00-0000-7000-8000-0000000000ff', 'harbour']) {
      await expect(makeModerator(stack.dataSource, unknown, user.username)).rejects.toThrow(
        'No dimension has the id',
      );
    }
    await stack.dataSource.getRepository(ServerMember).update({ serverId: id }, { role: 'owner' });
    await expect(makeModerator(stack.dataSource, id, user.username)).rejects.toThrow('owns this dimension');
  });
});
