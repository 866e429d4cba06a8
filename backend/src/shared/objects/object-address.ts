import { createHash, randomBytes } from 'node:crypto';

const TOKEN_BYTES = 32;

const OBJECT_PATH = /^\/objects\/[A-Za-z0-9_-]+$/;
const UPLOAD_PATH = /^\/uploads\/([A-Za-z0-9_-]+)$/;

export type ObjectAddress = { path: string } | { tokenHash: string };

export const newToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/** Returns the stored form of a token, so that read access to the database does not reveal upload addresses. */
export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Parses `/objects/…` or `/uploads/…`, relative or on one of our own origins; `undefined` for other addresses. */
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
