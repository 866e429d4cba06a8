import { MIGRATE_ROLE, PRODUCT_ROLE } from '@oniverse/data';
import { type Config, ConfigError } from '@oniverse/platform/command';
import { escapeIdentifier, escapeLiteral } from 'pg';

const allowSignIn = (role: string, password: string): string =>
  `ALTER ROLE ${role} LOGIN PASSWORD ${escapeLiteral(decodeURIComponent(password))};`;

/**
 * Returns the statements that a superuser of an operator's own server has to run before the first `migrate`, which does
 * the rest as the role of DATABASE_URL, without special rights. Those for what exists fail without harm.
 * @throws ConfigError if the addresses do not name the roles
 */
export function rolesScript({
  databaseUrl,
  productDatabaseUrl,
}: Pick<Config, 'databaseUrl' | 'productDatabaseUrl'>): string[] {
  const { username, password, pathname } = new URL(databaseUrl);
  const product = new URL(productDatabaseUrl ?? databaseUrl);
  if (product.username !== PRODUCT_ROLE || username === '' || username === PRODUCT_ROLE) {
    throw new ConfigError(
      `Set DATABASE_URL to the address with the administrator's name and password, and PRODUCT_DATABASE_URL to that of ${PRODUCT_ROLE}.`,
    );
  }
  const administrator = escapeIdentifier(decodeURIComponent(username));
  const database = escapeIdentifier(decodeURIComponent(pathname.slice(1)));
  return [
    ...[administrator, MIGRATE_ROLE, PRODUCT_ROLE].map((role) => `CREATE ROLE ${role};`),
    allowSignIn(administrator, password),
    allowSignIn(PRODUCT_ROLE, product.password),
    `GRANT ${MIGRATE_ROLE} TO ${administrator};`,
    // For restores, which disable triggers and foreign keys.
    `GRANT SET ON PARAMETER session_replication_role TO ${administrator};`,
    `CREATE DATABASE ${database} OWNER ${administrator};`,
  ];
}
