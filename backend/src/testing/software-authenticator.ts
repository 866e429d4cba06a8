import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

/** Flags of the authenticator data (https://www.w3.org/TR/webauthn-3/#sctn-authenticator-data). */
export const FLAGS = { userPresent: 0x01, userVerified: 0x04, attested: 0x40 } as const;
const PRESENT_AND_VERIFIED = FLAGS.userPresent | FLAGS.userVerified;

/** What an authenticator answers, or a forger changes. */
export interface Ceremony {
  /** What the server asked to sign. */
  challenge: string;
  origin: string;
  /** The relying party that the browser names. */
  domain: string;
  flags?: number;
  counter?: number;
  /** Of the client data; defaults to what the ceremony has. */
  type?: string;
}

const coordinate = (text: string | undefined): Uint8Array =>
  Uint8Array.from(Buffer.from(text ?? '', 'base64url'));
const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();

/** An authenticator with one passkey, which also signs for other sites and with an old counter. */
export class SoftwareAuthenticator {
  readonly id: string;
  /** The number of signatures so far. */
  counter = 0;
  private readonly publicKey: KeyObject;
  private readonly privateKey: KeyObject;

  constructor(credentialId: Buffer = randomBytes(16)) {
    this.id = credentialId.toString('base64url');
    ({ publicKey: this.publicKey, privateKey: this.privateKey } = generateKeyPairSync('ec', {
      namedCurve: 'P-256',
    }));
  }

  /** Returns the answer to the options of a new passkey, with an attestation of the format `none`. */
  register(ceremony: Ceremony) {
    const { flags = PRESENT_AND_VERIFIED, counter = 0 } = ceremony;
    const id = Buffer.from(this.id, 'base64url');
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const attested = Buffer.concat([Buffer.alloc(16), length, id, this.coseKey()]);
    const data = Buffer.concat([this.dataOf(ceremony, flags | FLAGS.attested, counter), attested]);
    const attestation = isoCBOR.encode(
      new Map<string, string | Uint8Array | Map<never, never>>([
        ['fmt', 'none'],
        ['attStmt', new Map<never, never>()],
        ['authData', Uint8Array.from(data)],
      ]),
    );
    return this.answer({
      clientDataJSON: this.clientData('webauthn.create', ceremony).toString('base64url'),
      attestationObject: Buffer.from(attestation).toString('base64url'),
      transports: ['internal'],
    });
  }

  /** Returns the answer to the options of a request. */
  authenticate(ceremony: Ceremony) {
    if (ceremony.counter === undefined) this.counter += 1;
    const { flags = PRESENT_AND_VERIFIED, counter = this.counter } = ceremony;
    const data = this.dataOf(ceremony, flags, counter);
    const clientData = this.clientData('webauthn.get', ceremony);
    const signature = sign('sha256', Buffer.concat([data, sha256(clientData)]), this.privateKey);
    return this.answer({
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: signature.toString('base64url'),
    });
  }

  private answer<Response extends object>(response: Response) {
    return { id: this.id, rawId: this.id, type: 'public-key' as const, response };
  }

  private clientData(usual: string, { type = usual, challenge, origin }: Ceremony): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  private dataOf({ domain }: Ceremony, flags: number, counter: number): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(domain), Buffer.from([flags]), count]);
  }

  /** The public key as COSE (RFC 9053): EC2, ES256, P-256. */
  private coseKey(): Buffer {
    const { x, y } = this.publicKey.export({ format: 'jwk' });
    const key = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, coordinate(x)],
      [-3, coordinate(y)],
    ]);
    return Buffer.from(isoCBOR.encode(key));
  }
}
