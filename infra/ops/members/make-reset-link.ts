import { LINK_LIFETIME_MS, linkPath } from '@oniverse/contracts';
import { createAccountLink } from '@oniverse/data';
import type { DataSource } from 'typeorm';
import { notFound } from '../cli/command-error.js';

export interface ResetLink {
  url: string;
  expiresAt: Date;
}

/**
 * Makes a link that sets a new password of a member, for a site without mail. Records it in the account's activity.
 * @param origin the origin of the site
 * @throws Error if the member does not exist
 */
export async function makeResetLink(
  dataSource: DataSource,
  username: string,
  origin: string,
): Promise<ResetLink> {
  return dataSource.transaction(async (manager) => {
    const members: { id: string }[] = await manager.query(
      'SELECT id FROM users WHERE username = $1 FOR KEY SHARE',
      [username.toLowerCase()],
    );
    const [member] = members;
    if (!member) throw notFound(`No member has the Oni ID ${username}.`);
    const token = await createAccountLink(manager, {
      purpose: 'reset-password',
      userId: member.id,
      email: null,
    });
    await manager.query(
      `INSERT INTO account_activity (user_id, kind, detail)
       VALUES ($1, 'password_reset_requested', 'by the operator')`,
      [member.id],
    );
    return {
      url: origin + linkPath('reset-password', token),
      expiresAt: new Date(Date.now() + LINK_LIFETIME_MS['reset-password']),
    };
  });
}
