import { escapeIdentifier, escapeLiteral } from 'pg';
import type { QueryRunner } from 'typeorm';
import { DatabaseClient } from './database-client.js';
import { MIGRATE_ROLE, PRODUCT_ROLE } from './role-names.js';

/** What belongs to the administrator from before the roles: relations and functions of the schema, without those of extensions. */
const TAKE_OVER = `
  DO $$
  DECLARE
    taken record;
  BEGIN
    FOR taken IN
      SELECT format('ALTER TABLE %I.%I OWNER TO ${MIGRATE_ROLE}', nspname, relname) AS command
        FROM pg_class JOIN pg_namespace schema ON schema.oid = relnamespace
       WHERE nspname = current_schema() AND relkind IN ('r', 'p', 'v', 'm') AND relowner = current_user::regrole
      UNION ALL
      SELECT format('ALTER SEQUENCE %I.%I OWNER TO ${MIGRATE_ROLE}', nspname, relname)
        FROM pg_class JOIN pg_namespace schema ON schema.oid = relnamespace
       WHERE nspname = current_schema() AND relkind = 'S' AND relowner = current_user::regrole
         -- The sequence of a column follows its table.
         AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_class.oid AND deptype IN ('a', 'i'))
      UNION ALL
      SELECT format('ALTER ROUTINE %s OWNER TO ${MIGRATE_ROLE}', pg_proc.oid::regprocedure)
        FROM pg_proc
       WHERE pronamespace = current_schema()::regnamespace AND proowner = current_user::regrole
         AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_proc.oid AND deptype = 'e')
    LOOP
      EXECUTE taken.command;
    END LOOP;
  END
  $$`;

/** Each privilege, with the default for what later migrations create. */
const GRANTS = ['SELECT, INSERT, UPDATE, DELETE ON TABLES', 'USAGE, SELECT, UPDATE ON SEQUENCES'].flatMap(
  (privilege) => [
    `GRANT ${privilege.replace(' ON ', ' ON ALL ')} IN SCHEMA public TO ${PRODUCT_ROLE}`,
    `ALTER DEFAULT PRIVILEGES FOR ROLE ${MIGRATE_ROLE} IN SCHEMA public GRANT ${privilege} TO ${PRODUCT_ROLE}`,
  ],
);

/** Tables of operators only: who controls a backend must not read or change what they did. */
const WITHHELD = ['ops_audit'];

/** Takes the tables of operators from {@link PRODUCT_ROLE}, as far as they exist. */
export async function withholdTables(runner: QueryRunner): Promise<void> {
  for (const table of WITHHELD) {
    const [found]: { exists: boolean }[] = await runner.query(
      'SELECT to_regclass($1) IS NOT NULL AS exists',
      [table],
    );
    if (found?.exists) await runner.query(`REVOKE ALL ON ${table} FROM ${PRODUCT_ROLE}`);
  }
}

/** Selects a row if the current role may create roles. */
const MAY_CREATE_ROLES = 'SELECT FROM pg_roles WHERE rolname = current_user AND (rolsuper OR rolcreaterole)';

/**
 * Returns whether the current role may create the roles, or act as the existing {@link MIGRATE_ROLE}. An operator's own
 * server may have a single role, which does everything.
 */
export async function canPrepareRoles(runner: QueryRunner): Promise<boolean> {
  const rows: unknown[] = await runner.query(
    `${MAY_CREATE_ROLES}
     UNION ALL
     SELECT FROM pg_roles WHERE rolname = $1 AND pg_has_role(current_user, oid, 'SET')`,
    [MIGRATE_ROLE],
  );
  return rows.length > 0;
}

/**
 * Creates the roles, gives the schema to {@link MIGRATE_ROLE} and its rows to {@link PRODUCT_ROLE}, whatever of it is done
 * already. Runs as the administrator, in a transaction: changes of ownership lock each table for a moment.
 */
export async function prepareRoles(runner: QueryRunner): Promise<void> {
  for (const role of [MIGRATE_ROLE, PRODUCT_ROLE]) {
    const found: unknown[] = await runner.query('SELECT FROM pg_roles WHERE rolname = $1', [role]);
    if (found.length === 0) await runner.query(`CREATE ROLE ${role}`);
  }
  const [member]: { isMember: boolean; database: string }[] = await runner.query(
    `SELECT pg_has_role(current_user, '${MIGRATE_ROLE}', 'SET') AS "isMember", current_database() AS database`,
  );
  if (member?.isMember !== true) await runner.query(`GRANT ${MIGRATE_ROLE} TO CURRENT_USER`);
  // Extensions belong to a database.
  await runner.query(
    `GRANT CREATE ON DATABASE ${escapeIdentifier(member?.database ?? '')} TO ${MIGRATE_ROLE}`,
  );
  await runner.query(`GRANT USAGE, CREATE ON SCHEMA public TO ${MIGRATE_ROLE}`);
  await runner.query(`GRANT USAGE ON SCHEMA public TO ${PRODUCT_ROLE}`);
  await runner.query(TAKE_OVER);
  for (const grant of GRANTS) await runner.query(grant);
  await withholdTables(runner);
}

/**
 * Lets the product sign in at its address, with the password in it. Does nothing if it can already, if the address names
 * another role, such as the administrator of a server with one role, or if the current role may not.
 */
export async function allowProduct(runner: QueryRunner, productUrl: string): Promise<void> {
  const { username, password } = new URL(productUrl);
  if (username !== PRODUCT_ROLE || (await canConnect(productUrl))) return;
  const allowed: unknown[] = await runner.query(MAY_CREATE_ROLES);
  if (allowed.length === 0) return;
  await runner.query(
    `ALTER ROLE ${PRODUCT_ROLE} LOGIN PASSWORD ${escapeLiteral(decodeURIComponent(password))}`,
  );
}

async function canConnect(url: string): Promise<boolean> {
  const client = new DatabaseClient({ connectionString: url });
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
