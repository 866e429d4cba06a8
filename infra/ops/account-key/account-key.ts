import { TotpFactor } from '@oniverse/data';
import { seal, unseal } from '@oniverse/platform';
import type { DataSource } from 'typeorm';

/** How many of the newest secrets are tried. */
const SAMPLE = 100;

export interface Resealed {
  /** Secrets of authenticator apps that the first key encrypts now. */
  resealed: number;
  /** Secrets that none of the keys opens. Their members need a recovery code. */
  unopened: number;
}

/** Encrypts the secrets of authenticator apps with the first key. @throws Error without a key */
export async function resealSecrets(dataSource: DataSource, keys: readonly Buffer[]): Promise<Resealed> {
  const [first] = keys;
  if (first === undefined) throw new Error('ACCOUNT_KEY is not set.');
  return dataSource.transaction(async (manager) => {
    const factors = await manager
      .getRepository(TotpFactor)
      .find({ select: { userId: true, secret: true }, lock: { mode: 'pessimistic_write' } });
    const opened = factors.flatMap(({ userId, secret }) => {
      const text = unseal(secret, keys, userId);
      return text === undefined ? [] : [{ userId, secret: seal(text, first, userId) }];
    });
    await manager.query(
      `UPDATE totp_factors factor SET secret = new.secret
         FROM unnest($1::uuid[], $2::text[]) AS new (user_id, secret) WHERE factor.user_id = new.user_id`,
      [opened.map(({ userId }) => userId), opened.map(({ secret }) => secret)],
    );
    return { resealed: opened.length, unopened: factors.length - opened.length };
  });
}

/** Returns whether the keys open the newest secrets of authenticator apps. */
export async function canOpenSecrets(dataSource: DataSource, keys: readonly Buffer[]): Promise<boolean> {
  const factors = await dataSource
    .getRepository(TotpFactor)
    .find({ select: { userId: true, secret: true }, order: { createdAt: 'DESC' }, take: SAMPLE });
  return factors.every(({ userId, secret }) => unseal(secret, keys, userId) !== undefined);
}
