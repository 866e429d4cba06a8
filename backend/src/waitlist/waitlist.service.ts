import { Injectable } from '@nestjs/common';
import { MESSAGES, type WaitlistAnswer, type WaitlistBody, type WaitlistStats } from '@oniverse/contracts';
import { ProblemError, RateLimits } from '@oniverse/platform';
import type { EntityManager } from 'typeorm';
import { PasswordsService } from '../passwords/passwords.service.js';
import { UsernamesService } from '../usernames/usernames.service.js';
import { WaitlistCounter } from './waitlist-counter.js';
import { WaitlistRepository } from './waitlist.repository.js';

/** Visitors' claims on a place. */
@Injectable()
export class WaitlistService {
  constructor(
    private readonly repository: WaitlistRepository,
    private readonly counter: WaitlistCounter,
    private readonly usernames: UsernamesService,
    private readonly passwords: PasswordsService,
    private readonly limits: RateLimits,
  ) {}

  /**
   * Adds an entry. The answer and the work are the same for an address that is on the list already.
   * @throws ProblemError `username_taken`, `username_reserved`, `rate_limited`
   */
  async join(body: WaitlistBody, address: string): Promise<WaitlistAnswer> {
    await this.limits.consume('waitlist', address);
    const email = body.email.toLowerCase();
    const oniId = body.oni_id ?? null;
    const accessKeyHash = body.access_key === undefined ? null : await this.passwords.hash(body.access_key);
    const added = await this.repository.transaction(async (manager) => {
      if (oniId !== null) await this.claim(manager, oniId, email);
      return this.repository.insertOnce(manager, { email, oniId, accessKeyHash, source: body.source });
    });
    if (added) this.counter.changed();
    return { ok: true, message: MESSAGES.waitlistConfirmed };
  }

  /**
   * Takes an address off the list, in the caller's transaction; the name that was kept for it is free again.
   * @returns what tells those who watch, to be run once that is committed
   */
  async forget(manager: EntityManager, email: string): Promise<() => Promise<void>> {
    const removed = await this.repository.remove(manager, email);
    return async () => {
      if (removed) this.counter.changed();
    };
  }

  async stats(): Promise<WaitlistStats> {
    return { ok: true, count: await this.counter.current() };
  }

  private async claim(manager: EntityManager, oniId: string, email: string): Promise<void> {
    await this.usernames.lock(manager, oniId);
    const holder = await this.usernames.holderOf(manager, oniId);
    if (holder.kind === 'reserved') throw new ProblemError('username_reserved', MESSAGES.usernameReserved);
    if (holder.kind === 'member' || (holder.kind === 'claimed' && holder.email !== email)) {
      throw new ProblemError('username_taken', MESSAGES.waitlistClaimed);
    }
  }
}
