import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createDataSource, createMigrationSource, migrate } from '@oniverse/data';
import { TestStack } from '@oniverse/testing';
import { rolesScript } from './roles-script.js';

const NAME = `roles_script_${process.pid}`;

describe('rolesScript', () => {
  let stack: TestStack;

  beforeAll(async () => {
    stack = await TestStack.start();
  });

  afterAll(async () => {
    await stack.dataSource.query(`DROP DATABASE IF EXISTS ${NAME} WITH (FORCE)`);
    await stack.dataSource.query(`REVOKE SET ON PARAMETER session_replication_role FROM ${NAME}`);
    await stack.dataSource.query(`DROP ROLE ${NAME}`);
    await stack.stop();
  });

  const addresses = () => {
    const database = new URL(stack.env()['DATABASE_URL'] ?? '');
    const product = new URL(stack.config().databaseUrl);
    database.username = NAME;
    database.password = `it's-%40-secret`;
    for (const url of [database, product]) url.pathname = NAME;
    return { databaseUrl: database.href, productDatabaseUrl: product.href };
  };

  it('LIV-124 prints what lets an administrator without special rights migrate, for a product that has rows only', async () => {
    const { databaseUrl, productDatabaseUrl } = addresses();
    for (const statement of rolesScript({ databaseUrl, productDatabaseUrl })) {
      await stack.dataSource.query(statement).catch((error: unknown) => {
        if (!/already exists/.test(String(error))) throw error;
      });
    }
    const administrator = await createMigrationSource(databaseUrl).initialize();
    const product = createDataSource(productDatabaseUrl, { poolSize: 1 });
    try {
      expect(
        await administrator.query(
          'SELECT rolsuper, rolcreaterole, rolcreatedb FROM pg_roles WHERE rolname = current_user',
        ),
      ).toEqual([{ rolsuper: false, rolcreaterole: false, rolcreatedb: false }]);
      // A pooler, at which the product cannot sign in yet.
      const productUrl = productDatabaseUrl.replace(/:\d+\//, ':1/');
      await migrate(administrator, async () => {}, { productUrl });
      await administrator.query('SET session_replication_role = replica');
      await product.initialize();
      expect(await product.query('SELECT count(*)::integer AS users FROM users')).toEqual([{ users: 0 }]);
      await expect(product.query('CREATE TABLE more (id int)')).rejects.toThrow('permission denied');
    } finally {
      await administrator.destroy();
      if (product.isInitialized) await product.destroy();
    }
  });

  it('LIV-124 needs an address with each role', () => {
    const { databaseUrl } = addresses();
    expect(() => rolesScript({ databaseUrl, productDatabaseUrl: null })).toThrow('PRODUCT_DATABASE_URL');
  });
});
