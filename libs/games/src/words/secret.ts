import { bytesToHex } from '@noble/hashes/utils.js';
import { COMMON_WORDS } from './common-words.js';

const NONCE_BYTES = 16;
/** The bytes that choose the word: enough that all words are equally likely, to one part in millions. */
const CHOICE_BYTES = 4;
/** How many random bytes a secret needs. */
export const SECRET_BYTES = NONCE_BYTES + CHOICE_BYTES;

/** Draws the secret of a word game: a word, and a nonce that hides it in the commitment. */
export function drawSecret(randomBytes: Uint8Array): string {
  if (randomBytes.length < SECRET_BYTES) throw new RangeError(`A secret needs ${SECRET_BYTES} random bytes`);
  const words = COMMON_WORDS.split(' ');
  const chosen = new DataView(randomBytes.buffer, randomBytes.byteOffset).getUint32(NONCE_BYTES);
  return `${words[chosen % words.length]} ${bytesToHex(randomBytes.subarray(0, NONCE_BYTES))}`;
}
