import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { GameSetup } from '@oniverse/contracts';
import { GameRefusal } from '../engine/refusal.js';

/** A word and 16 random bytes, without which the commitment would give the word away to anybody with the list. */
const SECRET = /^(?<word>[a-z]{5}) [0-9a-f]{32}$/u;

/** Returns what the first event publishes of a secret: its SHA-256 in hexadecimal. */
export function commitmentOf(secret: string): string {
  return bytesToHex(sha256(utf8ToBytes(secret)));
}

/** Returns the word of a secret. Throws `invalid_event` for a secret that is not the one of the setup. */
export function wordOf(setup: GameSetup, secret: string): string {
  const word = SECRET.exec(secret)?.groups?.['word'];
  if (word === undefined || commitmentOf(secret) !== setup.commitment) throw new GameRefusal('invalid_event');
  return word;
}
