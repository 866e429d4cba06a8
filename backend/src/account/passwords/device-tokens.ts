import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const ID_BYTES = 16;
/** The base64url form of a device id followed by its HMAC-SHA-256. */
const TOKEN = /^[A-Za-z0-9_-]{64}$/;

export interface TokenAccount {
  id: string;
  password: string;
}

const macOf = (device: Buffer, { id, password }: TokenAccount): Buffer =>
  createHmac('sha256', password).update(`device-token:${id}:`).update(device).digest();

/**
 * Returns a new token for a browser that has proved the password of an account.
 * The HMAC key is the password hash. Every backend can verify the token without another secret or a table, and a
 * password change invalidates all tokens of the account.
 */
export function issueDeviceToken(account: TokenAccount): string {
  const device = randomBytes(ID_BYTES);
  return Buffer.concat([device, macOf(device, account)]).toString('base64url');
}

/** Returns the device id of a token, or `undefined` if the token is not valid for this account. */
export function verifyDeviceToken(token: string, account: TokenAccount): string | undefined {
  if (!TOKEN.test(token)) return undefined;
  const bytes = Buffer.from(token, 'base64url');
  const device = bytes.subarray(0, ID_BYTES);
  return timingSafeEqual(bytes.subarray(ID_BYTES), macOf(device, account))
    ? device.toString('base64url')
    : undefined;
}
