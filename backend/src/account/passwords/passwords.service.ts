import { Inject, Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import { CONFIG, RateLimits } from '@oniverse/platform';
import type { BackendConfig } from '../../config.js';
import { verifyDeviceToken, type TokenAccount } from './device-tokens.js';
import type { FailureCounts } from './failure-counts.js';
import { ConcurrencyLimit } from '../../shared/index.js';

const HASH_PREFIX = '$argon2';
/** Keeps libuv's threads busy while other checks wait for Redis. */
const MAX_CONCURRENT_CHECKS = 8;

/** Returns the stored hash, or `undefined` for an account that does not allow logins. */
const usableHash = (stored: string | undefined): string | undefined =>
  stored?.startsWith(HASH_PREFIX) ? stored : undefined;

/** Hashes and checks passwords. A missing hash costs the same work, and failures are rate limited. */
@Injectable()
export class PasswordsService {
  private decoy: Promise<string> | undefined;
  private readonly checkSlots = new ConcurrencyLimit(MAX_CONCURRENT_CHECKS);

  constructor(
    private readonly limits: RateLimits,
    @Inject(CONFIG) private readonly config: Pick<BackendConfig, 'passwordCost'>,
  ) {}

  async hash(password: string): Promise<string> {
    return hash(password, this.config.passwordCost);
  }

  /**
   * Checks a password. Only failures count against the limits.
   * Concurrent guesses gain nothing over sequential ones: the outcome is decided after the hash work. A failure
   * increments its counts atomically and is reported only while they are within their limits. A correct password is
   * accepted only if no limit is exhausted by then.
   * Reading the counts before hashing, and limiting concurrency, bounds the hash work that a flood of guesses causes.
   * @param stored the hash; `undefined` takes equally long and never matches
   * @throws ProblemError `rate_limited` when a limit is exhausted, for correct and wrong passwords alike
   */
  async check(stored: string | undefined, password: string, counts: FailureCounts): Promise<boolean> {
    return this.checkSlots.runTask(async () => {
      await this.assertLeft(counts);
      const isCorrect = await this.matches(stored, password);
      if (isCorrect) await this.assertLeft(counts);
      else await Promise.all(counts.map(([limit, key]) => this.limits.consume(limit, key)));
      return isCorrect;
    });
  }

  /** Returns the device id of a token; `undefined` if malformed, of another account or from an earlier password. */
  findKnownDevice(account: TokenAccount | null, token: string | undefined): string | undefined {
    const isUsable = account !== null && usableHash(account.password) !== undefined;
    return isUsable && token !== undefined ? verifyDeviceToken(token, account) : undefined;
  }

  private async assertLeft(counts: FailureCounts): Promise<void> {
    await Promise.all(counts.map(([limit, key]) => this.limits.assertRemaining(limit, key)));
  }

  /** Checks a text against a hash, without counting failures. A missing hash costs the same work. */
  async matches(stored: string | undefined, password: string): Promise<boolean> {
    const usable = usableHash(stored);
    this.decoy ??= this.hash('no password is this one');
    const isMatch = await verify(usable ?? (await this.decoy), password);
    return isMatch && usable !== undefined;
  }
}
