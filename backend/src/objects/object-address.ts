import { createHash, randomBytes } from 'node:crypto';

const TOKEN_BYTES = 32;

const OBJECT_PATH = /^\/objects\/[A-Za-z0-9_-]+$/;
const UPLOAD_PATH = /^\/uploads\/([A-Za-z0-9_-]+)$/;

/** What an address of our store names: an object by its path, or by the hash of the token it was uploaded with. */
export type ObjectAddress = { path: string } | { tokenHash: string };

/** The token of a new address that works once, and is shown once. */
export const newToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/** A token as it is kept: whoever reads the database cannot use the address. */
export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/**
 * Reads an address in any of its forms: `/objects/…`, `/uploads/…`, or these on one of our own origins.
 * @returns undefined where it is not of our store
 */
export function readObjectAddress(address: string, ownOrigins: readonly string[]): ObjectAddress | undefined {
  const path = pathOf(address, ownOrigins);
  if (path === undefined) return undefined;
  if (OBJECT_PATH.test(path)) return { path };
  const token = UPLOAD_PATH.exec(path)?.[1];
  return token === undefined ? undefined : { tokenHash: hashOfToken(token) };
}

function pathOf(address: string, ownOrigins: readonly string[]): string | undefined {
  if (address.startsWith('/')) return address;
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  const isOurs = ownOrigins.includes(url.origin) && url.username === '' && url.password === '';
  return isOurs && url.search === '' && url.hash === '' ? url.pathname : undefined;
}
