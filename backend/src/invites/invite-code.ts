import { createHash, randomBytes } from 'node:crypto';

/** Random bytes of a code: nobody guesses one, and it still fits into a message. */
const CODE_BYTES = 16;

/** A new code: 128 random bits, as 22 characters of base64url. */
export const newInviteCode = (): string => randomBytes(CODE_BYTES).toString('base64url');

/** What is kept of a code. Its bits are all random, so that a plain hash tells nothing. */
export const hashOfCode = (code: string): string => createHash('sha256').update(code).digest('hex');
