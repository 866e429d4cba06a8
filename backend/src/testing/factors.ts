import { TOTP as PARAMETERS } from '@oniverse/contracts';
import { TotpFactor } from '@oniverse/data';
import type { TestStack } from '@oniverse/testing';
import { Secret, TOTP } from 'otpauth';
import type { Account, Accounts } from './accounts.js';
import { type Ceremony, SoftwareAuthenticator } from './software-authenticator.js';

/** The site of `SECURE_SITE`, as browsers name it to authenticators. */
export const SITE = { origin: 'https://oniverse.example', domain: 'oniverse.example' } as const;

/** Returns what an authenticator app shows. @param minutes by how much its clock is fast */
export const totpCode = (secret: string, minutes = 0): string =>
  new TOTP({
    secret: Secret.fromBase32(secret),
    digits: PARAMETERS.digits,
    period: PARAMETERS.periodSeconds,
  }).generate({ timestamp: Date.now() + minutes * 60_000 });

/** Returns a code of six digits that is not right at any time near now. */
export function wrongCode(secret: string): string {
  const right = new Set(Array.from({ length: 41 }, (_, n) => totpCode(secret, (n - 20) / 2)));
  for (let n = 0; ; n += 1) {
    const code = String(n).padStart(PARAMETERS.digits, '0');
    if (!right.has(code)) return code;
  }
}

/** Sets up second factors through the API. */
export class Factors {
  constructor(
    private readonly stack: TestStack,
    private readonly accounts: Accounts,
  ) {}

  /** Turns an authenticator app on. Its present code stays usable. */
  async enableTotp(account: Account): Promise<{ secret: string; recoveryCodes: string[] }> {
    const setup = await this.accounts.callAs(account, 'post', '/totp').expect(200);
    const { secret } = setup.body;
    const { body } = await this.accounts
      .callAs(account, 'put', '/totp', { code: totpCode(secret) })
      .expect(200);
    await this.forgetUsedCodes(account);
    return { secret, recoveryCodes: body.recoveryCodes ?? [] };
  }

  /** Makes used codes usable again. */
  async forgetUsedCodes({ id: userId }: { id: string }): Promise<void> {
    await this.stack.dataSource.getRepository(TotpFactor).update({ userId }, { lastStep: 0 });
  }

  /** Asks for the options of a new passkey. */
  async startPasskey(account: { sessionId: string }) {
    const { body } = await this.accounts.callAs(account, 'post', '/passkeys/options').expect(200);
    const { challenge, options } = body;
    return { challenge: String(challenge), options, asked: String(options.challenge) };
  }

  /** Adds a passkey. @returns the authenticator that has it, with the answer of the server */
  async addPasskey(account: { sessionId: string }, authenticator = new SoftwareAuthenticator()) {
    const { challenge, asked } = await this.startPasskey(account);
    const passkey = authenticator.register({ ...SITE, challenge: asked });
    const { body } = await this.accounts
      .callAs(account, 'post', '/passkeys', { challenge, name: 'Laptop', passkey })
      .expect(201);
    return { authenticator, id: String(body.passkey.id), recoveryCodes: body.recoveryCodes };
  }

  /** Starts a sign-in with the right password. @returns the challenge for a second factor */
  async challenge({ username }: { username: string }, password?: string): Promise<string> {
    const { body } = await this.accounts.login(username, password).expect(401);
    return String(body.challenge.id);
  }

  /** Asks what a passkey has to sign, without a password or as the second factor of a sign-in. */
  async askPasskey(challenge?: string): Promise<{ challenge: string; asked: string }> {
    const { body } = await this.accounts.call('post', '/passkey/options', { challenge }).expect(200);
    return { challenge: String(body.challenge), asked: String(body.options.challenge) };
  }

  /** Signs in by a passkey alone. @param forged what differs from an honest answer */
  async signInByPasskey(authenticator: SoftwareAuthenticator, forged: Partial<Ceremony> = {}) {
    const { challenge, asked } = await this.askPasskey();
    const passkey = authenticator.authenticate({ ...SITE, challenge: asked, ...forged });
    return this.accounts.call('post', '/passkey', { challenge, passkey });
  }
}
