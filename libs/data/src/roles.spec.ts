import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TestStack } from '@oniverse/testing';
import { DataSource, type QueryRunner } from 'typeorm';
import { createMigrationSource, dataSourceOptions } from './data-source.js';
import { migrate } from './migrate.js';
import { MIGRATE_ROLE, PRODUCT_ROLE } from './role-names.js';

describe('the roles of the database', () => {
  let stack: TestStack;
  let product: DataSource;

  beforeAll(async () => {
    stack = await TestStack.start();
    product = await new DataSource(
      dataSourceOptions(stack.config().databaseUrl, { poolSize: 1 }),
    ).initialize();
  });

  afterAll(async () => {
    await product.destroy();
    await stack.stop();
  });

  /** Returns PostgreSQL's error code of a statement of the product; undefined if it succeeds. */
  const refusalOf = async (statement: string): Promise<unknown> => {
    try {
      await product.query(statement);
      return undefined;
    } catch (error) {
      return Reflect.get(Object(error), 'code');
    }
  };

  it.each([
    `COPY (SELECT 1) TO PROGRAM 'cat'`,
    `COPY users FROM PROGRAM 'echo'`,
    `COPY users TO '/tmp/users'`,
    `SELECT pg_read_file('/etc/passwd')`,
    `SELECT pg_ls_dir('/')`,
    `SELECT lo_import('/etc/passwd')`,
    'SELECT rolpassword FROM pg_authid',
    'CREATE TABLE more (id int)',
    'ALTER TABLE users ADD COLUMN more int',
    'DROP TABLE users',
    'TRUNCATE users',
    'CREATE OR REPLACE FUNCTION search_form(given text) RETURNS text LANGUAGE sql AS $$ SELECT given $$',
    'ALTER TABLE users DISABLE TRIGGER ALL',
    'SET session_replication_role = replica',
    'CREATE ROLE more',
    `SET ROLE ${MIGRATE_ROLE}`,
    'ALTER SYSTEM SET fsync = off',
    'SELECT pg_reload_conf()',
    'SELECT FROM ops_audit',
    'DELETE FROM ops_audit',
  ])('LIV-053 the product cannot: %s', async (statement) => {
    expect(await refusalOf(statement)).toBe('42501');
  });

  it('LIV-053 the product reads and writes rows', async () => {
    expect(await product.query('SELECT current_user AS name')).toEqual([{ name: PRODUCT_ROLE }]);
    await product.query(`INSERT INTO waitlist_entries (email, source) VALUES ('a@example.org', 'landing')`);
    await product.query(`UPDATE waitlist_entries SET source = 'other'`);
    await product.query('DELETE FROM waitlist_entries');
    expect(await refusalOf(`SELECT nextval('draft_revisions')`)).toBeUndefined();
  });

  it('LIV-053 a database from before the roles gets them at the next migration, and again without a change', async () => {
    const admin = stack.dataSource;
    const [{ name: administrator }]: [{ name: string }] = await admin.query('SELECT current_user AS name');
    const run = async (work: (runner: QueryRunner) => Promise<unknown>): Promise<void> => {
      const runner = admin.createQueryRunner();
      try {
        await work(runner);
      } finally {
        await runner.release();
      }
    };
    await run(async (runner) => {
      await runner.query(
        `DO $$ DECLARE owned record; BEGIN
           FOR owned IN SELECT oid::regclass AS name FROM pg_class WHERE relowner = '${MIGRATE_ROLE}'::regrole AND relkind = 'r'
           LOOP EXECUTE format('ALTER TABLE %s OWNER TO %I', owned.name, '${administrator}'); END LOOP;
           FOR owned IN SELECT oid::regprocedure AS name FROM pg_proc WHERE proowner = '${MIGRATE_ROLE}'::regrole
           LOOP EXECUTE format('ALTER ROUTINE %s OWNER TO %I', owned.name, '${administrator}'); END LOOP;
         END $$`,
      );
      await runner.query(`REVOKE ALL ON ALL TABLES IN SCHEMA public FROM ${PRODUCT_ROLE}`);
      await runner.query(
        `ALTER DEFAULT PRIVILEGES FOR ROLE ${MIGRATE_ROLE} IN SCHEMA public REVOKE ALL ON TABLES FROM ${PRODUCT_ROLE}`,
      );
    });
    expect(await refusalOf('SELECT count(*) FROM users')).toBe('42501');
    const source = await createMigrationSource(stack.env()['DATABASE_URL'] ?? '').initialize();
    try {
      for (const _ of ['first', 'again']) {
        await migrate(source, async () => {}, { productUrl: stack.config().databaseUrl });
        expect(await refusalOf('SELECT count(*) FROM users')).toBeUndefined();
        expect(await refusalOf('SELECT FROM ops_audit')).toBe('42501');
        expect(
          await admin.query(
            `SELECT DISTINCT relowner::regrole::text AS owner FROM pg_class
              WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'S')`,
          ),
        ).toEqual([{ owner: MIGRATE_ROLE }]);
      }
    } finally {
      await source.destroy();
    }
    // What a later migration creates.
    await run(async (runner) => {
      await runner.query(`SET ROLE ${MIGRATE_ROLE}`);
      await runner.query('CREATE TABLE later (id bigserial)');
      await runner.query('RESET ROLE');
    });
    expect(await refusalOf('INSERT INTO later DEFAULT VALUES')).toBeUndefined();
  });
});
