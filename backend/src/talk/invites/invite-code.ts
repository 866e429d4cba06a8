import { createHash, randomBytes } from 'node:crypto';

/** Enough to be unguessable, and short enough for a message. */
const CODE_BYTES = 16;

/** Returns 128 random bits as 22 characters of base64url. */
export const newInviteCode = (): string => randomBytes(CODE_BYTES).toString('base64url');

/** Returns the hash under which an invite is stored. Codes are random, so an unsalted hash is safe. */
export const hashInviteCode = (code: string): string => createHash('sha256').update(code).digest('hex');
