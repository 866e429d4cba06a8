import { createHash, randomBytes } from 'node:crypto';
import { LINK_LIFETIME_MS } from '@oniverse/contracts';
import type { EntityManager } from 'typeorm';
import { AccountToken } from './entities/account-token.entity.js';

/** 256 bits, so that no limit of attempts is needed. */
const TOKEN_BYTES = 32;

export type NewAccountLink = Pick<AccountToken, 'purpose' | 'userId' | 'email'> &
  Partial<Pick<AccountToken, 'subjectId'>>;

/** Returns what is stored of a token: its SHA-256, in hex. */
export const hashLinkToken = (token: string): string => createHash('sha256').update(token).digest('hex');

export const newLinkToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/** Stores a one-time link. @returns its token, available only here */
export async function createAccountLink(manager: EntityManager, link: NewAccountLink): Promise<string> {
  const token = newLinkToken();
  await manager.getRepository(AccountToken).insert({
    ...link,
    hash: hashLinkToken(token),
    expiresAt: new Date(Date.now() + LINK_LIFETIME_MS[link.purpose]),
  });
  return token;
}
