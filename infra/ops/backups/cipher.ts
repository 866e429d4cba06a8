import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { Decrypter, Encrypter } from 'age-encryption';

const TAG_LENGTH = 16;

/** Encrypts files with age, or leaves them as they are. */
export interface Cipher {
  isEncrypted: boolean;
  /** Distinguishes what this key encrypted from what other keys did. */
  tag: string;
  seal: (plain: Readable) => Promise<Readable>;
}

/** Decrypts files with age, or reads them as they are. */
export type Opener = (sealed: Readable) => Promise<Readable>;

/** @param recipient a public key; null for no encryption */
export function cipherFor(recipient: string | null): Cipher {
  if (recipient === null) return { isEncrypted: false, tag: 'plain', seal: async (plain) => plain };
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  return {
    isEncrypted: true,
    tag: createHash('sha256').update(recipient).digest('hex').slice(0, TAG_LENGTH),
    seal: async (plain) => Readable.fromWeb(await encrypter.encrypt(Readable.toWeb(plain))),
  };
}

/** @param identity the secret key of an encrypted backup @throws Error if it is not one */
export function createOpener(isEncrypted: boolean, identity: string | null): Opener {
  if (!isEncrypted) return async (sealed) => sealed;
  if (identity === null) throw new Error('This backup is encrypted: give its secret key.');
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  return async (sealed) => Readable.fromWeb(await decrypter.decrypt(Readable.toWeb(sealed)));
}
