import { Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import { RateLimits } from '@oniverse/platform';

// OWASP's parameters for argon2id, which is the library's default algorithm:
// https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const HASH_PREFIX = '$argon2';

/** Hashes passwords, and checks them: slowly, in the same time for a name that does not exist, and seldom. */
@Injectable()
export class PasswordsService {
  private decoy: Promise<string> | undefined;

  constructor(private readonly limits: RateLimits) {}

  async hash(password: string): Promise<string> {
    return hash(password, OPTIONS);
  }

  /**
   * Checks a password, counting failures for the name, for the address, and for both together.
   * @param stored its hash; undefined where there is none, which takes as long and is never right
   * @throws ProblemError `rate_limited` after too many failures
   */
  async check(stored: string | undefined, password: string, name: string, address: string): Promise<boolean> {
    const counted = [
      ['passwordByNameAndAddress', `${name}|${address}`],
      ['passwordByName', name],
      ['passwordByAddress', address],
    ] as const;
    // Counted before the check, so that attempts at the same time count too; given back where it was right.
    for (const [limit, key] of counted) await this.limits.consume(limit, key);
    const right = await this.matches(stored, password);
    if (right) await Promise.all(counted.map(([limit, key]) => this.limits.giveBack(limit, key)));
    return right;
  }

  private async matches(stored: string | undefined, password: string): Promise<boolean> {
    const usable = stored?.startsWith(HASH_PREFIX) ? stored : undefined;
    this.decoy ??= this.hash('no password is this one');
    const right = await verify(usable ?? (await this.decoy), password);
    return right && usable !== undefined;
  }
}
