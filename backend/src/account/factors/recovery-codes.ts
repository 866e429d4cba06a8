import { randomInt } from 'node:crypto';
import { RECOVERY_CODES } from '@oniverse/contracts';

/** Without letters and digits that look alike: 40 bits for eight of them. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const PART = 4;

const part = (): string =>
  Array.from({ length: PART }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('');

/** Returns new recovery codes, such as `7KQM-2F9X`. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () => `${part()}-${part()}`);

/** Returns a code as it was issued: members may leave out the hyphen, or type lower case. */
export function normaliseRecoveryCode(code: string): string {
  const plain = code.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
  return `${plain.slice(0, PART)}-${plain.slice(PART)}`;
}
