import { randomBytes } from 'node:crypto';
import { characterCount, LIMITS } from '@oniverse/contracts';

/** As hex, longer than any nonce that a client may choose, so that the two kinds cannot collide. */
const GENERATED_BYTES = 40;

/** Returns a nonce for a message without one. The writer needs it to retry a batch safely. */
export const generateNonce = (): string => randomBytes(GENERATED_BYTES).toString('hex');

/** Returns the nonce that the client chose; null if it was generated. */
export const chosenNonce = (nonce: string): string | null =>
  characterCount(nonce) > LIMITS.nonce.max ? null : nonce;
