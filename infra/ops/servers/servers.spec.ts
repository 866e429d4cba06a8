import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Channel, Server, ServerMember } from '@oniverse/data';
import { makeMember, TestStack } from '@oniverse/testing';
import { PLATFORM_ACCOUNT } from '../../seed/public-dimensions.js';
import { seed } from '../../seed/seed.js';
import { createServer } from './create-server.js';
import { nameModerator } from './name-moderator.js';

describe('public servers by ops', () => {
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

  it('GAP-127 DIM-002 are the platform’s, with a default channel, and the rules of names hold', async () => {
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
    await expect(create(' ')).rejects.toThrow('A name is needed.');
    await expect(create('x'.repeat(101))).rejects.toThrow('at most 100');
    await expect(create('Long', 'x'.repeat(501))).rejects.toThrow('at most 500');
    expect(await stack.dataSource.getRepository(Server).count()).toBe(before);
  });

  it('GAP-127 GAP-137 moderators are named, whether they are in it or not, and counted once', async () => {
    await seed(stack.dataSource);
    const { user } = await makeMember(stack.dataSource);
    const id = await create('Harbour');
    for (let time = 0; time < 2; time += 1) {
      await nameModerator(stack.dataSource, id, user.username.toUpperCase());
      expect(await rolesIn(id)).toEqual({ [user.id]: 'moderator' });
      expect(await server(id)).toMatchObject({ memberCount: 1 });
    }
    await expect(nameModerator(stack.dataSource, id, 'nobody_here')).rejects.toThrow('no member nobody_here');
    for (const unknown of ['019abb00-0000-7000-8000-0000000000ff', 'harbour']) {
      await expect(nameModerator(stack.dataSource, unknown, user.username)).rejects.toThrow('no server');
    }
    await stack.dataSource.getRepository(ServerMember).update({ serverId: id }, { role: 'owner' });
    await expect(nameModerator(stack.dataSource, id, user.username)).rejects.toThrow('owns this server');
  });
});
