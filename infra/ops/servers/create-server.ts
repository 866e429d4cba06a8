import { firstViolation, readField, SERVER_RULES } from '@oniverse/contracts';
import { insertPublicServer } from '@oniverse/data';
import type { DataSource } from 'typeorm';

export interface PublicServer {
  name: string;
  description: string | null;
}

/**
 * Creates a public server with a default channel. The platform owns it, and it has no members yet.
 * @throws Error if the name or description is invalid, or the database is not seeded
 */
export async function createServer(dataSource: DataSource, server: PublicServer): Promise<string> {
  const name = readField(SERVER_RULES.name, server.name);
  const description = readField(SERVER_RULES.description, server.description ?? '');
  const problem =
    firstViolation(SERVER_RULES.name, name) ?? firstViolation(SERVER_RULES.description, description);
  if (problem !== undefined) throw new Error(problem.message);
  const id = await insertPublicServer(dataSource.manager, {
    name,
    description: description === '' ? null : description,
  });
  if (id === undefined) throw new Error('The platform account is missing. Run the migrations first.');
  return id;
}
