import type { EntityManager } from 'typeorm';
import { hashLinkToken, newLinkToken } from './account-links.js';

/**
 * Gives an invitation to register a new code, which replaces an earlier one.
 * @returns the code, available only here; undefined if the invitation was used, revoked or has expired
 */
export async function issueRegistrationCode(
  manager: EntityManager,
  inviteId: string,
): Promise<string | undefined> {
  const code = newLinkToken();
  const [issued]: [unknown[], number] = await manager.query(
    `UPDATE registration_invites SET code_hash = $2
      WHERE id = $1 AND used_at IS NULL AND expires_at > now() RETURNING id`,
    [inviteId, hashLinkToken(code)],
  );
  return issued.length > 0 ? code : undefined;
}
