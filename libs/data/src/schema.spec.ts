import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { User } from './entities/user.entity.js';
import { TestStack } from '@oniverse/testing';

describe('the schema', () => {
  let stack: TestStack;

  beforeAll(async () => {
    stack = await TestStack.start();
  });

  afterAll(async () => {
    await stack.stop();
  });

  const tableNames = async (): Promise<string[]> => {
    const rows: { name: string }[] = await stack.dataSource.query(
      `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' ORDER BY 1`,
    );
    return rows.map(({ name }) => name);
  };

  it('LIV-026 is what the migrations make: entities and migrations do not drift', async () => {
    const { upQueries } = await stack.dataSource.driver.createSchemaBuilder().log();
    expect(upQueries.map(({ query }) => query)).toEqual([]);
  });

  it('LIV-026 goes back to nothing, and forward again', async () => {
    for (const _ of stack.dataSource.migrations) await stack.dataSource.undoLastMigration();
    expect(await tableNames()).toEqual(['migrations']);
    await stack.dataSource.runMigrations();
    expect(await stack.dataSource.getRepository(User).count()).toBe(0);
  });

  it('ENT-091 has the tables of what exists', async () => {
    expect(await tableNames()).toEqual([
      'boards',
      'capsules',
      'channels',
      'connections',
      'images',
      'messages',
      'migrations',
      'objects',
      'outbox',
      'posts',
      'profile_archives',
      'server_members',
      'servers',
      'sessions',
      'tags',
      'users',
      'waitlist_entries',
    ]);
  });

  it('ENT-007 ENT-009 ENT-011 ENT-012 ENT-013 gives a new member its defaults', async () => {
    const users = stack.dataSource.getRepository(User);
    const { id } = await users.save({ username: 'fresh', email: 'fresh@example.org', password: '!' });
    expect(await users.findOneByOrFail({ id })).toMatchObject({
      profileMarkdown: '# Welcome to your digital shrine\n\nEdit this markdown to customize your space.',
      userBadges: [],
      profileTheme: 'main-cyberpunk',
      profileThemeMode: 'dark',
      isPublic: true,
      displayName: null,
    });
  });
});
